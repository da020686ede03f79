/** The electro-hydraulic position servo of Burton 1994's appended paper: control by samples, long lines with friction. */
import type { Curve, ValidationCase, Workbench } from '../case.js';
import { largestDeviation, largestOf, largestRelative, rangeOf } from '../measures.js';
import { naturalFrequencies, strongestNear } from '../oracles/ringing.js';
import { sampledStep } from '../oracles/sampledServo.js';
import { byLines } from '../runs.js';

/** Charged to 40 bar, so that no check valve opens, and a small step without dry friction: what the linear loop assumes. */
async function smallStep(bench: Workbench, period: number): Promise<Curve[]> {
  const circuit = await bench.circuit('servo-drive-sampled', [
    `sampler.period=${period} s`,
    'motor.coulombCoefficient=0',
    'initial.pressure=40 bar',
    'demand.finalValue=2 deg',
  ]);
  const [until, step] = [4, 2e-5];
  const results = await byLines(circuit, { until, step, every: period, record: ['motor.angle', 'f1.p', 'r1.p'] });
  const exact = sampledStep(period, 2, Math.round(until / period));
  const { t, y: angle } = results.series('motor.angle');
  const back = results.series('r1.p').y;
  return [
    { name: 'motor.angle', unit: 'rad', x: t, ours: angle, reference: exact.map((x) => (x.get(0, 0) * Math.PI) / 180) },
    {
      name: 'f1.p - r1.p',
      unit: 'Pa',
      x: t,
      ours: results.series('f1.p').y.map((p, k) => p - (back[k] as number)),
      reference: exact.map((x) => x.get(2, 0) - x.get(3, 0)),
    },
  ];
}

const sampled = (milliseconds: number, behaviour: string, tolerance: number): ValidationCase => ({
  name: `servo-sampled-${milliseconds}ms`,
  group: 'Circuits',
  title: `Position servo, small step under samples every ${milliseconds} ms: ${behaviour}`,
  against: 'analytic: the sampled linear loop by its matrix exponential; stable or not as Burton 1994 states',
  measure: 'largest deviation of position and pressure difference, of their ranges',
  tolerance,
  reason: 'a sample acts one step of 20 us late; the deviation is in proportion to the step',
  run: async (bench) => {
    const curves = await smallStep(bench, milliseconds / 1000);
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rangeOf(curve.reference)))), curves };
  },
});

const lines: ValidationCase = {
  name: 'servo-long-lines',
  group: 'Circuits',
  title: 'Position servo with 10 m of friction line either side of the motor: the ringing at the motor',
  against: 'analytic: natural frequencies of a shut line that ends in a volume, 37.9, 82.2 and 129.5 Hz',
  measure: 'largest deviation of the first three frequencies, relative',
  tolerance: 0.006,
  reason: 'found in steps of 1/400, with friction and a window of 0.6 s; an open end would ring at 25 Hz, a shut one at 50 Hz',
  run: async (bench) => {
    const [from, until] = [0.25, 0.85];
    const options = { until, every: 1e-3, record: ['motor.in.p'] };
    const [waves, smooth] = [
      await byLines(await bench.circuit('servo-drive-lines'), options),
      await byLines(await bench.circuit('servo-drive'), options),
    ];
    // The 4 m that only store oil have 0.4 of the capacitance of the 10 m.
    const reference = naturalFrequencies(0.01, 0.4, 3);
    const ours = reference.map((frequency) =>
      strongestNear(waves.series('motor.in.p'), smooth.series('motor.in.p'), { from, until, frequency }),
    );
    const curve: Curve = { name: 'frequency', unit: 'Hz', x: [1, 2, 3], ours, reference, abscissa: { name: 'mode', unit: '1' } };
    return { error: largestRelative(curve), curves: [curve] };
  },
};

export const servoCases: readonly ValidationCase[] = [sampled(10, 'stable', 1e-3), sampled(50, 'it swings wider and wider', 4e-3), lines];
