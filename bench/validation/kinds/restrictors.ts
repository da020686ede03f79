/** Restrictors: velocities, Reynolds numbers and losses by the formulas of handbooks, from which pressures and flows of the rig follow. */
import { closer, figure, type KindCheck, stiffness } from './kindCheck.js';
import { bar, litrePerMinute, Rig, rows } from './rig.js';

const still = { end: 0.01, step: 1e-3 };
const exact = 'held at both ports nothing moves: rounding; a coefficient that is 3 % off makes 1 % of flow or more';
const [density, viscosity] = [850, 40e-6];
const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
/** Pressure that a velocity is worth, ρ v²/2, in bar. */
const dynamic = (velocity: number, rho = density): number => ((rho / 2) * velocity ** 2) / bar;
/** 42.5 bar: of a jet of 100 m/s. */
const jet = dynamic(100);

/** Reynolds number of water in 10 m of pipe of 20 mm, and the pressure, Pa, that the friction λ ρ v²/2 L/D takes: λ Re² of both laws at the ends, 2300 and 4000. */
const ends = [64 * 2300, 0.3164 * 4000 ** 1.75].map(Math.log) as [number, number];
const pressureOf = (frictionByReynolds: number): number => ((frictionByReynolds * 1000 * (1e-6 / 0.02) ** 2) / 2) * (10 / 0.02);
/** De Casteljau between the ends: the inner points lie a third of the way along the tangents, of slopes 1 and 4/7. */
function between(part: number): { reynolds: number; pressure: number } {
  const third = (ends[1] - ends[0]) / 3;
  let points = [Math.log(2300), Math.log(2300) + third, Math.log(4000) - (4 / 7) * third, Math.log(4000)];
  while (points.length > 1) points = points.slice(1).map((next, k) => (1 - part) * (points[k] as number) + part * next);
  return { reynolds: Math.exp(points[0] as number), pressure: pressureOf(Math.exp(ends[0] + part * (ends[1] - ends[0]))) };
}
const passages = {
  laminar: { reynolds: 2280, pressure: pressureOf(64 * 2280) },
  quarter: between(0.25),
  half: between(0.5),
  threeQuarters: between(0.75),
  turbulent: { reynolds: 4050, pressure: pressureOf(0.3164 * 4050 ** 1.75) },
};

