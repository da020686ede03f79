/**
 * Cylinders. All of them are asked the same where they have it: a steady speed at which load and friction take shares of the force of the pressures, the
 * time constant of the way there, the stroke and the oil that it takes, and the period of a mass on the springs of the oil in two shut chambers, to which
 * the cylinder lends its own.
 */
import { closer, type Figure, figure, type KindCheck, through } from './kindCheck.js';
import { bar, litrePerMinute, Rig } from './rig.js';

const e1 = 1 - 1 / Math.E;
const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
/** Piston of 50 mm, rod of 30 mm. */
const [capArea, rodArea] = [round(0.05), round(0.05) - round(0.03)];
/** 103 bar on the piston, 23 bar on the ring: N. */
const force = capArea * 103 * bar - rodArea * 23 * bar;
/** m/s, steady */
const speed = 0.2;
const held = { cap: '103 bar', rod: '23 bar' };
/** 103 bar on the ring, 23 bar on the piston: N. */
const forceBack = rodArea * 103 * bar - capArea * 23 * bar;
const newtons = (share: number): string => `${share * force} N`;
const geometry = { bore: '50 mm', rodDiameter: '30 mm', stroke: '200 mm' };
/** Load 0.5, dry friction 0.1, viscous friction 0.4 of the force; mass of a time constant of 20 ms. */
const body = {
  coulombFriction: newtons(0.1),
  viscousFriction: `${(0.4 * force) / speed} N s/m`,
  mass: `${(0.4 * force * 0.02) / speed} kg`,
};
const load = 0.5 * force;
/** The same backwards: the ring drives against the piston. */
const back = { cap: '23 bar', rod: `${23 * (capArea / rodArea) + force / rodArea / bar} bar` };

/** 200 kg between two shut chambers of 0.1 l, in the middle of its stroke; a step of load swings it. */
const swings = { ...geometry, mass: '200 kg', initialPosition: '100 mm' };
const springs = 15e8 * (capArea ** 2 / (1e-4 + capArea * 0.1) + rodArea ** 2 / (1e-4 + rodArea * 0.1));
const shut = { initialPressure: '100 bar', filter: 0 };
/** N: what holds the swinging body at 100 bar, and how much is taken off. */
const [holding, off] = [(capArea - rodArea) * 100 * bar, 2000];

const reason =
  'steps of 0.1 ms: friction has its direction from the second step on, 4e-4 of the speed after 20 ms, 3.5e-3 with bristles; periods of 17 ms by rows; at rest rounding';

type Loaded = (rig: Rig, name: string, newton: number) => Rig;

/** Steady motion out and back, with friction; `loaded` puts an instance with a load of so many N against extension. */
function moves(rig: Rig, kind: string, parameters: object, loaded: Loaded, swinging = parameters): Rig {
  rig.put('out', kind, { ...geometry, ...body, ...parameters }, held);
  loaded(rig, 'out', load);
  rig.put('back', kind, { ...geometry, ...body, initialPosition: '180 mm', ...parameters }, back);
  loaded(rig, 'back', -load);
  rig.put('swing', kind, { ...swings, ...swinging });
  loaded(rig, 'swing', holding - off);
  // A circuit wants a pressure somewhere: this passes nothing.
  rig.put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' });
  return rig.line('chamber', 'bleed.in', 'swing.cap', { volume: '0.1 l', ...shut }).hold('swing.rod', 'shut', shut);
}

const motion: Figure[] = [
  figure('speed out', 'm/s', speed, (run) => run.at('out.v', 0.3)),
  figure('speed out after 20 ms', 'm/s', speed * e1, (run) => run.at('out.v', 0.02)),
  figure('way out', 'm', speed * (0.3 - 0.02), (run) => run.at('out.x', 0.3)),
  figure('flow into the piston side', 'm3/s', -capArea * speed, (run) => run.at('out.cap.q', 0.3)),
  figure('speed back', 'm/s', -speed, (run) => run.at('back.v', 0.3)),
  figure('flow out of the piston side', 'm3/s', capArea * speed, (run) => run.at('back.cap.q', 0.3)),
];
const ringFlows: Figure[] = [
  figure('flow out of the ring side', 'm3/s', rodArea * speed, (run) => run.at('out.rod.q', 0.3)),
  figure('flow into the ring side', 'm3/s', -rodArea * speed, (run) => run.at('back.rod.q', 0.3)),
];
const swing: Figure[] = [
  figure('half a period on the springs of the oil', 's', Math.PI * Math.sqrt(200 / springs), (run) => run.when('swing.v', 0, 2e-3)),
  figure('swing', 'm', (2 * off) / springs, (run) => run.greatest('swing.x', 0, 0.02) - 0.1),
];
const stops: Figure[] = [
  figure('position at the end', 'm', 0.2, (run) => run.end('far.x')),
  figure('oil to the end', 'm3', -capArea * 0.2, (run) => run.integral('far.cap.q')),
  figure('oil out of the ring side', 'm3', rodArea * 0.2, (run) => run.integral('far.rod.q')),
  figure('speed at the end', 'm/s', 0, (run) => run.end('far.v'), speed),
  figure('position at the other end', 'm', 0, (run) => run.end('near.x'), 0.2),
  figure('speed at the other end', 'm/s', 0, (run) => run.end('near.v'), speed),
];

