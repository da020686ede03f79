/** A circuit around one component: a volume and a laminar restrictor to a tank at every hydraulic port, a body on a spring at every mechanical one, a lag on every input. */

import { drawParameters } from '../../dist/bench/step/kernels/realistic.js';
import type { Circuit, CircuitComponent, CircuitLine, DirectConnection, SignalConnection } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition, PortType } from '../../dist/equations/language/definition.js';
import { fluid } from './kernelBench.js';

const kindOf = (name: string): KindDefinition => library.get(name) as KindDefinition;

const mechanics = {
  translational: {
    body: 'mass',
    parameters: {
      mass: 50,
      inclination: 0,
      viscousFriction: 2000,
      coulombFriction: 0,
      minimumPosition: -1e3,
      maximumPosition: 1e3,
      initialPosition: 0,
      initialVelocity: 0,
    },
    end: { kind: 'velocitySource', port: 'end', parameters: { velocity: 0 } },
    stiffness: 1e6,
    force: 1e3,
  },
  rotational: {
    body: 'inertia',
    parameters: {
      inertia: 0.1,
      viscousFriction: 2,
      coulombTorque: 0,
      minimumAngle: -1e3,
      maximumAngle: 1e3,
      initialAngle: 0,
      initialSpeed: 0,
    },
    end: { kind: 'speedSource', port: 'shaft', parameters: { speed: 0 } },
    stiffness: 1e3,
    force: 10,
  },
} as const;

/** The circuit, with drawn parameters; one line of each two has twice the bulk modulus, so that it matters which port lends to which. */
export function circuitAround(definition: KindDefinition, random: () => number): Circuit {
  const tables = Object.entries(definition.parameters).filter(([, { table }]) => table);
  const points = Object.fromEntries(tables.map(([name]) => [name, { x: [0, 0.4, 0.4, 1], y: [0.1, 0.5, 0.3, 0.9] }]));
  const components: CircuitComponent[] = [
    { name: 'it', kind: definition, parameters: { ...drawParameters(definition, random), ...points } },
    { name: 'tank', kind: kindOf('tank'), parameters: { pressure: 0 } },
    { name: 'wave', kind: kindOf('sine'), parameters: { amplitude: 0.3, frequency: 2, phase: 0.4, offset: 0.2 } },
  ];
  const lines: CircuitLine[] = [];
  const direct: DirectConnection[] = [];
  const signals: SignalConnection[] = [];
  /** A mechanical line, from a port of a component that is there to one of another. */
  const spring = (
    name: string,
    type: PortType,
    from: CircuitLine['from'],
    to: CircuitLine['to'],
    stiffness: number,
    initial: number,
  ): void => {
    lines.push({ name, type, from, to, wave: null, volume: 1, bulkModulus: stiffness, law: null, filter: 0.2, initialPressure: initial });
  };
  for (const [k, [port, type]] of Object.entries(definition.ports).entries()) {
    if (type !== 'hydraulic') {
      const { body, end, parameters, stiffness, force } = mechanics[type];
      const at = components.push({ name: `m${k}`, kind: kindOf(body), parameters }) - 1;
      const wall = components.push({ name: `w${k}`, kind: kindOf(end.kind), parameters: end.parameters }) - 1;
      // In a lumped circuit a line has no spring where a component sets the force: it should have little in the other.
      const isSet = modelOf(definition).ports[k]?.assigns === 'p';
      spring(`L${k}`, type, { component: 0, port }, { component: at, port: 'a' }, stiffness * (isSet ? 1e3 : 1 + k), force);
      spring(`W${k}`, type, { component: at, port: 'b' }, { component: wall, port: end.port }, stiffness / 10, force);
      continue;
    }
    const restrictor =
      components.push({ name: `r${k}`, kind: kindOf('laminarRestrictor'), parameters: { conductance: 2e-10 * (1 + k) } }) - 1;
    lines.push({
      name: `L${k}`,
      type,
      from: { component: 0, port },
      to: { component: restrictor, port: 'in' },
      wave: null,
      volume: 1e-3 * (1 + k),
      bulkModulus: fluid.bulkModulus * (1 + (k % 2)),
      law: null,
      filter: 0.2,
      initialPressure: 1e6,
    });
    direct.push({ port: { component: restrictor, port: 'out' }, reference: { component: 1, port: 'in' } });
  }
  for (const [k, input] of Object.keys(definition.inputs ?? {}).entries()) {
    const lag = components.push({ name: `u${k}`, kind: kindOf('firstOrderLag'), parameters: { timeConstant: 0.1, initialValue: 0.1 } }) - 1;
    // Half of the way through an output, half from the state itself.
    signals.push({ from: { component: lag, signal: k % 2 === 0 ? 'output' : 'lagged' }, to: { component: 0, input } });
    signals.push({ from: { component: 2, signal: 'output' }, to: { component: lag, input: 'input' } });
  }
  return {
    name: 'around',
    title: '',
    source: '',
    fluid: { ...fluid, named: null, tait: null, air: null, effective: null },
    reference: 'gauge',
    components,
    lines,
    direct,
    signals,
    run: {
      end: 1,
      step: null,
      law: 'standard',
      line: 'secondOrder',
      overfullCavity: 'end',
      pressureLimit: 1e11,
      pressureError: 1e4,
      forceError: 10,
      torqueError: 0.1,
      initialStep: 1e-5,
      minimumStep: 1e-6,
      maximumStep: 1e-3,
      tolerance: 1e-5,
      absoluteTolerance: [],
      lineTolerance: null,
      solver: 'tlm',
      accuracy: 0.003,
      integratorInitialStep: null,
      integratorMinimumStep: null,
      integratorMaximumStep: null,
      steadyStart: false,
      treat: {},
    },
    record: { every: 0.1, everyStep: false, grid: 'steps', signals: [], envelope: [], watch: [] },
    hash: '',
  };
}
