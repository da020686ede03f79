/**
 * A physical check of one component kind: a rig that runs it, and figures that it must show. A figure comes from somewhere else than the equations of the kind:
 * a formula of a textbook in another form, a balance of oil, energy or momentum over the run, a time constant or period, a table of truth. Figures are worked
 * out from the numbers of the rig where they stand; so a mistake of the equations and one of the check do not have the same cause.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { ValidationCase } from '../case.js';
import { largestOf } from '../measures.js';
import { byLines } from '../runs.js';
import { namesRead, Reading } from './reading.js';

export interface Figure {
  /** 'pressure at 40 l/min' */
  readonly what: string;
  readonly unit: string;
  /** What it must be, SI. */
  readonly is: number;
  readonly ours: (run: Reading) => number;
  /** Size that the deviation is measured by; default: |is|; required where that is 0. */
  readonly scale?: number;
}

export interface KindCheck {
  readonly kind: string;
  /** What happens, one line. */
  readonly title: string;
  /** As of a validation case. */
  readonly against: string;
  /** Largest deviation of a figure that passes, in parts of its scale. */
  readonly tolerance: number;
  readonly reason: string;
  readonly rig: () => Circuit;
  readonly figures: readonly Figure[];
  /** Times at which a step must end where steps vary: corners and jumps of what it gives, s. */
  readonly corners?: readonly number[];
}

/** A figure; `scale` in place of its own size. */
export const figure = (what: string, unit: string, is: number, ours: Figure['ours'], scale = Math.abs(is)): Figure => ({
  what,
  unit,
  is,
  ours,
  scale,
});

/** A figure that is held so many times as closely as the others. */
export const closer = (times: number, one: Figure): Figure => ({ ...one, scale: (one.scale ?? Math.abs(one.is)) / times });

/** What leaves a component at one port has entered it at another: two figures. */
export const through = (what: string, is: number, component: string, out = 'out', into = 'in', scale = Math.abs(is)): Figure[] => [
  figure(what, 'm3/s', is, (run) => run.end(`${component}.${out}.q`), scale),
  figure(`${what}, taken`, 'm3/s', -is, (run) => run.end(`${component}.${into}.q`), scale),
];

/** Rise of the pressure at a port that is fed 0.6 l/min (`Rig.feed`) from 20 ms on for 80 ms: B Q t/V of all oil there, 0.1 l with what is lent to it. */
export const stiffness = (component: string, lent: number, bulkModulus = 15e8): Figure =>
  figure(
    'rise of pressure as 0.8 cm³ come to the oil that it holds',
    'Pa',
    (bulkModulus * 0.8e-6) / (0.1e-3 + lent),
    (run) => run.at(`feeds_${component}.p`, 0.1) - run.at(`feeds_${component}.p`, 0.02),
  );

/** The check as a case of the table: 'kind-relief-valve'. `altered` makes another circuit of the rig's, as a test does that breaks an equation. */
export function kindCase(check: KindCheck, altered: (rig: Circuit) => Circuit = (rig) => rig): ValidationCase {
  const { kind, title, against, tolerance, reason, rig, figures, corners = [] } = check;
  return {
    ...{ name: `kind-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, group: 'Kinds' as const },
    ...{ title: `${kind}: ${title}`, against, tolerance, reason },
    measure:
      figures.length + corners.length === 1
        ? `deviation of the ${figures[0]?.what}`
        : `largest deviation of ${figures.length + corners.length} figures`,
    run: async () => {
      const circuit = altered(rig());
      const results = await byLines(circuit, { record: namesRead(figures.map(({ ours }) => ours)) });
      const run = new Reading(results);
      const found = figures.map((one) => ({ ...one, value: one.ours(run), size: one.scale ?? Math.abs(one.is) }));
      // Within 1e-9 each, whatever the tolerance of the figures is.
      const size = 1e-9 / tolerance;
      if (results.account.hasOil && !results.account.balance.atRest)
        found.push({
          ...figure('oil that the account misses, of what flowed', '1', 0, () => results.account.balance.mass, size),
          value: results.account.balance.mass,
          size,
        });
      if (corners.length > 0) {
        const steps = new Reading(await byLines(varying(circuit), { every: shortest }));
        for (const time of corners) {
          const ours = (of: Reading): number => of.nearestRow(time);
          found.push({ ...figure(`end of a step at ${time} s`, 's', time, ours, size), value: ours(steps), size });
        }
      }
      return {
        error: largestOf(found.map(({ is, value, size }) => Math.abs(value - is) / size)),
        curves: [
          {
            name: 'figures, in parts of their size',
            unit: '1',
            x: found.map((_, k) => k + 1),
            ours: found.map(({ value, size }) => value / size),
            reference: found.map(({ is, size }) => is / size),
            abscissa: { name: 'figure', unit: '1' },
          },
        ],
        notes: found.map(({ what, unit, is, value }) => `${what}: ${shown(value)} ${unit}, to be ${shown(is)}`),
      };
    },
  };
}

/** s: of steps up to 7.77 ms each leaves a row, and none comes to a corner unless it has to. */
const shortest = 1e-4;
const varying = (circuit: Circuit): Circuit => ({ ...circuit, run: { ...circuit.run, step: null, maximumStep: 7.77e-3 } });

const shown = (value: number): string => String(Number(value.toPrecision(6)));
