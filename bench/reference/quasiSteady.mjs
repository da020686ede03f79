/**
 * The cylinder of circuits/cylinder-drive-2020.yaml once more, by RK4 at fixed steps: with its small volume, and with the quasi-steady pressure of Ustinov and others,
 * IEEE Access 8 (2020), §II.B, in its place. What the compensator keeps open where it is shut, its residual opening, is a floor under its coefficient; within steps
 * (no stage sees less, and the coefficient rests at its floor), or between them (the coefficient is set back to it after each step, as a saturation behind an
 * integrator does, and the stages of a step see what is below). How far the piston is off:
 *   node bench/reference/quasiSteady.mjs > bench/reference/quasiSteady.json
 */
import { pathToFileURL } from 'node:url';

const [bulkModulus, supply, tank] = [1e9, 200e5, 9e5];
const [setting, springRate, flowForce, damping, largest] = [1e6, 4.65e7, -1.79e4, 4e11, 1e-6];
const valve = 2.315e-8;
const round = (diameter) => (Math.PI / 4) * diameter ** 2;
const [cap, rod] = [round(0.039989859567), round(0.039989859567) - round(0.0266067883607)];
const [stroke, start, dead, small, mass, stiffness, friction] = [1, 0.75, 1e-4, 1e-6, 100, 320, 6.368 + 1280];
const signedRoot = (drop) => Math.sign(drop) * Math.sqrt(Math.abs(drop));

/**
 * Positions every 10 ms, and the mean of the cap's pressure, Pa. `treated`: whether the quasi-steady pressure takes the place of the volume's; `within`: whether the
 * floor, m³/s/√Pa, holds within steps; `frequency` in rad/s, `step` and `end` in s.
 */
export function positions({ frequency, floor, step, end, treated, within }) {
  // Of the state: coefficient, pressures of cap and rod, position, velocity, pressure of the small volume.
  const size = treated ? 5 : 6;
  const rate = (t, [coefficient, p1, p2, x, v, held], into) => {
    const signal = Math.sin(frequency * t);
    const opening = Math.abs(signal) * valve;
    const open = Math.max(within ? floor : 0, Math.min(largest, coefficient));
    const load = signal >= 0 ? p1 : p2;
    let pressure = held;
    if (treated) {
      const share = (open / opening) ** 2;
      pressure = Number.isFinite(share) ? (load + share * supply) / (1 + share) : supply;
    }
    const flow = opening * signedRoot(pressure - load);
    const into1 = signal >= 0 ? flow : -opening * signedRoot(p1 - tank);
    const outOf2 = signal >= 0 ? opening * signedRoot(p2 - tank) : -flow;
    const force = springRate + flowForce * (supply - pressure);
    const rising = (setting - pressure + Math.max(p1, p2) - force * coefficient) / damping;
    const rests = (coefficient <= (within ? floor : 0) && rising < 0) || (coefficient >= largest && rising > 0);
    into[0] = within && rests ? 0 : rising;
    into[1] = (bulkModulus / (cap * x + dead)) * (into1 - cap * v);
    into[2] = (bulkModulus / (rod * (stroke - x) + dead)) * (rod * v - outOf2);
    into[3] = v;
    into[4] = (p1 * cap - p2 * rod - stiffness * (x - start) - friction * v) / mass;
    if (!treated) into[5] = (bulkModulus / small) * (open * signedRoot(supply - pressure) - flow);
  };
  const state = [1e-6, tank, tank, start, 0, tank].slice(0, size);
  const [trial, ...k] = Array.from({ length: 5 }, () => new Float64Array(size));
  const [steps, every] = [Math.round(end / step), Math.round(0.01 / step)];
  const found = [];
  let mean = 0;
  for (let n = 0; n < steps; n++) {
    const t = n * step;
    rate(t, state, k[0]);
    [0.5, 0.5, 1].forEach((part, stage) => {
      for (let i = 0; i < size; i++) trial[i] = state[i] + part * step * k[stage][i];
      rate(t + part * step, trial, k[stage + 1]);
    });
    for (let i = 0; i < size; i++) state[i] += (step / 6) * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    state[0] = Math.max(floor, Math.min(largest, state[0]));
    mean += state[1] / steps;
    if ((n + 1) % every === 0) found.push(state[3]);
  }
  return { x: found, mean };
}

/** Root mean square of the difference of positions, over all and over the last tenth, in parts of the stroke. */
export function off(own, exact) {
  const rms = (from) => {
    let sum = 0;
    for (let k = from; k < own.x.length; k++) sum += (own.x[k] - exact.x[k]) ** 2;
    return Math.sqrt(sum / (own.x.length - from)) / stroke;
  };
  return { all: rms(0), last: rms(Math.floor(0.9 * own.x.length)) };
}

const three = (value) => Number(value.toPrecision(3));

/** A row a floor and a frequency: with steps of 0.1 and 0.4 ms, floor between and within steps. */
export function scan({ end, floors, frequencies }) {
  return floors.flatMap((floor) =>
    frequencies.map((frequency) => {
      const common = { frequency, floor, end };
      const exact = positions({ ...common, step: 2e-5, treated: false, within: true });
      const by = (step, within) => {
        const own = positions({ ...common, step, treated: true, within });
        const { all, last } = off(own, exact);
        return { all: three(all), last: three(last), mean: three(own.mean) };
      };
      return { floor, frequency, mean: three(exact.mean), tenth: by(1e-4, false), four: by(4e-4, false), within: by(4e-4, true) };
    }),
  );
}

/** As stored: over the published time. */
export const published = { end: 200, floors: [0, 1e-10, 1e-9, 3e-9, 1e-8], frequencies: [0.25, 0.75] };

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify({ end: published.end, rows: scan(published) }, null, 2));
