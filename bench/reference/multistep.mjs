/**
 * ringmain's 'bdf' against CVODE, 'lsoda' against SciPy's LSODA, at the same tolerances: calls of f and the largest relative error at the end.
 *   node bench/reference/multistep.mjs bdf ./cvode                                    (build: see cvode.c)
 *   node bench/reference/multistep.mjs lsoda python3 bench/reference/scipy_lsoda.py
 * "calls for equal error" corrects the ratio of calls by the error: c calls with error e count as c·(e/e')^(1/5), with the order 5 of the formulas.
 */
import { execFileSync } from 'node:child_process';
import { adams, bdf, lsoda } from '../../dist/lumped/methods/multistepMethods.js';
import { problems } from './problems.mjs';

const methods = { adams, bdf, lsoda };
const [solver, program, ...programArguments] = process.argv.slice(2);
const reference = (name, rtol, atol) =>
  JSON.parse(execFileSync(program, [...programArguments, name, String(rtol), String(atol)], { encoding: 'utf8' }));

function ours({ problem, start, end }, rtol, atol) {
  const stepper = methods[solver].start(problem, {
    relativeTolerance: rtol,
    absoluteTolerance: new Float64Array(problem.size).fill(atol),
    fixedStep: null,
    initialStep: null,
    minimumStep: 0,
    maximumStep: Number.POSITIVE_INFINITY,
    jacobian: 'analytic',
    timeDerivative: true,
    algebra: 'dense',
  });
  stepper.y.set(start);
  stepper.begin(0);
  while (stepper.t < end) if (stepper.attempt(end) === 'stuck') return null;
  const { accepted, rejected, failed, rates, jacobians, factorizations } = stepper.counts;
  return [accepted, rejected, failed, rates, jacobians, factorizations, ...stepper.y];
}

const tightest = 1e-12;
const columns = ['steps', 'rejected', 'failed', 'f', 'J', 'LU'];
const cells = (run, error) => `${columns.map((_, k) => String(run[k]).padStart(9)).join('')}  ${error.toExponential(1)}`;
const heads = `${columns.map((one) => one.padStart(9)).join('')}    error`;
console.log(`                   |${'theirs'.padEnd(heads.length)}  |${solver.padEnd(heads.length)} |`);
console.log(`problem      rtol  |${heads}  |${heads} | ratio of f | for equal error`);
for (const problem of problems) {
  const exact = reference(problem.name, tightest, tightest * problem.scale).slice(6);
  const errorOf = (y) => Math.max(...exact.map((value, i) => Math.abs(y[i] / value - 1)));
  let product = 1;
  let product5 = 1;
  let count = 0;
  for (let digits = 3; digits <= 8; digits++) {
    const rtol = Number(`1e-${digits}`);
    const theirs = reference(problem.name, rtol, rtol * problem.scale);
    const own = ours(problem, rtol, rtol * problem.scale);
    if (own === null) {
      console.log(`${problem.name.padEnd(12)} 1e-${digits}  stuck`);
      continue;
    }
    const errors = [errorOf(theirs.slice(6)), errorOf(own.slice(6))];
    const ratio = own[3] / theirs[3];
    const equal = ratio * (errors[1] / errors[0]) ** (1 / 5);
    product *= ratio;
    product5 *= equal;
    count++;
    console.log(
      `${problem.name.padEnd(12)} 1e-${digits}  |${cells(theirs, errors[0])}  |${cells(own, errors[1])} |       ${ratio.toFixed(2)} | ${equal.toFixed(2)}`,
    );
  }
  console.log(
    `${problem.name.padEnd(12)} geometric mean: ${(product ** (1 / count)).toFixed(2)}, for equal error ${(product5 ** (1 / count)).toFixed(2)}\n`,
  );
}
