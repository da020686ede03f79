/** A mass between two shut chambers, a circuit without a source: the energy of its swing, which no step raises, and what steps do to its frequency and damping. */
import { expect, test } from 'vitest';
import { type Circuit, circuit, type LineOptions, type LineResults, simulate } from '../../dist/index.js';
import { isFull } from '../support/circuits.js';

const [area, modulus, volume, force] = [(Math.PI / 4) * 0.05 ** 2, 1.3e9, 150e-6, 2255];
/** Of a chamber in the middle. */
const chamber = volume + area * 0.15;
const stiffness = (2 * modulus * area ** 2) / chamber;
const massOf = (frequency: number): number => stiffness / (2 * Math.PI * frequency) ** 2;
/** What oil adds to the fluid, by what its lines keep account of: so little air, which is released and dissolved, that energy stays what it is. */
const oils = {
  volume: {},
  mass: { conserve: 'mass' },
  'free air': { air: { fraction: 1e-9, exponent: 1, dissolvedAt: '200 bar', releaseTime: '0.1 s', dissolutionTime: '0.4 s' } },
} as const;
type Oil = keyof typeof oils;
/** A force that sets in at once: pressures swing by 5.7 bar. */
function swing(frequency: number, oil: Oil, filter: number): Circuit {
  const fluid = { ...oils[oil], density: '870 kg/m3', viscosity: '40 cSt', bulkModulus: `${modulus} Pa`, vapourPressure: '-1 bar' };
  return circuit('swing')
    .fluid(fluid)
    .initialPressure('120 bar')
    .component('it', 'actuator', {
      ...{ bore: '50 mm', rodDiameter: '0 mm', stroke: '300 mm', initialPosition: '150 mm' },
      mass: `${massOf(frequency)} kg`,
    })
    .component('a', 'blockedEnd')
    .component('b', 'blockedEnd')
    .component('load', 'step', { startTime: `${0.2 / frequency} s`, initialValue: 0, finalValue: force })
    .line('La', 'it.cap', 'a', { volume: `${volume} m3`, filter })
    .line('Lb', 'it.rod', 'b', { volume: `${volume} m3`, filter })
    .signal('load', 'it.load')
    .run({ end: `${1 / frequency} s` })
    .record({ every: '1 s', signals: ['it.x'] })
    .build();
}

/** Potential energy of both chambers of a shut cylinder is B V (s² + s⁴/6 + …) at A x = s V; with that of the load, beyond the rest it swings about, by differences that keep their digits. */
const rest = -force / (2 * area * modulus);
const energyAt = (x: number, v: number, frequency: number): number => {
  const s = (area * (x - 0.15)) / chamber;
  const far = s - rest;
  return (
    0.5 * massOf(frequency) * v ** 2 + modulus * chamber * (far * (s + rest) + (s ** 4 - rest ** 4) / 6) + (force * chamber * far) / area
  );
};

/** The largest energy of each swing, and the frequency over the first ten. */
function swingsOf(results: LineResults, frequency: number): { energies: number[]; frequency: number } {
  const [{ t, y: x }, { y: v }] = [results.series('it.x'), results.series('it.v')];
  const middle = 0.15 + (rest * chamber) / area;
  const energies: number[] = [];
  const crossings: number[] = [];
  let largest = 0;
  for (let k = t.findIndex((time) => time > 0.21 / frequency); k < t.length; k++) {
    const [before, now, step] = [(x[k - 1] as number) - middle, (x[k] as number) - middle, (t[k] as number) - (t[k - 1] as number)];
    largest = Math.max(largest, energyAt(x[k] as number, v[k] as number, frequency));
    if (before >= 0 || now < 0) continue;
    energies.push(largest);
    largest = 0;
    // The cubic of both ends' positions and velocities.
    const [from, to] = [(v[k - 1] as number) * step, (v[k] as number) * step];
    let part = -before / (now - before);
    for (let round = 0; round < 4; round++) {
      const off =
        before * (1 + 2 * part) * (1 - part) ** 2 +
        from * part * (1 - part) ** 2 +
        now * part ** 2 * (3 - 2 * part) +
        to * part ** 2 * (part - 1);
      part -= off / (now - before);
    }
    crossings.push((t[k - 1] as number) + part * step);
  }
  return { energies, frequency: 10 / ((crossings[10] as number) - (crossings[0] as number)) };
}

async function run(count: number, frequency: number, steps: LineOptions, oil: Oil = 'volume', filter = 0.2) {
  const until = (count + 0.3) / frequency;
  const results = await simulate(swing(frequency, oil, filter), { ...steps, until, every: 1e-12, record: ['it.x', 'it.v'] });
  const found = swingsOf(results, frequency);
  const { energies } = found;
  const gains = energies.slice(10).map((energy, k) => energy / (energies[k] as number) - 1);
  const last = energies.length - 1;
  const damping = -Math.log((energies[last] as number) / (energies[0] as number)) / (4 * Math.PI * last);
  return {
    ...found,
    gain: Math.max(...gains),
    damping,
    steps: results.t.length - 1,
    left: (energies[count] as number) / (energies[0] as number),
  };
}

