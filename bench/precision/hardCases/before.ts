/** What was measured before the methods were worked on, beside the same now. */
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import { formatCount } from '#ringmain/report/units.js';
import type { BeforeRow, HardCaseAccount } from './hardCasesTable.js';

/** Rejections of rodas4 at 1e-4, and cases that came to no end. */
export function beforeOfCases(cases: readonly HardCaseAccount[]): BeforeRow[] {
  const run = (name: string, method = 'rodas4'): HardCaseAccount['runs'][number] | undefined =>
    cases.find((one) => one.name === name)?.runs.find((one) => one.method === method && one.tolerance === 1e-4);
  const rejected = ([name, before]: readonly [string, number]): BeforeRow[] => {
    const now = run(name);
    return now ? [{ what: `${name}: rejections of rodas4 at 1e-4`, before: formatCount(before), after: formatCount(now.rejected) }] : [];
  };
  const ended = (name: string): BeforeRow[] => {
    const now = run(name);
    return now
      ? [
          {
            what: `${name} by rodas4`,
            before: 'LMP307, after millions of switches',
            after: `${now.ended}, ${formatCount(now.accepted)} steps`,
          },
        ]
      : [];
  };
  return [
    ...(
      [
        ['Van der Pol, 1e6', 177],
        ['OREGO', 154],
      ] as const
    ).flatMap(rejected),
    ...['pressure switch', 'textbook slide'].flatMap(ended),
  ];
}

/** The servo cylinder to its end: at a tolerance of 0.1, and at a fixed step of 1 ms. */
export async function beforeOfCylinder(most: number): Promise<BeforeRow[]> {
  const circuit = await readCircuit(bundledCircuit('servo-cylinder'));
  const told = async (options: LumpedOptions): Promise<string> => {
    const { ending, cost, end } = await simulateLumped(circuit, { ...options, signal: AbortSignal.timeout(1000 * most) });
    const steps = `${formatCount(cost.counts.accepted)} steps`;
    return ending === null ? steps : `${ending.kind === 'failed' ? ending.code : 'given up'} at ${Number(end.toPrecision(3))} s, ${steps}`;
  };
  const rows: BeforeRow[] = [];
  for (const [solver, before] of [
    ['bdf', '291 160 steps'],
    ['lsoda', '291 160 steps'],
    ['rodas4', '199 steps'],
  ] as const)
    rows.push({ what: `servo cylinder by ${solver} at 0.1`, before, after: await told({ solver, relativeTolerance: 0.1 }) });
  for (const solver of ['radau5', 'trapezoid', 'euler'])
    rows.push({ what: `servo cylinder by ${solver} at steps of 1 ms`, before: 'fails', after: await told({ solver, step: 1e-3 }) });
  const after = await told({ solver: 'radau5', step: 2e-3, events: 'step over' });
  rows.push({ what: 'servo cylinder by radau5 at steps of 2 ms that go over switches', before: 'LMP301 at 1 s, 500 steps', after });
  return rows;
}
