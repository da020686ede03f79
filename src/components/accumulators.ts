/** Accumulators beyond the polytropic one of accumulator.ts, whose inlet conductance G serves here too. */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';
import { cylinderParameters, guidedMotion, motionStates, velocity } from './guidedMotion.js';

const group = 'Actuators and accumulators';
const ports = { in: hydraulic };
const inletConductance: ParameterDeclaration = {
  unit: 'm3/s/Pa',
  above: 0,
  default: '1000 l/min/bar',
  about: 'flow per pressure difference of the inlet, G',
};
const prechargePressure: ParameterDeclaration = { unit: 'Pa', level: true, above: 0, about: 'gas pressure when empty of oil, P_a' };
const judged = 'Direction of friction is judged on the accepted velocity and net force, stops on the position at the end of the step.';

/** V' = q = G (p - (F_0 + K V/A)/A), p above the open air,   0 ≤ V ≤ V_m: full and empty are stops of the oil volume. */
export const springAccumulator = component({
  kind: 'springAccumulator',
  about:
    'Piston accumulator loaded by a spring: pressure rises in a straight line with the oil it holds. Empty and full are judged on the oil volume ' +
    'at the end of the step. Mass and friction of the piston are left out.',
  source: 'balance of spring and pressure on the piston, own derivation; inlet conductance as in the gas accumulator',
  group,
  ports,
  parameters: {
    bore: { unit: 'm', above: 0, about: 'diameter of the piston' },
    capacity: { unit: 'm3', above: 0, about: 'greatest oil volume, V_m' },
    springPreload: { unit: 'N', atLeast: 0, about: 'force of the spring when empty, F_0' },
    springStiffness: { unit: 'N/m', above: 0, about: 'stiffness of the spring, K' },
    initialOil: { unit: 'm3', atLeast: 0, default: 0, about: 'oil volume at t = 0' },
    inletConductance,
  },
  requires: ['initialOil <= capacity'],
  states: { oil: { unit: 'm3', initial: 'min(capacity, initialOil)', about: 'oil volume, V' } },
  equations: `
    area = pi / 4 * bore^2
    der(oil) = inletConductance * (in.p - fluid.ambientPressure - (springPreload + springStiffness / area * oil) / area)
    reset(oil) = if(oil < 0 or oil > capacity, max(0, min(capacity, oil)), oil)
    in.q = -der(oil)
    in.V = oil
  `,
});

/** F = A p - M g, p above the open air,  g = 9.80665 m/s². */
export const weightLoadedAccumulator = component({
  kind: 'weightLoadedAccumulator',
  about:
    `Plunger under a weight: constant pressure over its whole stroke, but for friction and for the inertia of the weight when the flow ` +
    `changes. ${judged}`,
  source: 'balance of weight and pressure on the piston, own derivation; motion: Burton 1994 §4.4.6, (4.29)-(4.40)',
  group,
  ports,
  parameters: {
    ...cylinderParameters,
    bore: { ...cylinderParameters.bore, about: 'diameter of the plunger' },
    mass: { unit: 'kg', above: 0, about: 'mass of weight and plunger, M' },
  },
  requires: ['initialPosition <= stroke'],
  states: motionStates,
  equations: `
    area = pi / 4 * bore^2${velocity}
    in.q = -area * velocity
    in.V = area * x
    hold force = area * (in.p - fluid.ambientPressure) - 9.80665 * mass${guidedMotion}
  `,
});

/**
 * V_g = A (s - x) + V_e,   p_g + p_at = (P_ch + p_at)(V_ch/V_g)^γ,   F = A (p - p_g).
 * A trial that leaves no gas at all is no number: the step is rejected and repeated with a shorter one.
 */
