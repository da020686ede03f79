/** Wave lines beyond the lossless wave: steady losses, elastic walls, a rise, steps that vary, and a vapour cavity at a valve that has closed. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf, largestRelative } from '../measures.js';
import { firstCavity } from '../oracles/characteristics.js';
import { byLines, stepsOf } from '../runs.js';

const [length, diameter, density] = [10, 0.01, 870];
const area = (Math.PI / 4) * diameter ** 2;

/** Darcy's factor λ from the loss of a line through which `velocity` flows steadily. */
async function darcyFactor(friction: string, reynolds: number, velocity: number, roughness: number): Promise<number> {
  const built = circuit('steady')
    .component('given', 'flowSource', { flow: `${velocity * area} m3/s` })
    .component('t', 'tank')
    .line('pipe', 'given', 't', {
      model: 'wave',
      length: `${length} m`,
      diameter: `${diameter} m`,
      friction,
      elements: 2,
      ...(friction === 'turbulent' ? { roughness: `${roughness} m` } : {}),
    })
    .fluid({ density: `${density} kg/m3`, bulkModulus: '16000 bar', viscosity: `${(velocity * diameter) / reynolds} m2/s` })
    .run({ end: '4 s', step: '0.2 ms' })
    .record({ every: '4 s', signals: ['given.out.p'] })
    .build();
  const loss = (await byLines(built)).series('given.out.p').y.at(-1) as number;
  return (loss * 2 * diameter) / (length * density * velocity ** 2);
}

/** λ over Reynolds numbers, both axes logarithmic as in Moody's diagram. */
async function moody(
  name: string,
  friction: string,
  numbers: readonly number[],
  relative: number,
  law: (re: number) => number,
): Promise<Curve> {
  const ours: number[] = [];
  // Laminar at 100 cSt, so that the transient dies soon; turbulent at 15 m/s.
  for (const re of numbers) ours.push(await darcyFactor(friction, re, re < 4000 ? re * 0.01 : 15, relative * diameter));
  const abscissa = { name: 'Reynolds number', unit: '1' };
  return { name, unit: '1', x: numbers, ours, reference: numbers.map(law), abscissa, logarithmic: true };
}

/** 1/√λ = -2 log₁₀(ε/3.7d + 2.51/(Re√λ)), by iteration, which contracts fivefold and more. */
function colebrook(reynolds: number, relative: number): number {
  let root = 0.2;
  for (let pass = 0; pass < 60; pass++) root = 1 / (-2 * Math.log10(relative / 3.7 + 2.51 / (reynolds * root)));
  return root * root;
}

const laminarLoss: ValidationCase = {
  name: 'steady-loss-laminar',
  group: 'Waves',
  title: 'Steady flow through lines with lumped, laminar, unsteady and turbulent friction, Re 50 to 2000',
  against: 'analytic: Hagen-Poiseuille, λ = 64/Re',
  measure: 'largest relative deviation of λ',
  tolerance: 1e-6,
  reason: 'what is left of the transient after 4 s, five hundred passages with R/Z = 0.24 each',
  run: async () => {
    const curves: Curve[] = [];
    for (const friction of ['lumped', 'laminar', 'unsteady', 'turbulent'])
      curves.push(await moody(`λ, friction: ${friction}`, friction, [50, 300, 2000], 0, (re) => 64 / re));
    return { error: largestOf(curves.map(largestRelative)), curves };
  },
};

const turbulentLoss: ValidationCase = {
  name: 'steady-loss-turbulent',
  group: 'Waves',
  title: 'Steady turbulent flow through smooth and rough lines, Re 5e3 to 1e6',
  against: 'published: Colebrook 1939; the engine has Haaland 1983',
  measure: 'largest relative deviation of λ',
  tolerance: 0.02,
  reason: 'the two formulas differ by up to 1.2 % at these places; a roughness that is left out is 40 % off and more',
  run: async () => {
    const curves: Curve[] = [];
    for (const relative of [0, 1e-3, 1e-2])
      curves.push(await moody(`λ, ε/d = ${relative}`, 'turbulent', [5e3, 2e4, 1e5, 1e6], relative, (re) => colebrook(re, relative)));
    return { error: largestOf(curves.map(largestRelative)), curves };
  },
};

