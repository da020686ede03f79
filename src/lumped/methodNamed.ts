/** Methods by name, or the mistake of their user. */
import { didYouMean } from '../circuit/file/closest.js';
import { RunError } from '../results/runError.js';
import type { Method } from './method.js';
import { methods } from './methods/registry.js';

/** A method by its name on the command line. */
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
