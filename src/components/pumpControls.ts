/**
 * Pumps at a speed ω, constant or that of a signal, whose swash X (0..1) a regulator sets;   Q = X D ω - k (p_out - p_in),   k = cs D/μ;   filling: filling.ts.
 *
 *     pressure   τ X' = min(1, max(0, (p_s - p_out)/range)) - X                     full displacement up to p_s - range, none at p_s
 *     load       T X' = min(1, max(-1, e/range)), 0 ≤ X ≤ 1,   e = min(margin - (p_out - p_load), p_s - p_out)
 *     torque     τ X' = min(M/max(M, D (p_out - p_in)), the pressure regulator's) - X          X D Δp ≤ M, a hyperbola
 *
 * The regulator of the load-sensing pump is a valve that feeds the swash cylinder: the swash integrates its error, at full stroke in T at the fastest, and
 * comes to rest where the margin holds exactly, or at a stop. The others are springs against a pressure, and leave a droop.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { caseDrain, drainedFlows } from './caseDrain.js';
import { drawnOf, filling, fillingSource, shaftSpeed } from './filling.js';

const group = 'Pumps and motors';
const ports = { in: hydraulic, out: hydraulic };

const machine = {
  displacement: { unit: 'm3/rad', above: 0, about: 'oil displaced per angle of the shaft at full stroke, D' },
  speed: { unit: 'rad/s', atLeast: 0, about: 'shaft speed, ω, where shaftSpeed is not connected' },
  slipCoefficient: { unit: '1', atLeast: 0, default: 0, about: 'leakage coefficient cs: leakage is cs D/μ per pressure difference' },
  ...caseDrain,
  ...filling,
  initialSwash: { unit: '1', atLeast: 0, atMost: 1, default: 1, about: 'swash at t = 0' },
} satisfies Record<string, ParameterDeclaration>;
const cutOff = {
  settingPressure: { unit: 'Pa', above: 0, about: 'outlet pressure above the open air at which it delivers nothing, p_s' },
  range: { unit: 'Pa', above: 0, about: 'pressure below the setting from which the swash falls' },
} satisfies Record<string, ParameterDeclaration>;
const timeConstant: ParameterDeclaration = { unit: 's', above: 0, default: '50 ms', about: 'lag of the swash, τ' };
const states = { swash: { unit: '1', initial: 'initialSwash', about: 'swash as a fraction of full stroke, X' } };
const delivery = `
    k = slipCoefficient * displacement / (fluid.density * fluid.viscosity)${drawnOf('displacement * shaftSpeed * swash', 'displacement * speed', 'shaftSpeed >= 0')}
    Q = drawn - k * (out.p - in.p)${drainedFlows}`;

export const pressureCompensatedPump = component({
  kind: 'pressureCompensatedPump',
  about:
    'Variable pump with pressure regulator: full displacement up to its setting less range, none at the setting, with a lag. Laminar ' +
    'leakage; drive torque is left out.',
  source: `spring against pressure on the swash, own derivation; leakage Burton 1994 §4.4.2, (4.9); ${fillingSource}`,
  group,
  ports,
  parameters: { ...machine, ...cutOff, timeConstant },
  requires: ['range <= settingPressure'],
  inputs: shaftSpeed,
  states,
  equations: `
    der(swash) = (max(0, min(1, (settingPressure + fluid.ambientPressure - out.p) / range)) - swash) / timeConstant${delivery}
  `,
});

export const loadSensingPump = component({
  kind: 'loadSensingPump',
  about:
    'Variable pump that keeps its outlet at a margin above the load port, and below a pressure limit: the regulator moves the swash at a speed in ' +
    'proportion to its error until the margin holds or the swash is at a stop, judged at the end of the step. The load line is a blocked end.',
  source: `valve that feeds the swash cylinder, own derivation; leakage Burton 1994 §4.4.2, (4.9); ${fillingSource}`,
  group,
  ports: { ...ports, load: hydraulic },
  parameters: {
    ...machine,
    margin: { unit: 'Pa', above: 0, about: 'pressure kept between outlet and load' },
    settingPressure: { unit: 'Pa', above: 0, about: 'limit of the outlet pressure above the open air, p_s' },
    range: { unit: 'Pa', above: 0, about: 'error at which the swash moves at full speed' },
    strokeTime: { unit: 's', above: 0, default: '0.1 s', about: 'time for the full stroke at full speed, T' },
  },
  requires: ['margin <= settingPressure'],
  inputs: shaftSpeed,
  states,
  equations: `
    load.q = 0
    error = min(margin - (out.p - load.p), settingPressure + fluid.ambientPressure - out.p)
    der(swash) = max(-1, min(1, error / range)) / strokeTime
    reset(swash) = if(swash < 0 or swash > 1, max(0, min(1, swash)), swash)${delivery}
  `,
});

export const torqueLimitedPump = component({
  kind: 'torqueLimitedPump',
  about:
    'Variable pump with torque (power) regulator and pressure limit, at constant speed or that of shaftSpeed: its swash follows the hyperbola of constant power, with ' +
    'a lag. Laminar leakage; friction torque is left out.',
  source: `hyperbola of constant torque, own derivation; leakage Burton 1994 §4.4.2, (4.9); ${fillingSource}`,
  group,
  ports,
  parameters: {
    ...machine,
    torque: { unit: 'Nm', above: 0, about: 'torque that displacement and pressure difference may ask for, M; power is M ω' },
    ...cutOff,
    timeConstant,
  },
  requires: ['range <= settingPressure'],
  inputs: shaftSpeed,
  states,
  equations: `
    byTorque = torque / max(torque, displacement * (out.p - in.p))
    byPressure = max(0, (settingPressure + fluid.ambientPressure - out.p) / range)
    der(swash) = (min(byTorque, byPressure) - swash) / timeConstant${delivery}
  `,
});
