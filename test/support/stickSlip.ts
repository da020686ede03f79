/**
 * Stick-slip in closed form. A body of mass M is drawn at the speed V by a spring k; friction is F_S at rest, F_C in motion, D = F_S - F_C. With f the force of the
 * spring less F_C it slides by v' = f/M, f' = k (V - v) from v = 0, f = D:
 *
 *     v = V (1 - cos ωt) + D/(Mω) sin ωt,   ω² = k/M,   q = D/(MωV)
 *
 * v is zero again at tan(ωt/2) = -q, ωt = 2 (π - atan q), where f = -D; then the spring gains 2D at the rate kV before it lets go again.
 */
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { LineResults } from '../../dist/run/types.js';

const bulkModulus = 1.3e9;
const litresPerMinute = 1e-3 / 60;

export interface Drawn {
  readonly mass: number;
  readonly stiffness: number;
  readonly speed: number;
  readonly rest: number;
  readonly motion: number;
}

export interface StickSlip extends Drawn {
  readonly name: string;
  readonly of: Circuit;
  readonly velocity: string;
  /** Force of the spring at the ends of steps. */
  readonly force: (results: LineResults) => Float64Array;
}

export const periodOf = ({ mass, stiffness, speed, rest, motion }: Drawn): number => {
  const omega = Math.sqrt(stiffness / mass);
  const jump = rest - motion;
  return (2 * (Math.PI - Math.atan(jump / (mass * omega * speed)))) / omega + (2 * jump) / (stiffness * speed);
};
/** It lets go four times. */
const endOf = (drawn: Drawn): number => drawn.rest / (drawn.stiffness * drawn.speed) + 3.4 * periodOf(drawn);

export const finish = (b: CircuitBuilder, end: number, signals: string[], every = '1 us'): Circuit =>
  b
    .fluid({ density: '870 kg/m3', viscosity: '40 cSt', bulkModulus: `${bulkModulus} Pa`, vapourPressure: '-1 bar' })
    .run({ end: `${end} s` })
    .record({ every, signals })
    .build();

/** A cylinder between two tanks against its own spring, which a load that grows draws on. */
function drawn(own: Drawn): StickSlip {
  const { mass, stiffness, speed, rest, motion } = own;
  const rate = stiffness * speed;
  const b = circuit('drawn')
    .component('c', 'actuator', {
      bore: '40 mm',
      stroke: '10 m',
      mass: `${mass} kg`,
      staticFriction: `${rest} N`,
      coulombFriction: `${motion} N`,
      springStiffness: `${stiffness} N/m`,
    })
    .component('pull', 'ramp', { duration: '100 s', finalValue: -100 * rate })
    .component('t1', 'tank')
    .component('t2', 'tank')
    .direct('c.cap', 't1')
    .direct('c.rod', 't2')
    .signal('pull', 'c.load');
  const force = (results: LineResults): Float64Array => {
    const { t, y } = results.series('c.x');
    return t.map((time, k) => rate * time - stiffness * (y[k] as number));
  };
  return { name: 'a cylinder drawn by a spring', of: finish(b, endOf(own), ['c.x', 'c.v']), ...own, velocity: 'c.v', force };
}

/** A motor behind so much oil that a pump compresses. */
function turned(kind: 'motor' | 'shaftMotor', inertia: number, rest: number, motion: number, flow: number, litres: number): StickSlip {
  const displacement = 25e-6 / (2 * Math.PI);
  const own = kind === 'motor' ? { loadInertia: `${inertia} kg m2` } : { inertia: `${inertia} kg m2` };
  const b = circuit('turned')
    .component('p', 'flowSource', { flow: `${flow} l/min` })
    .component('c', kind, { displacement: '25 cm3/rev', staticTorque: `${rest} Nm`, coulombTorque: `${motion} Nm`, ...own })
    .component('t', 'tank')
    .line('l', 'p', 'c.in', { volume: `${litres} l` })
    .direct('c.out', 't');
  if (kind === 'shaftMotor') b.component('free', 'torqueSource', { torque: '0 Nm' }).direct('c.shaft', 'free');
  const set = {
    mass: inertia,
    stiffness: (displacement ** 2 * bulkModulus) / (litres * 1e-3),
    speed: (flow * litresPerMinute) / displacement,
    rest,
    motion,
  };
  const force = (results: LineResults): Float64Array => results.series('l.p').y.map((p) => p * displacement);
  return { name: `a ${kind} behind oil`, of: finish(b, endOf(set), ['l.p', 'c.speed']), ...set, velocity: 'c.speed', force };
}

/** Each lets go four times. */
export const sets: readonly StickSlip[] = [
  drawn({ mass: 200, stiffness: 3e5, speed: 8e-3, rest: 3000, motion: 1200 }),
  turned('motor', 0.3, 60, 38, 0.8, 0.7),
  turned('shaftMotor', 0.05, 25, 16, 0.5, 0.4),
];