const swings = isFull ? 1000 : 60;

test.each([
  [1 / 40, 0.2],
  [1 / 50, 0.2],
  [1 / 500, 0.2],
  [1 / 50, 0.4],
])(
  "at fixed steps of %d swings, filter %d: none is gained; of the frequency the midpoint rule's (ω Δ)²/24 is left; (ω Δ)³/8 (α/(1-α) + α/2(1-α)³) is added to the damping ratio",
  async (part, filter) => {
    const { gain, damping, frequency } = await run(part < 0.01 ? 60 : swings, 20, { step: part / 20 }, 'volume', filter);
    expect(gain).toBeLessThan(1e-9);
    const angle = 2 * Math.PI * part;
    const added = (filter / (1 - filter) + (0.5 * filter) / (1 - filter) ** 3) / 8;
    // Both to their next order; of the frequency (κ₀ ω Δ)²/2 of itself.
    expect(Math.abs(damping / (added * angle ** 3) - 1)).toBeLessThan(0.02 + 4 * angle ** 2);
    expect(Math.abs((1 - frequency / 20) / (angle ** 2 / 24) - 1)).toBeLessThan(0.02 + (filter > 0.2 ? 20 : 8) * angle ** 2);
  },
);

test('lines as printed keep their inertance: without filter 5/24 (ω Δ)² of the frequency', async () => {
  const part = 1 / 50;
  const { frequency } = await run(12, 20, { step: part / 20, line: 'thesis' }, 'volume', 0);
  expect((1 - frequency / 20) / (2 * Math.PI * part) ** 2).toBeCloseTo(5 / 24, 2);
});

test.each([4, 35, 220])(
  'a hydraulic spring of %d Hz at the default pressure error: within 6e-4 of its frequency over ten swings',
  async (hertz) => {
    const { frequency, steps } = await run(11, hertz, {});
    expect(Math.abs(frequency / hertz - 1)).toBeLessThan(6e-4);
    // As many as where its frequency was 0.2 to 0.4 % off.
    expect(steps).toBeLessThan(1000);
  },
);

test.each([
  [1e4, 3e-4, 'volume'],
  [1e3, 3e-5, 'volume'],
  [1e2, 3e-6, 'volume'],
  [1e4, 3e-4, 'mass'],
  [1e3, 3e-5, 'mass'],
  [1e4, 3e-4, 'free air'],
  [1e3, 3e-5, 'free air'],
] as const)(
  'at variable steps, a pressure error of %d Pa: no window of ten swings gains; at most %d is added to the damping ratio; lines that keep %s',
  async (pressureError, most, oil) => {
    const { gain, damping } = await run(swings, 20, { pressureError }, oil);
    expect(gain).toBeLessThan(1e-9);
    expect(damping).toBeGreaterThan(0);
    expect(damping).toBeLessThan(most);
  },
);

test.each([
  [20, 400],
  [150, 150],
  [400, 20],
])('nor where a junction parts each chamber in %d cm³ at the piston and %d behind it', async (near, far) => {
  const parted = circuit('parted')
    .fluid({ density: '870 kg/m3', viscosity: '40 cSt', bulkModulus: `${modulus} Pa`, vapourPressure: '-1 bar' })
    .initialPressure('120 bar')
    .component('it', 'actuator', { bore: '50 mm', rodDiameter: '0 mm', stroke: '300 mm', initialPosition: '150 mm', mass: '100 kg' });
  for (const end of ['cap', 'rod'])
    parted
      .component(`n_${end}`, 'junction')
      .component(`e_${end}`, 'blockedEnd')
      .line(`a_${end}`, `it.${end}`, `n_${end}`, { volume: `${near} cm3` })
      .line(`b_${end}`, `n_${end}`, `e_${end}`, { volume: `${far} cm3` });
  const built = parted
    .component('load', 'step', { startTime: '10 ms', initialValue: 0, finalValue: force })
    .signal('load', 'it.load')
    .run({ end: isFull ? '4 s' : '1.5 s' })
    .record({ every: '1 s', signals: ['it.x'] })
    .build();
  for (const pressureError of isFull ? [1e4, 3e3, 1e3, 300, 100] : [3e3, 300]) {
    const { y: v } = (await simulate(built, { pressureError, every: 1e-12, record: ['it.v'] })).series('it.v');
    // The highest velocity of each swing, on a parabola.
    const peaks: number[] = [];
    for (let k = 2; k < v.length - 1; k++) {
      const [before, at, next] = [v[k - 1] as number, v[k] as number, v[k + 1] as number];
      if (at > 0 && at > before && at >= next) peaks.push(at - (next - before) ** 2 / (8 * (next - 2 * at + before)));
    }
    expect(peaks.length).toBeGreaterThan(50);
    for (let k = 10; k < peaks.length; k++) expect((peaks[k] as number) / (peaks[k - 10] as number)).toBeLessThan(1 + 1e-9);
  }
});