/** To both ends, in time. */
function toEnds(rig: Rig, kind: string, parameters: object, loaded: Loaded): Rig {
  rig.put('far', kind, { ...geometry, ...body, viscousFriction: `${(0.4 * force) / (4 * speed)} N s/m`, ...parameters }, held);
  loaded(rig, 'far', load);
  rig.put(
    'near',
    kind,
    { ...geometry, ...body, viscousFriction: `${(0.4 * force) / (4 * speed)} N s/m`, initialPosition: '100 mm', ...parameters },
    back,
  );
  return loaded(rig, 'near', -load);
}

const byInput = (rig: Rig, name: string, newton: number): Rig => rig.drive(`${name}.load`, newton);
const byPort = (rig: Rig, name: string, newton: number): Rig => rig.hold(`${name}.load`, `${newton} N`);
const times = { end: 0.4, step: 1e-4 };
const against = 'analytic: balance of forces by shares, e^(-1) after M/c; Merritt 1967 for the period on the springs of the oil';

const spears = { spearDiameter: '20 mm', sleeveDiameter: '40 mm' };

/**
 * Steady motion within a cushion of which 20 of 30 mm² are open. A jet of velocity w takes ρ w²/2 of each volume: all oil passes the port, that of the ring
 * the throttle before it, which takes as much more as its area is smaller. Power: F v.
 */
function cushioned(newtons: number, piston: number, ring: number): { readonly velocity: number; readonly pressure: number } {
  const head = (area: number, through: number): number => (850 / 2) * (area / (0.62 * through)) ** 2;
  const [port, throttle] = [head(piston, 30e-6), head(ring, 20e-6) - head(ring, 30e-6)];
  const velocity = Math.sqrt(newtons / (piston * port + ring * throttle));
  return { velocity, pressure: (port + throttle) * velocity ** 2 };
}
const outward = cushioned(force, rodArea, capArea - round(0.04));
const inward = cushioned(forceBack, capArea, capArea - round(0.02));

