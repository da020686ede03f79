/**
 * M v' = F - c v - F_R dir,   F = A1 p1 - A2 p2 - F_L - K_s max(0, x - x_K),   x' = v;   p1 and p2 above the open air, which presses on the rod.
 *
 * Flow. der(x) is the mean velocity over the step, v in its middle; in a step that ends at a stop it is what was left of the way. So the oil
 * that is taken is A times the way, to the bit of rounding, at every step and at the stops.
 *
 * Friction never drives. dir is the accepted direction of motion, at rest that of the accepted net force; a step that ends against
 * dir ends at v = 0 (v changed sign), and so does one from rest, or slower than stickVelocity, while the accepted |F| does not exceed the friction
 * of rest (4.40). A variable step ends where |F| comes to exceed that (equations/solve/crossings.ts), and the next one is free. Stops: a trial x outside
 * 0..stroke is set on the stop with v = 0. The trial comes before the reset, so the piston leaves a stop by itself.
 */
import { component, hydraulic } from '../equations/language/definition.js';

export const actuator = component({
  kind: 'actuator',
  about:
    'Differential cylinder with a mass, viscous friction, stick-slip, contact with a spring and end stops without rebound; ' +
    'lends its chamber volumes to the lines. Direction of friction and sticking are judged on the accepted velocity and net ' +
    'force; spring contact and stops on the position at the end of the step. Seal leakage and cushioning are left out. The ' +
    'position transducer is the state x.',
  source: 'Burton 1994 §4.4.6, (4.29)-(4.40)',
  group: 'Actuators and accumulators',
  ports: { cap: hydraulic, rod: hydraulic },
  parameters: {
    bore: { unit: 'm', above: 0, about: 'diameter of the piston' },
    rodDiameter: { unit: 'm', atLeast: 0, default: 0, about: 'diameter of the rod; smaller than bore, 0 for equal areas' },
    stroke: { unit: 'm', above: 0, about: 'distance between the end stops, s' },
    initialPosition: { unit: 'm', atLeast: 0, default: 0, about: 'position at t = 0' },
    mass: { unit: 'kg', above: 0, about: 'mass of piston, rod and load, M' },
    viscousFriction: { unit: 'N s/m', atLeast: 0, default: 0, about: 'friction force per velocity, c' },
    staticFriction: { unit: 'N', atLeast: 0, default: 0, about: 'break-away force at rest, F_s; counts where it exceeds coulombFriction' },
    coulombFriction: { unit: 'N', atLeast: 0, default: 0, about: 'dry friction force in motion, F_R' },
    stickVelocity: { unit: 'm/s', above: 0, default: '1 mm/s', about: 'velocity below which it may stick' },
    springPosition: { unit: 'm', default: 0, about: 'position beyond which the spring is pressed, x_K' },
    springStiffness: { unit: 'N/m', atLeast: 0, default: 0, about: 'stiffness of the spring, K_s; 0 for none' },
  },
  requires: ['initialPosition <= stroke', 'rodDiameter < bore'],
  inputs: { load: { unit: 'N', default: 0, about: 'force on the rod against extension, F_L' } },
  states: {
    x: { unit: 'm', initial: 'initialPosition', about: 'position, 0 (retracted) to stroke' },
    v: { unit: 'm/s', initial: 0, about: 'velocity of extension' },
    force: { unit: 'N', initial: 0, about: 'net force in the direction of extension, friction excluded, F' },
  },
  equations: `
    A1 = pi / 4 * bore^2
    A2 = A1 - pi / 4 * rodDiameter^2
    cap.q = -A1 * der(x)
    rod.q =  A2 * der(x)
    cap.V = A1 * x
    rod.V = A2 * (stroke - x)

    dir = if(pre(v) == 0, sign(pre(force)), sign(pre(v)))
    F0 = max(staticFriction, coulombFriction)
    hold force = A1 * (cap.p - fluid.ambientPressure) - A2 * (rod.p - fluid.ambientPressure) - load - springStiffness * max(0, x - springPosition)
    der(v) = (force - viscousFriction * v - coulombFriction * dir) / mass
    der(x) = v

    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    reset(v) = if(x < 0 or x > stroke or
      (F0 > 0 and (dir * v <= 0 or ((pre(v) == 0 or abs(v) < stickVelocity) and abs(pre(force)) <= F0))), 0, v)
  `,
});
