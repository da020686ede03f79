/**
 * The circuit as differential equations: integrators, their problem, treatments of small volumes.
 *
 *     const results = await simulateLumped(await readCircuit('circuits/two-actuator.yaml'), { solver: 'rodas4' });
 */

export type { TreatmentForm, TreatmentSetting } from './circuit/treatments/forms.js';
export type { Counts, JacobianSource, Method, MethodOptions, Outcome, Stepper } from './lumped/method.js';
/** Integrators by name, and the interface that all of them have: for problems of one's own. */
export { methods } from './lumped/methods/registry.js';
export type { HybridProblem, OdeProblem, SparsePattern } from './lumped/problem.js';
/** The circuit as a problem for integrators: f, its exact Jacobian and time derivative, its switches; and its parts. */
export { lumpedSystem, simulateLumped } from './lumped/solve.js';
/** Treatments that give the pressure of a small volume in place of its rate equation, by name; which volume by which of them; their account. */
export { treatments } from './lumped/treatments/registry.js';
export type { TreatmentAccount } from './lumped/treatments/treatedSystem.js';
export type { Treatment, TreatmentChoice } from './lumped/treatments/treatment.js';
export type { IntegratorResults, LumpedOptions } from './lumped/types.js';
/** A run by an integrator that is held, and options of one that is not: what `openRun` gives and `simulate` takes. */
export type { HeldIntegrator } from './session/heldIntegrator.js';
export type { IntegratorOptions } from './session/types.js';
