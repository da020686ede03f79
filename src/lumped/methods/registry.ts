/** All methods by name. */
import type { Method } from '../method.js';
import { dopri5, forwardEuler, rk4, rk23 } from './explicitRungeKutta.js';
import { adams, bdf, lsoda } from './multistepMethods.js';
import { radau5 } from './radau5.js';
import { ode23s, rodas3, rodas4, ros2, ros2m, ros2p, ros3p, ros4 } from './rosenbrock.js';
import { euler, trapezoid } from './theta.js';

/** Methods by name, in the order in which they are listed. */
export const methods: ReadonlyMap<string, Method> = new Map(
  [
    rodas4,
    rodas3,
    ros4,
    ros3p,
    ros2,
    ros2m,
    ros2p,
    ode23s,
    radau5,
    bdf,
    adams,
    lsoda,
    euler,
    trapezoid,
    dopri5,
    rk23,
    rk4,
    forwardEuler,
  ].map((method) => [method.name, method]),
);
