/** Checks what a circuit file says under `record:` against what there is. */
import type { RecordSettings } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import { choosesOfRun, type Recordable, recordablesOf, runRecordables } from '../recordables.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { globMatcher, isGlob } from '../text/globs.js';
import { UnitError } from '../text/units.js';
import { conditionForm, readCondition, watchedBy } from '../text/watch.js';
import { unknownKind } from './components.js';
import type { Parts } from './parts.js';

/** Names and globs that choose nothing, and conditions that are none or whose limit has another dimension, are mistakes. */
export function checkRecord(
  { signals, envelope, watch }: RecordSettings,
  components: ComponentTable,
  { length }: Parts<object>,
  ofLine: (l: number) => Recordable[],
  mistakes: Mistakes,
): void {
  const ofLines = (): Recordable[] => Array.from({ length }, (_, l) => ofLine(l)).flat();
  let all: Recordable[] | undefined;
  const of = (c: number): Recordable[] => recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });
  const ownOf = (c: number): string[] => of(c).map((r) => r.name);
  const quantities = (): Recordable[] => {
    all ??= [...Array.from({ length: components.count }, (_, c) => (components.kind[c] === unknownKind ? [] : of(c))).flat(), ...ofLines()];
    return all;
  };
  const names = (): string[] => quantities().map(({ name }) => name);
  let lineNames: Set<string> | undefined;
  const isLine = (name: string): boolean => {
    lineNames ??= new Set(ofLines().map((line) => line.name));
    return lineNames.has(name);
  };
  const unknown = components.kind.includes(unknownKind);
  const conditions = watch.flatMap((text, k) => {
    const condition = readCondition(text);
    if (!condition) mistakes.add(['record', 'watch', k], 'CIR406', `record: '${text}' is no condition`, `write ${conditionForm}`);
    return condition ? [{ condition, k }] : [];
  });
  for (const { condition, k } of conditions) {
    try {
      watchedBy(condition, [...quantities(), ...runRecordables]);
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      mistakes.add(['record', 'watch', k], 'CIR202', `record: ${condition.text}: ${error.message}`, error.remedy);
    }
  }
  const patterns = [
    ...[...signals.entries()].map(([k, pattern]) => ({ key: 'signals', k, pattern })),
    ...[...envelope.entries()].map(([k, pattern]) => ({ key: 'envelope', k, pattern })),
    ...conditions.map(({ condition: { pattern }, k }) => ({ key: 'watch', k, pattern })),
  ];
  patterns.forEach(({ key, k, pattern }) => {
    if (runRecordables.some(({ name }) => choosesOfRun(pattern, name))) return;
    const at = components.find(pattern.split('.')[0] as string);
    // What a component of unknown kind has to record is unknown too.
    if ((at >= 0 && components.kind[at] === unknownKind) || (unknown && isGlob(pattern))) return;
    const own = at >= 0 ? ownOf(at) : [];
    if (isGlob(pattern) ? names().some(globMatcher(pattern)) : own.includes(pattern) || isLine(pattern)) return;
    mistakes.add(
      ['record', key, k],
      'CIR405',
      () => `record: nothing is called '${pattern}'${mistakes.hints.didYouMean(pattern, own.length > 0 ? own : names())}`,
      own.length > 0
        ? `'${components.nameOf(at)}' has ${own.join(', ')}`
        : "write component.port.p, component.port.q, component.state, junction.p, line.p or line.q; '*' stands for anything",
    );
  });
}
