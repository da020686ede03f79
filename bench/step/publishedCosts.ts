/** Costs that published statements are about: steps at 2 and 13 states, growth from 5 to 20, the share of difference Jacobians. */
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import type { JacobianSource } from '#ringmain/lumped/method.js';
import { powerFit } from '../protocol/powerFit.js';
import type { StepCosts } from '../published/esque/view.js';
import { chainCircuit, StepTimer, timeSteps } from './stepCost.js';

/** Sizes of the published study. */
export const publishedSizes = [5, 10, 15, 20] as const;

/** Methods of the published comparison of steps, the explicit one first: the others are given in parts of it. */
export const comparedMethods = ['rk23', 'dopri5', 'ros2p', 'ros2', 'ode23s', 'ros3p', 'rodas3', 'ros4', 'rodas4'] as const;

const jacobians: readonly JacobianSource[] = ['analytic', 'differences', 'adaptive differences'];

/** Steps at which explicit methods, too, are stable: their time is then that of ordinary numbers. */
const twoCircuits = [
  { name: 'orifices-rt-1', size: 2, step: 2e-4 },
  { name: 'servo-cylinder', size: 13, step: 1e-5 },
] as const;

/** s of a step by method at both sizes, the fastest sample of each: what a machine shared with others adds is left out. Both sizes in the same rounds. */
export async function measurePerStep(rounds: number, seconds: number): Promise<StepCosts['perStep']> {
  const cases: { readonly size: number; readonly method: string; readonly timer: StepTimer }[] = [];
  for (const { name, size, step } of twoCircuits) {
    const circuit = await readCircuit(bundledCircuit(name));
    for (const method of comparedMethods)
      cases.push({
        size,
        method,
        timer: new StepTimer(circuit, { solver: method, jacobian: 'analytic', grouped: true, algebra: 'auto' }, step),
      });
  }
  timeSteps(
    cases.map(({ timer }) => timer),
    rounds,
    seconds,
  );
  return cases.map(({ size, method, timer }) => ({ size, method, seconds: timer.spread.lowest }));
}

/** All of them. */
export async function measurePublishedCosts(rounds: number, seconds: number): Promise<StepCosts> {
  const perStep = await measurePerStep(rounds, seconds);
  const timers = publishedSizes.map((size) => {
    const circuit = chainCircuit(size);
    const made = jacobians.map(
      (jacobian) => new StepTimer(circuit, { solver: 'rodas3', jacobian, grouped: jacobian === 'analytic', algebra: 'dense' }, 1e-3),
    );
    const two = new StepTimer(circuit, { solver: 'ros3p', jacobian: 'differences', grouped: false, algebra: 'dense' }, 1e-3);
    return { size, made, two };
  });
  timeSteps(
    timers.flatMap(({ made, two }) => [...made, two]),
    rounds,
    seconds,
  );
  return {
    perStep,
    fits: jacobians.map((jacobian, k) => {
      const { exponent, explained } = powerFit(
        [...publishedSizes],
        timers.map(({ made }) => (made[k] as StepTimer).spread.lowest),
      );
      return { jacobian, exponent, explained };
    }),
    shares: timers.map(({ size, two }) => ({ size, share: two.share })),
  };
}