const walls: ValidationCase = {
  name: 'elastic-wall',
  group: 'Waves',
  title: 'A front in a line of 20 mm with a wall of 1 mm of 70 GPa; Δ is a hundredth of the delay by the formula',
  against: 'analytic: Korteweg 1878, c = √(B/ρ/(1 + B d/(E e))), rise ρ c v',
  measure: 'largest deviation, of the Joukowsky rise',
  tolerance: 1e-12,
  reason: 'rounding; a front that arrives a step early or late is 2 off',
  run: async () => {
    const [modulus, bore, wall, elasticity] = [1.6e9, 0.02, 1e-3, 70e9];
    const celerity = Math.sqrt(modulus / density / (1 + (modulus * bore) / (elasticity * wall)));
    const step = length / celerity / 100;
    const flow = 1e-4;
    const built = closedEnd(circuit('walls'), 'end')
      .component('given', 'flowSource', { flow: `${flow} m3/s` })
      .line('pipe', 'given', 'end.in', {
        ...{ model: 'wave', length: `${length} m`, diameter: `${bore} m` },
        ...{ wallThickness: `${wall} m`, wallModulus: `${elasticity} Pa`, bulkModulus: `${modulus} Pa` },
      })
      .fluid({ density: `${density} kg/m3` })
      .run({ end: `${390 * step} s`, step: `${step} s` })
      .record({ every: `${step} s`, signals: ['given.out.p', 'end.in.p'] })
      .build();
    const results = await byLines(built);
    const rise = (density * celerity * flow) / ((Math.PI / 4) * bore ** 2);
    const at = (quantity: string, name: string, law: (n: number) => number): Curve => {
      const { t, y } = stepsOf(results, quantity);
      return { name, unit: 'Pa', x: t, ours: y, reference: y.map((_, n) => rise * law(n)) };
    };
    const curves = [
      at('given.out.p', 'at the source', (n) => 1 + 2 * Math.floor(n / 200)),
      at('end.in.p', 'at the closed end', (n) => 2 * Math.floor((n + 100) / 200)),
    ];
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rise))), curves };
  },
};

const elevation: ValidationCase = {
  name: 'elevation-at-rest',
  group: 'Waves',
  title: 'Oil at rest in a line that rises by 15 m, at steps that vary',
  against: 'analytic: p falls by ρ g h',
  measure: 'largest deviation of the upper pressure, of ρ g h',
  tolerance: 1e-11,
  reason: 'rounding of 1e-16 a step of pressures eight times as large; a wrong sign is 2 off',
  run: async () => {
    const built = closedEnd(circuit('hill'), 'top')
      .component('s', 'pressureSource', { pressure: '10 bar' })
      .line('pipe', 's', 'top.in', { model: 'wave', length: '20 m', diameter: '20 mm', elevation: '15 m', friction: 'laminar' })
      .initialPressure('10 bar')
      .fluid({ density: '900 kg/m3' })
      .run({ end: '0.1 s' })
      .record({ every: '1 ms', signals: ['top.in.p'] })
      .build();
    const { t, y } = stepsOf(await byLines(built), 'top.in.p');
    const weight = 900 * 9.80665 * 15;
    const curve: Curve = { name: 'pressure at the top', unit: 'Pa', x: t, ours: y, reference: y.map(() => 10e5 - weight) };
    return { error: largestDeviation(curve, weight), curves: [curve] };
  },
};

