/** Checks of kinds under other equations than their own. */

import { judge, type Verdict } from '../../dist/bench/validation/judge.js';
import { type KindCheck, kindCase } from '../../dist/bench/validation/kinds/kindCheck.js';
import type { Circuit } from '../../dist/circuit/circuit.js';

const bench = { circuit: () => Promise.reject(new Error('no file')), table: () => Promise.reject(new Error('no file')) };

/** A circuit with other equations of a kind. */
export const withEquations = (rig: Circuit, kind: string, equations: string): Circuit => ({
  ...rig,
  components: rig.components.map((one) => (one.kind?.kind === kind ? { ...one, kind: { ...one.kind, equations } } : one)),
});

/** The verdict of a kind's check on other equations of that kind. */
export const verdictOf = (check: KindCheck, equations: string): Promise<Verdict> =>
  judge(
    kindCase(check, (rig) => withEquations(rig, check.kind, equations)),
    bench,
  );
