/** All methods by name. */
import { didYouMean } from '../../circuit/file/closest.js';
import { RunError } from '../../results/runError.js';
import type { Method } from '../method.js';
import { dopri5, forwardEuler, rk4, rk23, rkf45 } from './explicitRungeKutta.js';
import { adams, bdf, lsoda } from './multistepMethods.js';
import { radau5 } from './radau5.js';
import { rkc } from './rkc.js';
import { grk4t, ode23s, rodas3, rodas4, ros2, ros2m, ros2p, ros3p, ros4 } from './rosenbrock.js';
import { sdirk4 } from './sdirk4.js';
import { euler, trapezoid } from './theta.js';

/** Methods by name, in the order in which they are listed. */
export const methods: ReadonlyMap<string, Method> = new Map(
  [
    rodas4,
    rodas3,
    ros4,
    grk4t,
    ros3p,
    ros2,
    ros2m,
    ros2p,
    ode23s,
    radau5,
    sdirk4,
    bdf,
    adams,
    lsoda,
    euler,
    trapezoid,
    dopri5,
    rkf45,
    rk23,
    rkc,
    rk4,
    forwardEuler,
  ].map((method) => [method.name, method]),
);

/** A method by its name on the command line. Throws RunError LMP201 where there is none. */
export function methodNamed(name: string): Method {
  const method = methods.get(name);
  if (!method)
    throw new RunError(
      'LMP201',
      `no solver '${name}'${didYouMean(name, methods.keys())}`,
      `the solvers are tlm, ${[...methods.keys()].join(', ')}`,
    );
  return method;
}
