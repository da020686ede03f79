/** Turbulent wave lines after a valve closure, against the method of characteristics with Vardy and Brown's whole convolution. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { LineFriction, WaveLine } from '#ringmain/circuit/circuit.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, rmsDeviation } from '../measures.js';
import { shutPipe } from '../oracles/unsteadyCharacteristics.js';
import { byLines, stepsOf } from '../runs.js';

/** Line of Bergant, Simpson, Vítkovský, J. Hydraul. Res. 39 (2001) 249, with water; m, m/s, kg/m3. */
const [length, diameter, celerity, density] = [37.23, 0.0221, 1319, 1000];
const viscosity = 1.18e-6;
const area = (Math.PI / 4) * diameter ** 2;
const delay = length / celerity;
/** Steps to a delay, of both. */
const steps = 128;
const delays = 10;

/** λ of the program's lines: 64/Re to 2000, Haaland from 4000 on, a straight line between. */
function darcyFactor(reynolds: number, relative: number): number {
  const turbulent = (-1.8 * Math.log10(6.9 / Math.max(reynolds, 4000) + relative)) ** -2;
  const laminar = 64 / Math.min(reynolds, 2000);
  return laminar + Math.min(1, Math.max(0, (reynolds - 2000) / 2000)) * (turbulent - laminar);
}

/** Pressure at the valve over Joukowsky's rise, ours and the oracle's; and the elements that the program chose. */
async function compared(velocity: number): Promise<{ readonly curve: Curve; readonly elements: number }> {
  const flow = velocity * area;
  const built = circuit('closure')
    .definition('valve', { ports: { out: 'hydraulic' }, equations: `out.q = if(time > 0, 0, ${-flow})` })
    .component('s', 'pressureSource', { pressure: '20 bar' })
    .component('v', 'valve')
    .line('pipe', 's', 'v', {
      model: 'wave',
      length: `${length} m`,
      diameter: `${diameter} m`,
      friction: 'turbulent',
      velocity: `${velocity} m/s`,
    })
    .fluid({
      density: `${density} kg/m3`,
      bulkModulus: `${density * celerity ** 2} Pa`,
      viscosity: `${viscosity} m2/s`,
      vapourPressure: '-1000 bar',
    })
    .run({ end: `${delays * delay} s`, step: `${delay / steps} s` })
    .record({ every: `${delay / steps} s`, signals: ['v.out.p'] })
    .build();
  const { impedance, friction } = (built.lines[0] as { wave: WaveLine & { friction: LineFriction } }).wave;
  const { y } = stepsOf(await byLines(built, { steadyStart: true }), 'v.out.p');
  const reynolds = (velocity * diameter) / viscosity;
  const exponent = Math.log10(15.29 / reynolds ** 0.0567);
  const loss = (q: number): number => {
    const re = Math.max(1e-9, friction.reynolds * Math.abs(q));
    return friction.darcy * darcyFactor(re, friction.roughness) * Math.abs(q) * q;
  };
  const reference = shutPipe({
    impedance,
    delay,
    reaches: steps,
    reservoir: 20e5,
    flow,
    loss,
    resistance: (8 * density * viscosity * length) / (Math.PI * (diameter / 2) ** 4),
    dissipation: viscosity / (diameter / 2) ** 2,
    decay: reynolds ** exponent / 12.86,
    end: delays * delay,
  });
  const scaled = (p: number): number => (p - 20e5) / (impedance * flow);
  const curve: Curve = {
    name: 'pressure rise at the valve, of Joukowsky’s',
    unit: '1',
    // The pressure of a step is that of its middle.
    x: Float64Array.from(y, (_, k) => ((k + 0.5) * delay) / steps),
    ours: y.map(scaled),
    reference: Float64Array.from(y, (_, k) => 0.5 * (scaled(reference[k] as number) + scaled(reference[k + 1] as number))),
    aside: Array.from({ length: delays / 2 + 1 }, (_, k) => [(2 * k - 0.2) * delay, (2 * k + 0.2) * delay] as const),
  };
  return { curve, elements: friction.elements };
}

const held = new Map<number, ReturnType<typeof compared>>();
/** Both cases of a velocity look at the same run. */
function closure(velocity: number): ReturnType<typeof compared> {
  const run = held.get(velocity) ?? compared(velocity);
  held.set(velocity, run);
  return run;
}

function cases(reynolds: number, velocity: number): ValidationCase[] {
  const shared = {
    group: 'Waves',
    title: `Valve closure in turbulent flow at Re ${reynolds}, smooth pipe, two and a half periods`,
    against: 'independent: characteristics with the whole convolution of Vardy & Brown 2003 and λ of Haaland 1983',
  } as const;
  return [
    {
      ...shared,
      name: `turbulent-closure-${reynolds}-largest`,
      measure: 'largest deviation outside ±0.2 T of fronts, of the Joukowsky rise',
      tolerance: 0.01,
      reason: 'the program divides the line for 0.01; friction of steady flow alone is 0.26 off',
      run: async () => {
        const { curve, elements } = await closure(velocity);
        return { error: largestDeviation(curve), curves: [curve], notes: [`${elements} elements, as the program chooses`] };
      },
    },
    {
      ...shared,
      name: `turbulent-closure-${reynolds}-rms`,
      measure: 'root mean square deviation outside ±0.2 T of fronts, of the Joukowsky rise',
      tolerance: 0.003,
      reason: 'a third of the largest; friction of steady flow alone is 0.07 off',
      run: async () => {
        const { curve } = await closure(velocity);
        return { error: rmsDeviation(curve), curves: [curve] };
      },
    },
  ];
}

export const turbulentCases: readonly ValidationCase[] = [...cases(5600, 0.3), ...cases(15_000, 0.8)];
