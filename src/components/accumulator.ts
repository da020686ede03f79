/**
 * p_g + p_at = (P_ch + p_at)(V_ch/V)^γ,   V_ch = V_a (P_a + p_at)/(P_ch + p_at),   V' = q = G (p_g - p),   V ≤ V_a.
 *
 * G is the conductance of the inlet. With it the gas volume is an ordinary state and "empty" an ordinary stop (V = V_a, no flow out,
 * p free): the same equations serve the line ends and an ODE solver, and q = der(V) moves exactly the oil that the gas makes room
 * for, in the emptying step too. The thesis has no inlet (G → ∞) and takes the pressure from the previous V; the default G adds 0.1
 * bar at 100 l/min. The step stays solvable and stable for any G: the volume is the only root of an equation that rises with V.
 */
import { component, hydraulic } from '../equations/language/definition.js';

export const accumulator = component({
  kind: 'accumulator',
  about:
    'Gas accumulator: isothermal charging before t = 0, polytropic afterwards; empty when the gas fills the whole volume, ' +
    'judged on the volume at the end of the step. Lends its oil volume to the line. Membrane stiffness and inertia and heat ' +
    'exchange are left out.',
  source: 'Burton 1994 §4.4.7, (4.41)-(4.43); inlet conductance added',
  group: 'Actuators and accumulators',
  ports: { in: hydraulic },
  parameters: {
    gasVolume: { unit: 'm3', above: 0, about: 'gas volume when empty of oil, back-up bottles included, V_a' },
    prechargePressure: { unit: 'Pa', level: true, atLeast: 0, about: 'gas pressure when empty of oil, P_a' },
    initialPressure: { unit: 'Pa', level: true, about: 'gas pressure at t = 0, P_ch; below prechargePressure it is empty' },
    polytropicExponent: { unit: '1', atLeast: 1, default: 1.4, about: 'γ: 1 isothermal (slow) to 1.4 adiabatic (fast, nitrogen)' },
    inletConductance: { unit: 'm3/s/Pa', above: 0, default: '1000 l/min/bar', about: 'flow per pressure difference of the inlet, G' },
  },
  states: {
    volume: {
      unit: 'm3',
      initial: 'gasVolume * min(1, (prechargePressure + fluid.atmosphericPressure) / (initialPressure + fluid.atmosphericPressure))',
      about: 'gas volume, V',
    },
  },
  equations: `
    pa = prechargePressure + fluid.atmosphericPressure
    pch = max(pa, initialPressure + fluid.atmosphericPressure)
    Vch = gasVolume * pa / pch
    pg = pch * Vch^polytropicExponent * volume^(-polytropicExponent) - fluid.atmosphericPressure
    in.q = der(volume)
    in.V = gasVolume - volume
    der(volume) = inletConductance * (pg - in.p)
    reset(volume) = if(volume > gasVolume, gasVolume, volume)
  `,
});
