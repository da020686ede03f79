/** One sign of a component's equations broken: the verdict of a case must turn, with a number or with a run that ends early. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ValidationCase } from '../../dist/bench/validation/case.js';
import { judge } from '../../dist/bench/validation/judge.js';
import { validationCases } from '../../dist/bench/validation/registry.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { isFull } from '../support/circuits.js';

/** The circuit with another text in the equations of a kind. */
function broken(circuit: Circuit, kind: string, text: string, instead: string): Circuit {
  let count = 0;
  const components = circuit.components.map((component) => {
    if (component.kind?.kind !== kind) return component;
    expect(component.kind.equations).toContain(text);
    count++;
    return { ...component, kind: { ...component.kind, equations: component.kind.equations.replace(text, instead) } };
  });
  expect(count, `${circuit.name} has no ${kind}`).toBeGreaterThan(0);
  return { ...circuit, components };
}

const mutants: [name: string, kind: string, text: string, instead: string][] = [
  ['rc-volume', 'laminarRestrictor', 'in.q  = -Q', 'in.q  = Q'],
  ['orifices-rt-1-lines', 'transitionOrifice', 'in.q  = -Q', 'in.q  = Q'],
  ['controlled-two-actuator-lines', 'actuator', '- coulombFriction * dir', '+ coulombFriction * dir'],
  ['ring-main-lines', 'motor', '- R * dir', '+ R * dir'],
  ['hoist-steady', 'gearbox', '(1 - efficiency) * abs', '-(1 - efficiency) * abs'],
  ['excavator-boom-motion', 'boomOnTwoCylinders', 'rod.q =  A2', 'rod.q =  A1'],
  ['excavator-boom-ode', 'boomOnTwoCylinders', '- momentY * sin', '+ momentY * sin'],
  ['excavator-boom-ode', 'loadSensingPump', 'margin - (out.p', 'margin + (out.p'],
  ['hires', 'hires', '- 1.81 * y7', '+ 1.81 * y7'],
];
/** Full: those whose cases are full (cases.test.ts), and one of a long run. */
const long = ['excavator-boom-motion', 'excavator-boom-ode', 'hires'];
test.each(mutants.filter(([name]) => isFull || !long.includes(name)))(
  '%s fails where %s has %j as %j',
  async (name, kind, text, instead) => {
    const one = validationCases.find((known) => known.name === name) as ValidationCase;
    const verdict = await judge(one, {
      circuit: async (file, set = []) => broken(await readCircuit(`circuits/${file}.yaml`, { set: [...set] }), kind, text, instead),
      table: (file) => readFile(`bench/reference/${file}.csv`, 'utf8'),
    });
    expect(verdict.passed).toBe(false);
  },
);
