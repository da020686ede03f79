/** The boom of the excavator: the force that holds it, the energy that lifts it, its motion by lines and as a lumped circuit. */
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, rangeOf } from '../measures.js';
import { byLines } from '../runs.js';
import { compared, odeCase, ofRanges } from './storedCircuits.js';

/** Bodies of OpenHydraulics' Examples.Excavator with the arm at -80° to the boom and the bucket at 20° to the arm: kg, m from the boom's pin, kg m2. */
const bodies = [
  { mass: 1307, x: 3.44, y: 0.65, inertia: 8060 },
  { mass: 700.5, ...placed([7.11, 0], [1.176, 0.296], -80), inertia: 2191 },
  { mass: 50, ...placed([7.11, 0], [3.654, 0], -80, [0.5, -0.6], -60), inertia: 2.191 },
];
const gravity = 9.81;
const capArea = (2 * Math.PI * 0.135 ** 2) / 4;
const rodArea = capArea - (2 * Math.PI * 0.05 ** 2) / 4;

function placed(from: readonly [number, number], ...turns: readonly (readonly [number, number] | number)[]): { x: number; y: number } {
  let [x, y] = from;
  for (let k = 0; k < turns.length; k += 2) {
    const [along, across] = turns[k] as readonly [number, number];
    const angle = ((turns[k + 1] as number) * Math.PI) / 180;
    x += along * Math.cos(angle) - across * Math.sin(angle);
    y += along * Math.sin(angle) + across * Math.cos(angle);
  }
  return { x, y };
}

const hold: ValidationCase = {
  name: 'excavator-boom-hold',
  group: 'Circuits',
  title: 'Boom of an excavator at rest: the moment of its cylinders about the pin',
  against: 'analytic: moments of the weights of boom, arm and bucket, of OpenHydraulics, Examples.Excavator',
  measure: 'deviation of the moment, relative',
  tolerance: 1e-4,
  reason: "the file's sums of moments have five digits",
  run: async (bench) => {
    const results = await byLines(await bench.circuit('excavator-boom'), { until: 0.5, every: 0.05, steadyStart: true });
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    const angle = last('boom.angle');
    const turned = (x: number, y: number) =>
      [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)] as const;
    // The rods push along the line from the carriage's pins to the boom's: moment of that force about the boom's pin.
    const [x, y] = turned(2.85, 1.18);
    const [dx, dy] = [x - (0.655 + 0.164), y - (0.703 - 1.428)];
    const force = capArea * last('boom.cap.p') - rodArea * last('boom.rod.p');
    const ours = (force * (x * dy - y * dx)) / Math.hypot(dx, dy);
    const reference = bodies.reduce((sum, body) => sum + body.mass * gravity * turned(body.x, body.y)[0], 0);
    const curve: Curve = {
      name: 'moment about the pin',
      unit: 'Nm',
      x: [angle],
      ours: [ours],
      reference: [reference],
      abscissa: { name: 'angle', unit: 'rad' },
    };
    return { error: Math.abs(ours / reference - 1), curves: [curve] };
  },
};

const energy: ValidationCase = {
  name: 'excavator-boom-energy',
  group: 'Circuits',
  title: 'Boom of an excavator, lowered and raised: work of the oil on the pistons less friction',
  against: 'analytic: potential and kinetic energy of boom, arm and bucket',
  measure: 'largest deviation, of the range of the energy',
  tolerance: 3e-4,
  reason: 'work and friction are summed over rows of 1 ms, while pressures swing at some hertz',
  run: async (bench) => {
    const results = await byLines(await bench.circuit('excavator-boom'), { every: 1e-3 });
    const [angle, rate, x, cap, rod] = ['angle', 'rate', 'extension', 'cap.p', 'rod.p'].map((name) =>
      results.series(`boom.${name}`).y.subarray(1),
    );
    if (!(angle && rate && x && cap && rod)) throw new Error('a quantity of the boom is not recorded');
    const t = results.series('boom.angle').t.subarray(1);
    const inertia = bodies.reduce((sum, body) => sum + body.inertia + body.mass * (body.x ** 2 + body.y ** 2), 0);
    const reference = Array.from(angle, (one, k) => {
      const height = bodies.reduce((sum, body) => sum + body.mass * (body.x * Math.sin(one) + body.y * Math.cos(one)), 0);
      return gravity * height + (inertia * (rate[k] as number) ** 2) / 2;
    });
    const ours = [reference[0] as number];
    for (let k = 1; k < t.length; k++) {
      const [before, now] = [k - 1, k].map((i) => capArea * (cap[i] as number) - rodArea * (rod[i] as number)) as [number, number];
      const moved = (x[k] as number) - (x[k - 1] as number);
      const friction = (20e3 * moved) / ((t[k] as number) - (t[k - 1] as number));
      ours.push((ours[k - 1] as number) + ((before + now) / 2 - friction) * moved);
    }
    const curve: Curve = { name: 'energy of the boom', unit: 'J', x: t, ours, reference };
    return { error: largestDeviation(curve, rangeOf(reference)), curves: [curve] };
  },
};

const against = 'independent: SciPy Radau IIA, bench/reference/excavator.py';
const stretch = { name: 'excavator-boom', until: 15 };

const motion: ValidationCase = {
  name: 'excavator-boom-motion',
  group: 'Circuits',
  title: 'Boom of an excavator, lowered and raised, at 0.02 bar: angle and its rate',
  against,
  measure: 'largest deviation of angle (ten times) and rate, of their ranges',
  tolerance: 0.02,
  reason: 'the boom swings on its oil at some hertz, hardly damped, and with lines a little slower; a quarter of that at 0.005 bar',
  run: async (bench) => {
    const results = await byLines(await bench.circuit(stretch.name), { every: 1e-3 });
    const curves = (await compared(bench, stretch, results)).filter(({ name }) => ['boom.angle', 'boom.rate'].includes(name));
    const error = (curve: Curve): number => (curve.name === 'boom.angle' ? 10 : 1) * largestDeviation(curve, rangeOf(curve.reference));
    return { error: largestOf(curves.map(error)), curves };
  },
};

const ode = odeCase(stretch, {
  name: 'excavator-boom-ode',
  title: 'The same as an ODE, rodas4 at 1e-6',
  measure: ofRanges,
  tolerance: 1e-4,
  reason: 'an integrator at 1e-6 that locates its jumps; a wrong term, a stop of the swash missed or a chamber left out is 1 % and more',
  against,
});

export const excavatorCases: readonly ValidationCase[] = [hold, energy, motion, ode];