const variableSteps: ValidationCase = {
  name: 'water-hammer-variable-steps',
  group: 'Waves',
  title: 'A flow stopped at once at the end of a lossless line; the pressure error chooses the steps',
  against: 'analytic: Joukowsky 1898, ±Zq for 2T each',
  measure: 'largest deviation outside ±0.05 T of fronts, of Zq',
  tolerance: 0.02,
  reason: 'a history is means over cells of T/1024 at best, so that a front is spread a little more in each of ten periods',
  run: async () => {
    const [impedance, delay, flow, start] = [2.5e9, 1e-3, 1e-3, 200e5];
    const built = circuit('pipe')
      .component('source', 'pressureSource', { pressure: `${start} Pa` })
      .component('taken', 'flowSource', { flow: `-${flow} m3/s` })
      .line('pipe', 'source', 'taken', { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` })
      .initialPressure(`${start} Pa`)
      .fluid({ vapourPressure: '-1000 bar' })
      .run({ end: `${20.9 * delay} s` })
      .record({ every: '10 us', signals: ['taken.out.p'] })
      .build();
    const results = await byLines(built);
    const { t, y } = stepsOf(results, 'taken.out.p');
    const jump = impedance * flow;
    const curve: Curve = {
      name: 'pressure at the valve',
      unit: 'Pa',
      x: t,
      ours: y,
      reference: t.map((time) => start + (Math.floor(time / (2 * delay)) % 2 === 0 ? -jump : jump)),
      aside: Array.from({ length: 11 }, (_, k) => [(2 * k - 0.05) * delay, (2 * k + 0.05) * delay] as const),
    };
    return { error: largestDeviation(curve, jump), curves: [curve], notes: [`${results.account.steps.accepted} steps`] };
  },
};

/**
 * Vapour cavity at a valve that closes at once, J = Zq above a reservoir H above vapour pressure. Whether a flow is stopped or given changes the flow by
 * a constant only, so that a source into the line at rest has the same pressures.
 */
const cavity: ValidationCase = {
  name: 'vapour-cavity-at-valve',
  group: 'Waves',
  title: 'A valve closes at once; the column parts at it and comes back: J/H = 1.5, 2, 2.5, 3, 4, 6',
  against: 'analytic: the waves one by one; 2T J/H for whole J/H',
  measure: 'largest deviation, of Zq, a step at the collapse aside',
  tolerance: 1e-9,
  reason: 'rounding; at T/Δ = 20 every collapse is on a step; oil that is lost moves it',
  run: async () => {
    const [impedance, delay, flow, vapour, steps] = [2e9, 0.025, 1e-3, -1e5, 20];
    const rise = impedance * flow;
    const curves: Curve[] = [];
    for (const ratio of [1.5, 2, 2.5, 3, 4, 6]) {
      const head = rise / ratio;
      const { duration, after } = firstCavity(rise, head, delay);
      const closed = 2 * delay + duration;
      const end = 2 * delay * (Math.floor(ratio + 1e-12) + 2);
      const built = circuit('valve')
        .component('reservoir', 'pressureSource', { pressure: `${vapour + head} Pa` })
        .component('valve', 'flowSource', { flow: `${flow} m3/s` })
        .line('pipe', 'reservoir', 'valve', { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` })
        .initialPressure(`${vapour + head} Pa`)
        .fluid({ vapourPressure: `${vapour} Pa` })
        .run({ end: `${end} s`, step: `${delay / steps} s` })
        .record({ every: `${delay / steps} s`, signals: ['valve.out.p'] })
        .build();
      const { t, y } = stepsOf(await byLines(built), 'valve.out.p');
      const step = delay / steps;
      // Step n is the time from nΔ to (n + 1)Δ.
      const law = (n: number): number => (n < 2 * steps ? vapour + head + rise : (n + 0.5) * step < closed ? vapour : vapour + after);
      curves.push({
        name: `pressure at the valve, J/H = ${ratio}`,
        unit: 'Pa',
        x: t,
        ours: y,
        reference: y.map((_, n) => law(n)),
        aside: [[closed - 0.5 * step, closed + 1.5 * step]],
      });
    }
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rise))), curves };
  },
};

export const wavePhysicsCases: readonly ValidationCase[] = [laminarLoss, turbulentLoss, walls, elevation, variableSteps, cavity];
