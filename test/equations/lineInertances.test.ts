/** What the inertances of lines take from masses: which states, by how much; kernels for lines that have none. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { library } from '../../dist/components/library.js';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import { dependsOn, type Node, topological } from '../../dist/equations/graph/graph.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { component, hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { lineInertances, portsWithInertance } from '../../dist/equations/solve/lineInertances.js';
import { inertanceOf } from '../../dist/network/inertances.js';
import { network } from '../../dist/network/network.js';

const kind = (name: string): KindDefinition => library.get(name) as KindDefinition;

test('a piston: A² L/M of both chambers; its position has none', () => {
  const found = lineInertances(modelOf(kind('actuator')));
  expect([...found.keys()]).toEqual(['v']);
  const values: Record<string, number> = {
    ...{ 'parameter:bore': 0.05, 'parameter:rodDiameter': 0.03, 'parameter:mass': 20, step: 1e-4 },
    ...{ 'lineZ:cap': 3e9, 'lineZ:rod': 5e9, 'inertance:cap': 0.5, 'inertance:rod': 0.25 },
  };
  const r = Number(evaluate(found.get('v') as Parameters<typeof evaluate>[0], (symbol) => values[symbol] as number));
  const [A1, A2] = [(Math.PI / 4) * 0.05 ** 2, (Math.PI / 4) * (0.05 ** 2 - 0.03 ** 2)];
  expect(r / ((1e-4 * (0.5 * 3e9 * A1 ** 2 + 0.25 * 5e9 * A2 ** 2)) / 20)).toBeCloseTo(1, 12);
  // Nothing that a mass or a bore makes on the way is below 0: a sweep of them would compile each variant (run/plainValues.ts).
  const made = topological([found.get('v') as Node]).filter((node) => dependsOn(node, (symbol) => symbol.startsWith('parameter:')));
  expect(made.length).toBeGreaterThan(10);
  for (const node of made) expect(Number(evaluate(node, (symbol) => values[symbol] as number)), node.op).toBeGreaterThan(0);
});

const own = (equations: string): KindDefinition =>
  component({
    kind: 'own',
    about: 'a',
    source: 'b',
    group: 'c',
    ports: { in: hydraulic, out: hydraulic },
    parameters: { k: { unit: '1', about: 'k' } },
    states: { v: { unit: '1', initial: 0, about: 'v' } },
    equations,
  });

test.each([
  ['a column of oil', 'der(v) = k * (in.p - out.p)\nin.q = -v\nout.q = v', ['in', 'out']],
  ['a flow that drives itself', 'der(v) = k * in.p\nin.q = v\nout.q = -v', ['in']],
  ['an area that follows the state', 'der(v) = k * in.p\nin.q = -v * v\nout.q = v * v', []],
  ['a rate by the root of a pressure', 'der(v) = k * ssqrt(in.p)\nin.q = -v\nout.q = v', []],
  ['a pressure that it sets', 'der(v) = k * (in.p - out.p)\nin.q = -v\nout.p = 0 * v', ['in']],
])('%s: ports %j', (_, equations, ports) => {
  const model = modelOf(own(equations));
  expect(portsWithInertance(model)).toEqual(ports);
  // Never below 0, whatever the signs: at k = 1 a flow that drives itself has none.
  for (const one of lineInertances(model).values()) {
    const value = Number(evaluate(one, () => 1));
    expect(value).toBe(equations.includes('in.q = v') ? 0 : ports.length);
  }
});

describe('lines', () => {
  const built = circuit('lines')
    .initialPressure('20 bar')
    .component('c', 'actuator', { bore: '50 mm', stroke: '300 mm', initialPosition: '0.1 m', mass: '100 kg' })
    .component('d', 'actuator', { bore: '50 mm', stroke: '300 mm', initialPosition: '0.1 m', mass: '100 kg' })
    .component('e', 'actuator', { bore: '50 mm', stroke: '300 mm', initialPosition: '0.1 m', mass: '100 kg' })
    .line('plain', 'c.cap', 'd.cap', { volume: '1 l' })
    .line('unfiltered', 'c.rod', 'd.rod', { volume: '1 l', filter: 0 })
    .component('end', 'blockedEnd')
    .component('t', 'tank')
    .line('wave', 'e.cap', 'end', { model: 'wave', length: '10 m', diameter: '20 mm' })
    .direct('e.rod', 't')
    .run({ end: '10 ms' })
    .build();
  const tables = tablesOf(built);

  test('β/12 + α/2 + 1/4β of those without delay; none of those that carry waves', () => {
    expect([0, 1, 2].map((line) => inertanceOf(tables, line))).toEqual([0.8 / 12 + 0.1 + 0.25 / 0.8, 1 / 12 + 0.25, 0]);
  });

  test('kernels are made for each choice of them; for lines as printed there is one', () => {
    const stored = { flows: new Set<string>(), pressures: null, outputs: new Map(), judgesStates: true };
    const bodies = (withoutInertances: boolean): string[] =>
      network(built, { ...stored, withoutInertances }).kinds.flatMap(({ name, kernel }) => (name === 'actuator' ? [kernel.body] : []));
    const [both, none] = bodies(true);
    expect(bodies(true)).toHaveLength(2);
    expect(both).not.toBe(none);
    // The end that sees a tank has no line either way.
    expect(bodies(false)).toHaveLength(2);
    expect(bodies(false)[1]).toBe(none);
  });
});
