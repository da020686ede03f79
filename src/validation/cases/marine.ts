/** The marine example of Burton 1994's last appended paper: by lines and as a lumped circuit. */
import { simulateLumped } from '../../lumped/solve.js';
import { deviation, interpolatedAt } from '../../results/deviation.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestOf } from '../measures.js';
import { byLines } from '../runs.js';

const marine: ValidationCase = {
  name: 'marine',
  group: 'Circuits',
  title: 'Two actuators and a winch on a ring main, 10 s at 0.1 bar: positions and angle',
  against: 'own: the lumped circuit by rodas4 at 1e-5; Burton 1994 states minor differences only',
  measure: 'largest deviation, of their ranges',
  tolerance: 1e-3,
  reason: 'pressures are right to 0.1 bar of some 100 bar at every step',
  run: async (bench) => {
    const circuit = await bench.circuit('marine');
    const record = ['act1.x', 'act2.x', 'winch.angle'];
    const lines = await byLines(circuit, { record });
    const lumped = await simulateLumped(circuit, { solver: 'rodas4', relativeTolerance: 1e-5, record, every: 5e-3 });
    const curves = record.map((name): Curve => {
      const reference = lumped.series(name);
      const { unit } = lines.series(name);
      // Rows of the lines are at the next step after a whole multiple.
      const ours = Float64Array.from(
        reference.t,
        (time) => interpolatedAt(lines.series(name), time) ?? (lines.series(name).y.at(-1) as number),
      );
      return { name, unit, x: reference.t, ours, reference: reference.y };
    });
    return { error: largestOf(record.map((name) => deviation(lines.series(name), lumped.series(name)).largest)), curves };
  },
};

export const marineCases: readonly ValidationCase[] = [marine];