export const cylinderChecks: readonly KindCheck[] = [
  {
    kind: 'actuator',
    title: 'steady speed out and back, both ends, swing on shut chambers, a spring that is met, a break-away force',
    against,
    tolerance: 1e-3,
    reason,
    rig: () => {
      const rig = toEnds(moves(new Rig(times), 'actuator', {}, byInput), 'actuator', {}, byInput);
      const spring = {
        ...geometry,
        ...body,
        coulombFriction: '0 N',
        mass: '20 kg',
        viscousFriction: `${(0.1 * force) / speed} N s/m`,
        springPosition: '20 mm',
        springStiffness: `${(0.5 * force) / 0.03} N/m`,
      };
      rig.put('spring', 'actuator', spring, held, { load });
      // 0.5 of the force is left; a step makes less than 10 mm/s.
      for (const [name, share] of Object.entries({ stuck: 0.502, free: 0.498 }))
        rig.put(name, 'actuator', { ...geometry, ...body, staticFriction: newtons(share), stickVelocity: '10 mm/s' }, held, { load });
      return rig.build();
    },
    figures: [
      ...motion,
      ...ringFlows,
      ...stops,
      ...swing,
      figure('position against the spring', 'm', 0.05, (run) => run.end('spring.x')),
      figure('position, held by 0.502 of the force', 'm', 0, (run) => run.at('stuck.x', 0.3), 0.05),
      figure('way, broken away from 0.498', 'm', speed * (0.3 - 0.02), (run) => run.at('free.x', 0.3)),
      figure('force before it moves', 'N', 0.5 * force, (run) => run.at('stuck.force', 0.3)),
    ],
  },
  {
    kind: 'rodCylinder',
    title: 'steady speed out and back against a force at its rod, both ends, swing on shut chambers',
    against,
    tolerance: 1e-3,
    reason,
    rig: () => toEnds(moves(new Rig(times), 'rodCylinder', {}, byPort), 'rodCylinder', {}, byPort).build(),
    figures: [
      ...motion,
      ...ringFlows,
      ...stops,
      ...swing,
      figure('speed of the rod', 'm/s', speed, (run) => run.at('out.load.velocity', 0.3)),
    ],
  },
  {
    kind: 'leakingCylinder',
    title: 'as a tight one but for 2 l/min past the piston at 80 bar, and 1 l/min past the gland at 23 bar',
    against: `${against}; leakage by hand`,
    tolerance: 1e-3,
    reason,
    rig: () => {
      const rig = toEnds(
        moves(new Rig(times), 'leakingCylinder', { sealConductance: '0 l/min/bar' }, byInput),
        'leakingCylinder',
        { sealConductance: '0 l/min/bar' },
        byInput,
      );
      const worn = { sealConductance: '0.025 l/min/bar', glandConductance: `${1 / 23} l/min/bar` };
      return rig
        .put('worn', 'leakingCylinder', { ...geometry, ...body, ...worn }, held, { load })
        .put(
          'drawn',
          'leakingCylinder',
          { ...geometry, ...body, ...worn, initialPosition: '180 mm' },
          { cap: '63 bar', rod: '-0.5 bar' },
          { load: 63 * bar * capArea },
        )
        .build();
    },
    figures: [
      ...motion,
      ...ringFlows,
      ...stops,
      ...swing,
      figure('flow in with 2 l/min past the piston', 'm3/s', -capArea * speed - 2 * litrePerMinute, (run) => run.at('worn.cap.q', 0.3)),
      figure('flow out with them, less 1 l/min past the gland', 'm3/s', rodArea * speed + litrePerMinute, (run) =>
        run.at('worn.rod.q', 0.3),
      ),
      figure('oil lost in 0.4 s', 'm3', litrePerMinute * 0.4, (run) => run.end('worn.spilt')),
      figure('oil lost below the pressure of the air', 'm3', 0, (run) => run.end('drawn.spilt'), litrePerMinute),
    ],
  },
  {
    kind: 'cushionedCylinder',
    title: 'as one without cushions far from them; half of the way through one, out and back',
    against: `${against}; in a cushion power, that of the force against that of two jets by Torricelli, of all oil and of the ring around the spear`,
    tolerance: 1e-3,
    reason,
    rig: () => {
      // So short that nothing is seen of it, and an opening so wide that it takes nothing.
      const wide = { ...spears, cushionLength: '1 um', portArea: '0.1 m2', throttleArea: '0.099 m2' };
      const rig = toEnds(moves(new Rig(times), 'cushionedCylinder', wide, byInput), 'cushionedCylinder', wide, byInput);
      // 10 mm² are left at the end, 20 mm² are open 100 mm before it.
      const long = { ...geometry, ...spears, mass: '0.4 kg', cushionLength: '200 mm', portArea: '30 mm2', throttleArea: '10 mm2' };
      return rig
        .put('cushion', 'cushionedCylinder', long, held)
        .put('cushionBack', 'cushionedCylinder', { ...long, initialPosition: '200 mm' }, { cap: '23 bar', rod: '103 bar' })
        .build();
    },
    figures: [
      ...motion,
      ...ringFlows,
      ...stops,
      ...swing,
      figure('velocity in the cushion', 'm/s', outward.velocity, (run) => run.at('cushion.v', run.when('cushion.x', 0.1))),
      figure('pressure of its ring', 'Pa', outward.pressure, (run) => run.at('cushion.cushionPressure', run.when('cushion.x', 0.1))),
      figure('velocity in the cushion of the way back', 'm/s', -inward.velocity, (run) =>
        run.at('cushionBack.v', run.when('cushionBack.x', 0.1)),
      ),
      figure('pressure of its ring', 'Pa', inward.pressure, (run) => run.at('cushionBack.cushionPressure', run.when('cushionBack.x', 0.1))),
    ],
  },
  {
    kind: 'stribeckCylinder',
    title:
      'steady speed out and back, friction that has fallen to e^(-4) and e^(-2) of its excess at twice the velocity of Stribeck, creep, swing on shut chambers',
    against:
      'published: Esqué 2008, curve of Stribeck by hand; balance of forces by shares; Merritt 1967 for the period on the springs of the oil',
    tolerance: 1e-3,
    reason,
    rig: () => {
      const dry = { coulombFriction: newtons(0.1), stribeckVelocity: '0.1 m/s', smoothingVelocity: '1 mm/s' };
      const rig = moves(new Rig(times), 'stribeckCylinder', { ...dry }, byInput, { ...dry, coulombFriction: '1e-6 N' });
      const falling = { ...geometry, ...body, ...dry, staticFriction: newtons(0.2) };
      return (
        rig
          .put('squared', 'stribeckCylinder', falling, held, { load: load - 0.1 * Math.exp(-4) * force })
          .put('straight', 'stribeckCylinder', { ...falling, stribeckExponent: 1 }, held, { load: load - 0.1 * Math.exp(-2) * force })
          // Half of the speed, where the excess of 0.2 has fallen to 1/e.
          .put('halfway', 'stribeckCylinder', { ...falling, staticFriction: newtons(0.3), stribeckExponent: 1 }, held, {
            load: (1 - 0.2 - 0.1 - 0.2 / Math.E) * force,
          })
          .put('creep', 'stribeckCylinder', falling, held, { load: (1 - 0.2 * Math.tanh(0.5) - 0.001) * force })
          .build()
      );
    },
    figures: [
      ...motion,
      ...ringFlows,
      ...swing,
      figure('speed, fallen by e^(-4)', 'm/s', speed, (run) => run.end('squared.v')),
      figure('speed, fallen by e^(-2)', 'm/s', speed, (run) => run.end('straight.v')),
      figure('speed, fallen by 1/e', 'm/s', speed / 2, (run) => run.end('halfway.v')),
      figure('creep under tanh 0.5 of the friction at rest', 'm/s', 0.5e-3, (run) => run.end('creep.v')),
    ],
  },
  {
    kind: 'lugreCylinder',
    title: 'steady speed out and back, friction that has fallen to e^(-4) of its excess, bristles that bend, swing on shut chambers',
    against:
      'published: Canudas de Wit et al. 1995, steady friction is the curve of Stribeck, the bristles bend by F/σ₀ while it gives -F_S/σ₀ ln(1 - F/F_S); Merritt 1967 for the period',
    tolerance: 5e-3,
    reason,
    rig: () => {
      const dry = { coulombFriction: newtons(0.1), stribeckVelocity: '0.1 m/s', bristleStiffness: '1e9 N/m' };
      const rig = moves(new Rig(times), 'lugreCylinder', dry, byInput, { ...dry, coulombFriction: '1e-6 N', bristleStiffness: '1e-3 N/m' });
      const falling = { ...geometry, ...body, ...dry, staticFriction: newtons(0.2) };
      return (
        rig
          .put('falls', 'lugreCylinder', falling, held, { load: load - 0.1 * Math.exp(-4) * force })
          .put('bends', 'lugreCylinder', { ...falling, viscousFriction: '0 N s/m', mass: '20 kg', bristleDamping: '1000 kN s/m' }, held, {
            load: 0.9 * force,
          })
          .put(
            'damped',
            'lugreCylinder',
            { ...falling, viscousFriction: '0 N s/m', mass: '20 kg', bristleDamping: '1000 kN s/m', bristleStiffness: '1 N/m' },
            held,
            { load: 0.9 * force },
          )
          // So heavy that it stays.
          .put('leaks', 'lugreCylinder', { ...falling, mass: '1e9 kg', leakage: '0.1 l/min/bar' }, { cap: '100 bar', rod: '20 bar' })
          .build()
      );
    },
    figures: [
      ...motion,
      ...ringFlows,
      ...swing,
      ...through('flow past the piston', 8 / 6e4, 'leaks', 'rod', 'cap'),
      closer(
        5,
        figure('speed, fallen by e^(-4)', 'm/s', speed, (run) => run.end('falls.v')),
      ),
      figure('bristles that hold half of what they can', 'm', (0.1 * force) / 1e9, (run) => run.end('bends.z')),
      figure('way of the piston then', 'm', ((0.2 * force) / 1e9) * Math.log(2), (run) => run.end('bends.x')),
      figure('velocity that the damping of bristles lets, soft ones', 'm/s', (0.1 * force) / 1e6, (run) => run.at('damped.v', 2e-3)),
    ],
  },
];