export const restrictorChecks: readonly KindCheck[] = [
  {
    kind: 'laminarRestrictor',
    title: 'a bleed of 0.5 l/min/bar at 40 bar, forwards and backwards; a volume of 3 l that empties through it',
    against: 'analytic: 20 l/min by hand, and e^(-1) after V/(B K)',
    tolerance: 1e-4,
    reason: 'time constant of 24 ms by steps of 0.1 ms, (Δ/τ)²/12 and what the short line leaves',
    rig: () =>
      new Rig({ end: 0.03, step: 1e-4 })
        .put('a', 'laminarRestrictor', { conductance: '0.5 l/min/bar' }, { in: '60 bar', out: '20 bar' })
        .put('b', 'laminarRestrictor', { conductance: '0.5 l/min/bar' }, { in: '20 bar', out: '60 bar' })
        .put('c', 'laminarRestrictor', { conductance: '0.5 l/min/bar' }, { out: '0 bar' })
        .hold('c.in', 'shut', { volume: '3 l', initialPressure: '100 bar', filter: 0 })
        .build(),
    figures: [
      figure('flow out', 'm3/s', 20 * litrePerMinute, (run) => run.end('a.out.q')),
      figure('flow in', 'm3/s', -20 * litrePerMinute, (run) => run.end('a.in.q')),
      figure('flow backwards', 'm3/s', -20 * litrePerMinute, (run) => run.end('b.out.q')),
      figure('pressure after 24 ms', 'Pa', (100 * bar) / Math.E, (run) => run.at('L_at_c_in.p', 0.024)),
    ],
  },
  {
    kind: 'orifice',
    title: 'a sharp edge of 10 mm² behind 42.5 bar, and the other way',
    against: 'analytic: Torricelli, ρ v²/2 makes a jet of 100 m/s that fills 0.6 of the area',
    tolerance: 1e-9,
    reason: exact,
    rig: () =>
      new Rig(still)
        .put('a', 'orifice', { area: '10 mm2', dischargeCoefficient: 0.6 }, { in: `${jet + 3} bar`, out: '3 bar' })
        .put('b', 'orifice', { area: '10 mm2', dischargeCoefficient: 0.6 }, { in: '3 bar', out: `${jet / 4 + 3} bar` })
        .build(),
    figures: [
      figure('flow', 'm3/s', 0.6 * 10e-6 * 100, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -0.6 * 10e-6 * 100, (run) => run.end('a.in.q')),
      figure('flow backwards at a quarter', 'm3/s', -0.6 * 10e-6 * 50, (run) => run.end('b.out.q')),
    ],
  },
  {
    kind: 'ratedOrifice',
    title: 'an orifice of 20 l/min at 5 bar, asked at 45 bar and backwards at 1.25 bar',
    against: 'analytic: nine times the pressure makes three times the flow',
    tolerance: 1e-9,
    reason: exact,
    rig: () =>
      new Rig(still)
        .put('a', 'ratedOrifice', { ratedFlow: '20 l/min', ratedPressureDrop: '5 bar' }, { in: '55 bar', out: '10 bar' })
        .put('b', 'ratedOrifice', { ratedFlow: '20 l/min', ratedPressureDrop: '5 bar' }, { in: '10 bar', out: '11.25 bar' })
        .build(),
    figures: [
      figure('flow', 'm3/s', 60 * litrePerMinute, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -60 * litrePerMinute, (run) => run.end('a.in.q')),
      figure('flow backwards', 'm3/s', -10 * litrePerMinute, (run) => run.end('b.out.q')),
    ],
  },
  {
    kind: 'meteringValve',
    title: 'a valve of 20 l/min at 5 bar: half open at 20 bar, at an input beyond open, and shut',
    against: 'analytic: half the area and four times the pressure pass the rated flow',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const rated = { ratedFlow: '20 l/min', ratedPressureDrop: '5 bar' };
      return new Rig(still)
        .put('a', 'meteringValve', rated, { in: '30 bar', out: '10 bar' }, { opening: 0.5 })
        .put('b', 'meteringValve', rated, { in: '10 bar', out: '30 bar' }, { opening: 1.7 })
        .put('c', 'meteringValve', rated, { in: '30 bar', out: '10 bar' }, { opening: -0.5 })
        .build();
    },
    figures: [
      figure('flow half open', 'm3/s', 20 * litrePerMinute, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -20 * litrePerMinute, (run) => run.end('a.in.q')),
      figure('flow wide open, backwards', 'm3/s', -40 * litrePerMinute, (run) => run.end('b.out.q')),
      figure('flow shut', 'm3/s', 0, (run) => run.end('c.out.q'), 20 * litrePerMinute),
    ],
  },
  {
    kind: 'transitionOrifice',
    title: 'an opening of 2 mm that is turbulent from 10.6 bar on: below, there and above',
    against: 'published: Ellman & Piché, a parabola with the value and slope of the root; mean velocity there 1.5 Re ν/d = 30 m/s',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const rig = new Rig(still);
      // A jet of 50 m/s fills 0.6 of the area with a mean of 30 m/s.
      const pressures = { far: jet, at: dynamic(50), half: dynamic(50) / 2, tenth: dynamic(50) / 10 };
      for (const [name, pressure] of Object.entries(pressures))
        rig.put(
          name,
          'transitionOrifice',
          { diameter: '2 mm', dischargeCoefficient: 0.6, transitionReynolds: 1000 },
          {
            in: `${pressure + 2} bar`,
            out: '2 bar',
          },
        );
      return rig.build();
    },
    figures: [
      figure('flow in turbulence', 'm3/s', 0.6 * round(2e-3) * 100, (run) => run.end('far.out.q')),
      figure('flow taken', 'm3/s', -0.6 * round(2e-3) * 100, (run) => run.end('far.in.q')),
      figure('flow at the transition', 'm3/s', round(2e-3) * 30, (run) => run.end('at.out.q')),
      figure('flow at half its pressure', 'm3/s', (5 / 8) * round(2e-3) * 30, (run) => run.end('half.out.q')),
      figure('flow at a tenth', 'm3/s', (0.29 / 2) * round(2e-3) * 30, (run) => run.end('tenth.out.q')),
    ],
  },
  {
    kind: 'pipeInertance',
    title: 'oil in 2 m of pipe of 8 mm gets moving under 1 bar; a short wide pipe with bends',
    against: 'analytic: v = Δp d²/(32 μ L) with a time constant of d²/(32 ν) = 50 ms; loss of bends ξ ρ v²/2',
    tolerance: 1e-4,
    reason: 'steps of 20 µs, a flow being that of the middle of its step; e^(-12) is left',
    rig: () => {
      const bends = (1.5 * dynamic(10) * bar + (32 * 0.034 * 0.1 * 10) / 4e-4) / bar;
      return new Rig({ end: 0.6, step: 2e-5 })
        .put('a', 'pipeInertance', { length: '2 m', diameter: '8 mm' }, { in: '3 bar', out: '2 bar' })
        .put('b', 'pipeInertance', { length: '0.1 m', diameter: '20 mm', lossCoefficient: 1.5 }, { in: '2 bar', out: `${2 + bends} bar` })
        .build();
    },
    figures: [
      figure('flow', 'm3/s', round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)), (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)), (run) => run.end('a.in.q')),
      figure('flow after 50 ms', 'm3/s', round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)) * (1 - 1 / Math.E), (run) =>
        run.at('a.out.q', 0.05 + 1e-5),
      ),
      figure('flow through bends', 'm3/s', -round(0.02) * 10, (run) => run.end('b.out.q')),
    ],
  },
  {
    kind: 'annularGap',
    title: 'leakage past a piston of 50 mm with 20 µm of clearance: concentric, leaning, and dragged',
    against:
      'analytic: plane Poiseuille, mean velocity h² Δp/(12 μ L); a piston that touches leaks 2.5 times; a wall drags half of its speed',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const gap = { diameter: '50 mm', clearance: '20 um', length: '40 mm' };
      return new Rig(still)
        .put('a', 'annularGap', gap, { in: '101 bar', out: '1 bar' })
        .put('b', 'annularGap', { ...gap, eccentricity: 1 }, { in: '1 bar', out: '101 bar' })
        .put('c', 'annularGap', gap, { in: '5 bar', out: '5 bar' }, { velocity: 0.4 })
        .build();
    },
    figures: [
      figure('flow', 'm3/s', Math.PI * 0.05 * 20e-6 * ((4e-10 * 1e7) / (12 * 0.034 * 0.04)), (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -Math.PI * 0.05 * 20e-6 * ((4e-10 * 1e7) / (12 * 0.034 * 0.04)), (run) => run.end('a.in.q')),
      figure('flow leaning', 'm3/s', -2.5 * Math.PI * 0.05 * 20e-6 * ((4e-10 * 1e7) / (12 * 0.034 * 0.04)), (run) => run.end('b.out.q')),
      figure('flow dragged', 'm3/s', Math.PI * 0.05 * 20e-6 * 0.2, (run) => run.end('c.out.q')),
    ],
  },
  {
    kind: 'capillary',
    title: 'a damping nozzle of 1.5 mm and 100 mm at 10 m/s, and at 1 m/s backwards',
    against: 'published: Darcy with λ = 64/Re, and 2.28 velocity heads at the entrance (Langhaar 1942)',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const loss = (v: number): number => ((64 * viscosity) / (v * 1.5e-3)) * (0.1 / 1.5e-3) * dynamic(v) + 2.28 * dynamic(v);
      return new Rig(still)
        .put('a', 'capillary', { diameter: '1.5 mm', length: '100 mm' }, { in: `${loss(10) + 1} bar`, out: '1 bar' })
        .put('b', 'capillary', { diameter: '1.5 mm', length: '100 mm' }, { in: '1 bar', out: `${loss(1) + 1} bar` })
        .build();
    },
    figures: [
      figure('flow at 10 m/s', 'm3/s', round(1.5e-3) * 10, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -round(1.5e-3) * 10, (run) => run.end('a.in.q')),
      figure('flow at 1 m/s backwards', 'm3/s', -round(1.5e-3), (run) => run.end('b.out.q')),
    ],
  },
  {
    kind: 'flowNumberOrifice',
    title: 'a slit of 10 mm² and 2 mm: jets of 100, 20 and 1 m/s, of flow numbers 5000, 1000 and 50',
    against: 'analytic: Torricelli; 0.964 of the coefficient at the critical flow number; laminar, 2 λ/λ_c of it for small ones',
    tolerance: 1e-6,
    reason: 'what is added under the root, 1 Pa², is 1e-6 of the flow at 425 Pa',
    rig: () => {
      const rig = new Rig(still);
      for (const [name, v] of Object.entries({ far: 100, critical: 20, slow: 1 }))
        rig.put(
          name,
          'flowNumberOrifice',
          { area: '10 mm2', hydraulicDiameter: '2 mm', dischargeCoefficient: 0.7, criticalFlowNumber: 1000 },
          { in: `${dynamic(v) + 2} bar`, out: '2 bar' },
        );
      return rig.build();
    },
    figures: [
      figure('flow in turbulence', 'm3/s', 0.7 * 1e-5 * 100, (run) => run.end('far.out.q')),
      figure('flow taken', 'm3/s', -0.7 * 1e-5 * 100, (run) => run.end('far.in.q')),
      // tanh 2 = (e⁴ - 1)/(e⁴ + 1)
      figure('flow at the critical number', 'm3/s', ((Math.exp(4) - 1) / (Math.exp(4) + 1)) * 0.7 * 1e-5 * 20, (run) =>
        run.end('critical.out.q'),
      ),
      // tanh of 0.1 to its fifth power
      figure('flow nearly laminar', 'm3/s', (0.1 - 0.1 ** 3 / 3 + (2 * 0.1 ** 5) / 15) * 0.7 * 1e-5, (run) => run.end('slow.out.q')),
    ],
  },
  {
    kind: 'pipeFriction',
    title: 'water in a smooth pipe of 20 mm at 4 m/s, Re 80 000, and of 2 mm at 0.3 m/s, Re 600; from laminar to turbulent flow',
    against:
      'published: law of Prandtl and Kármán for smooth pipes, 1/√λ = 2 lg(Re √λ) - 0.8; λ = 64/Re in laminar flow; a Bézier curve of the logarithms with the slopes of both laws',
    tolerance: 3e-3,
    reason: 'the law of Blasius is 0.3 % off at Re 80 000, 0.16 % of the flow',
    rig: () => {
      let factor = 0.02;
      for (let pass = 0; pass < 50; pass++) factor = (2 * Math.log10(80_000 * Math.sqrt(factor)) - 0.8) ** -2;
      const turbulent = factor * (10 / 0.02) * dynamic(4, 1000);
      const laminar = (64 / 600) * (1 / 2e-3) * dynamic(0.3, 1000);
      const rig = new Rig(still, { density: '1000 kg/m3', viscosity: '1 cSt' });
      for (const [name, { pressure }] of Object.entries(passages))
        rig.put(name, 'pipeFriction', { diameter: '20 mm', length: '10 m' }, { in: `${1 + pressure / bar} bar`, out: '1 bar' });
      return rig
        .put('a', 'pipeFriction', { diameter: '20 mm', length: '10 m' }, { in: `${turbulent + 1} bar`, out: '1 bar' })
        .put('b', 'pipeFriction', { diameter: '2 mm', length: '1 m' }, { in: '1 bar', out: `${laminar + 1} bar` })
        .build();
    },
    figures: [
      figure('turbulent flow', 'm3/s', round(0.02) * 4, (run) => run.end('a.out.q')),
      figure('turbulent flow taken', 'm3/s', -round(0.02) * 4, (run) => run.end('a.in.q')),
      figure('laminar flow', 'm3/s', -round(2e-3) * 0.3, (run) => run.end('b.out.q')),
      ...Object.entries(passages).map(([name, { reynolds }]) =>
        closer(
          10,
          figure(`flow ${name}`, 'm3/s', round(0.02) * ((reynolds * 1e-6) / 0.02), (run) => run.end(`${name}.out.q`)),
        ),
      ),
    ],
  },
  {
    kind: 'variableOrifice',
    title: 'a notch whose area rises by a table, a jet of 100 m/s in it: a third of the way, beyond the end, shut',
    against: 'analytic: Torricelli; the area read off the table by hand',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const notch = {
        maximumArea: '12 mm2',
        profile: rows('0: 0, 0.5: 0.2, 1: 1'),
        dischargeCoefficient: 0.6,
      };
      const rig = new Rig(still);
      for (const [name, opening] of Object.entries({ third: 0.75, beyond: 1.4, shut: -0.3 }))
        rig.put(name, 'variableOrifice', notch, { in: `${jet + 1} bar`, out: '1 bar' }, { opening });
      return rig.build();
    },
    figures: [
      figure('flow at 0.6 of the area', 'm3/s', 0.6 * 7.2e-6 * 100, (run) => run.end('third.out.q')),
      figure('flow taken', 'm3/s', -0.6 * 7.2e-6 * 100, (run) => run.end('third.in.q')),
      figure('flow wide open', 'm3/s', 0.6 * 12e-6 * 100, (run) => run.end('beyond.out.q')),
      figure('flow shut', 'm3/s', 0, (run) => run.end('shut.out.q'), 0.6 * 12e-6 * 100),
    ],
  },
  {
    kind: 'suddenChange',
    title: 'from 5 mm to 10 mm and back, 40 m/s in the narrow part',
    against: 'published: Borda and Carnot, ρ (v₁ - v₂)²/2 = 3.825 bar widening (Idelchik 2007); narrowing half of what the areas differ by',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const walls = 0.02 * dynamic(40);
      const [widening, narrowing] = [dynamic(40 - 10) + walls, ((1 - 1 / 4) / 2) * dynamic(40) + walls];
      return new Rig(still)
        .put('a', 'suddenChange', { inDiameter: '5 mm', outDiameter: '10 mm' }, { in: `${widening + 1} bar`, out: '1 bar' })
        .put('b', 'suddenChange', { inDiameter: '5 mm', outDiameter: '10 mm' }, { in: '1 bar', out: `${narrowing + 1} bar` })
        .put('c', 'suddenChange', { inDiameter: '10 mm', outDiameter: '5 mm' }, { in: `${narrowing + 1} bar`, out: '1 bar' })
        .put('d', 'suddenChange', { inDiameter: '10 mm', outDiameter: '5 mm' }, { in: '1 bar', out: `${widening + 1} bar` })
        .build();
    },
    figures: [
      figure('flow widening', 'm3/s', round(5e-3) * 40, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -round(5e-3) * 40, (run) => run.end('a.in.q')),
      figure('flow narrowing', 'm3/s', -round(5e-3) * 40, (run) => run.end('b.out.q')),
      figure('flow narrowing, turned round', 'm3/s', round(5e-3) * 40, (run) => run.end('c.out.q')),
      figure('flow widening, turned round', 'm3/s', -round(5e-3) * 40, (run) => run.end('d.out.q')),
    ],
  },
  {
    kind: 'fittingLoss',
    title: 'a flanged bend of 25.4 mm at 8 m/s, and at 0.1 m/s backwards',
    against: 'published: Hooper 1981, K = K₁/Re + K∞ (1 + 1 in/d), which is 800/5080 + 0.5 at 8 m/s',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const loss = (v: number): number => ((800 * viscosity) / (v * 0.0254) + 0.25 * 2) * dynamic(v);
      return new Rig(still)
        .put('a', 'fittingLoss', { diameter: '25.4 mm' }, { in: `${loss(8) + 1} bar`, out: '1 bar' })
        .put('b', 'fittingLoss', { diameter: '25.4 mm' }, { in: '1 bar', out: `${loss(0.1) + 1} bar` })
        .build();
    },
    figures: [
      figure('flow', 'm3/s', round(0.0254) * 8, (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -round(0.0254) * 8, (run) => run.end('a.in.q')),
      figure('flow backwards', 'm3/s', -round(0.0254) * 0.1, (run) => run.end('b.out.q')),
    ],
  },
  {
    kind: 'filter',
    title: 'an element of 1 bar at 60 l/min: clean, beside its open bypass, and clogged by 5 l that one e-fold takes',
    against: 'analytic: 0.8 q + 0.2 q² of the clean drop at q of the rated flow; the laminar part e times as large after 5 l',
    tolerance: 1e-3,
    reason: 'clogging in 5 s by steps of 5 ms: a pressure is that of the middle of its step, 5e-4, and 10 l of line take 2e-4 of the oil',
    rig: () => {
      const element = { ratedFlow: '60 l/min', cleanPressureDrop: '1 bar', laminarShare: 0.8 };
      return new Rig({ end: 5, step: 5e-3 })
        .put('clean', 'filter', element, { in: '5.45 bar', out: '5 bar' })
        .put(
          'bypassed',
          'filter',
          { ...element, bypassPressure: '1.4 bar', bypassGradient: '10 l/min/bar' },
          { in: '7.4 bar', out: '5 bar' },
        )
        .put('clogged', 'filter', { ...element, dirtVolume: '5 l' }, { out: '5 bar' })
        .hold('clogged.in', '60 l/min', { volume: '10 l', initialPressure: '6 bar' })
        .build();
    },
    figures: [
      figure('flow at 0.45 bar', 'm3/s', 30 * litrePerMinute, (run) => run.end('clean.out.q')),
      figure('flow taken', 'm3/s', -30 * litrePerMinute, (run) => run.end('clean.in.q')),
      figure('flow at 2.4 bar with bypass', 'm3/s', (120 + 10) * litrePerMinute, (run) => run.end('bypassed.out.q')),
      figure('drop after 5 l', 'Pa', (0.8 * Math.E + 0.2) * bar, (run) => run.end('clogged.in.p') - 5 * bar),
      figure('clogged part', '1', 1 - 1 / Math.E, (run) => run.end('clogged.clogged')),
    ],
  },
  {
    kind: 'hoseWall',
    title: 'a hose that grows by 20 cm³ at 100 bar with a lag of 50 ms is put under 50 bar',
    against: 'analytic: a Kelvin-Voigt wall, 10 cm³ (1 - e^(-t/τ)); what it takes is what it has grown; B Q/V of oil in hose and line',
    tolerance: 2e-3,
    reason: 'the line answers half a step of 0.1 ms late, 0.1 % of 50 ms',
    rig: () =>
      new Rig({ end: 0.6, step: 1e-4 })
        .put('a', 'hoseWall', { ratedExpansion: '20 cm3', ratedPressure: '100 bar', relaxationTime: '50 ms' })
        .hold('a.in', '50 bar', { volume: '0.1 l', initialPressure: '50 bar' })
        // 1 l that stands still beside 0.1 l of line.
        .put('stiff', 'hoseWall', { ratedExpansion: '1 l', ratedPressure: '100 bar', relaxationTime: '1e9 s', initialPressure: '100 bar' })
        .feed('stiff.in', '100 bar')
        .build(),
    figures: [
      figure('growth', 'm3', 10e-6, (run) => run.end('a.growth')),
      figure('growth after 50 ms', 'm3', 10e-6 * (1 - 1 / Math.E), (run) => run.at('a.growth', 0.05)),
      figure('flow at 50 ms', 'm3/s', -10e-6 / 0.05 / Math.E, (run) => run.at('a.in.q', 0.05)),
      stiffness('stiff', 1e-3),
    ],
  },
];