export const pistonAccumulator = component({
  kind: 'pistonAccumulator',
  about:
    `Gas accumulator with a piston that has a mass and friction: it answers late, and charges at a higher pressure than it gives back. Isothermal ` +
    `before t = 0, polytropic afterwards. ${judged}`,
  source: 'Burton 1994 §4.4.7, (4.41)-(4.43) for the gas, §4.4.6 for the piston',
  group,
  ports,
  parameters: {
    bore: cylinderParameters.bore,
    stroke: cylinderParameters.stroke,
    mass: { ...cylinderParameters.mass, about: 'mass of the piston, M' },
    viscousFriction: cylinderParameters.viscousFriction,
    coulombFriction: cylinderParameters.coulombFriction,
    endVolume: { unit: 'm3', above: 0, about: 'gas volume that is left at the end of the stroke, back-up bottles included, V_e' },
    prechargePressure,
    initialPressure: { unit: 'Pa', level: true, about: 'gas pressure at t = 0, P_ch; below prechargePressure it is empty' },
    polytropicExponent: { unit: '1', atLeast: 1, default: 1.4, about: 'γ: 1 isothermal (slow) to 1.4 adiabatic (fast, nitrogen)' },
  },
  states: {
    ...motionStates,
    x: {
      unit: 'm',
      initial:
        'min(stroke, (stroke + endVolume / (pi / 4 * bore^2)) * max(0, 1 - (prechargePressure + fluid.atmosphericPressure) / (initialPressure + fluid.atmosphericPressure)))',
      about: 'position of the piston, 0 (empty of oil) to stroke',
    },
  },
  equations: `
    area = pi / 4 * bore^2
    pa = prechargePressure + fluid.atmosphericPressure
    pch = max(pa, initialPressure + fluid.atmosphericPressure)
    Vch = (area * stroke + endVolume) * pa / pch
    Vg = area * (stroke - x) + endVolume
    pg = pch * (Vch / Vg)^polytropicExponent - fluid.atmosphericPressure${velocity}
    in.q = -area * velocity
    in.V = area * x
    hold force = area * (in.p - pg)${guidedMotion}
  `,
});

/**
 * Ideal gas with T' = (T_w - T)/τ - (γ - 1) T V'/V. With θ = T (V/V_a)^(γ - 1), the temperature the gas would have if it were let out to V_a without
 * heat, that is θ' = (T_w - T)/τ (V/V_a)^(γ - 1): no rate of V in it, so θ stands still to the last digit where no heat flows, at the stop too.
 * p_g + p_at = (P_a + p_at) (V_a/V) T/T_w. τ = m c_v/(h A): seconds in bladder accumulators.
 */
export const thermalAccumulator = component({
  kind: 'thermalAccumulator',
  about:
    'Gas accumulator with heat exchange: ideal gas that warms when it is pressed and cools to the temperature of the wall with a time constant, so that it ' +
    'is adiabatic when fast, isothermal when slow, and loses energy in between. Empty is judged on the volume at the end of the step. Forces of ' +
    'real gas are left out.',
  source:
    'Pourmovahed and Otis 1990, An Experimental Thermal Time-Constant Correlation for Hydraulic Accumulators, J. Dyn. Sys. Meas. Control 112, ' +
    'with the ideal gas in place of the real one',
  group,
  ports,
  parameters: {
    gasVolume: { unit: 'm3', above: 0, about: 'gas volume when empty of oil, V_a' },
    prechargePressure,
    initialPressure: {
      unit: 'Pa',
      level: true,
      about: 'gas pressure at t = 0, at the temperature of the wall; below prechargePressure it is empty',
    },
    heatRatio: { unit: '1', above: 1, default: 1.4, about: 'ratio of the specific heats of the gas, γ' },
    timeConstant: { unit: 's', above: 0, about: 'thermal time constant, τ' },
    wallTemperature: { unit: 'K', above: 0, default: 293.15, about: 'temperature of the wall, T_w, at which it was charged' },
    inletConductance,
  },
  outputs: { temperature: { unit: 'K', about: 'temperature of the gas, T' } },
  states: {
    volume: {
      unit: 'm3',
      initial: 'gasVolume * min(1, (prechargePressure + fluid.atmosphericPressure) / (initialPressure + fluid.atmosphericPressure))',
      about: 'gas volume, V',
    },
    expanded: {
      unit: 'K',
      initial:
        'wallTemperature * min(1, (prechargePressure + fluid.atmosphericPressure) / (initialPressure + fluid.atmosphericPressure))^(heatRatio - 1)',
      about: 'temperature the gas would have at gasVolume without heat, θ',
    },
  },
  equations: `
    pressed = (gasVolume / volume)^(heatRatio - 1)
    temperature = expanded * pressed
    pg = (prechargePressure + fluid.atmosphericPressure) * gasVolume / wallTemperature * (temperature / volume) - fluid.atmosphericPressure
    der(volume) = inletConductance * (pg - in.p)
    der(expanded) = (wallTemperature / pressed - expanded) / timeConstant
    reset(volume) = if(volume > gasVolume, gasVolume, volume)
    in.q = der(volume)
    in.V = gasVolume - volume
  `,
});
