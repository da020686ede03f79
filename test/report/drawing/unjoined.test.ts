/** Components that are joined without a line are drawn each by itself, with what joins them. */
import { expect, test } from 'vitest';
import { parseCircuit, readCircuit } from '../../../dist/index.js';
import { drawingSvg } from '../../../dist/report/drawing/drawing.js';
import { unjoined } from '../../../dist/report/drawing/unjoined.js';

test('members have their own names, values, lines and signals; joints are direct connections', async () => {
  const circuit = await readCircuit('circuits/compensated-valve.yaml');
  const { drawn, of } = unjoined(circuit);
  const names = drawn.components.map(({ name }) => name);
  expect(names.slice().sort()).toEqual(['comp', 'lever', 'load', 'pump', 'relief', 'sensed', 'supply', 'tank', 'valve', 'work']);
  const at = (name: string): number => names.indexOf(name);
  const comp = drawn.components[at('comp')];
  expect([comp?.kind?.kind, comp?.parameters['settingPressure']]).toEqual(['pressureCompensator', 10e5]);
  // All three are of the one that the engine has.
  expect(new Set(['comp', 'valve', 'sensed'].map((name) => circuit.components[of[at(name)] as number]?.name))).toEqual(
    new Set(['comp+valve+sensed']),
  );
  const ends = drawn.lines.map(({ name, from, to }) => [
    name,
    `${names[from.component]}.${from.port}`,
    `${names[to.component]}.${to.port}`,
  ]);
  expect(ends).toContainEqual(['L2', 'supply.1', 'comp.in']);
  expect(ends.find(([name]) => name === 'L4')).toEqual(['L4', 'sensed.line', 'load.in']);
  const direct = drawn.direct.map(({ port, reference }) =>
    [port, reference]
      .map(({ component, port: own }) => (own === '0' ? names[component] : `${names[component]}.${own}`))
      .sort()
      .join(' '),
  );
  for (const joint of ['comp.out valve.in', 'sensed valve.out', 'comp.load sensed']) expect(direct).toContain(joint);
  expect(drawn.signals.map(({ from, to }) => `${names[from.component]} ${names[to.component]}.${to.input}`)).toEqual([
    'lever valve.opening',
    'work load.opening',
  ]);
});

test('a plan colours members as the whole', async () => {
  const circuit = await readCircuit('circuits/compensated-valve.yaml');
  const owner = Int32Array.from(circuit.components, ({ name }) => (name.includes('+') ? 1 : 0));
  const { text, nodes } = await drawingSvg(circuit, { plan: { owner, labels: ['part 0', 'part 1'] } });
  // Ten components, and the tank wherever a line ends in it.
  expect(nodes).toBe(11);
  for (const name of ['comp', 'valve'])
    expect(text).toMatch(new RegExp(`<title>${name}: \\w+</title><g transform="[^"]*" fill="#d1495b40"`));
  expect(text).toMatch(/<title>load: meteringValve<\/title><g transform="[^"]*" fill="#1f6fb440"/);
});

test('what sees a fixed pressure itself is not cut, whichever partition the pressure is in; valves given for 1 Pa are told at 10 bar', async () => {
  const { circuit } = parseCircuit(
    `
ringmain: 1
name: apart
components:
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: directionalValve, ratedFlow: 1e-7 m3/s, ratedPressureDrop: 1 Pa }
  side: { kind: orifice, area: 1 mm2 }
  tank: { kind: tank }
  still: { kind: constant, value: 0 }
lines:
  P: { from: pump, to: valve.P, length: 1 m, diameter: 20 mm }
  A: { from: valve.A, to: side.in, length: 1 m, diameter: 20 mm }
  B: { from: valve.B, to: side.out, length: 1 m, diameter: 20 mm }
direct: [{ from: valve.T, to: tank }]
signals: [{ from: still, to: valve.position }]
`,
    'apart.yaml',
  );
  const names = circuit.components.map(({ name }) => name);
  const owner = Int32Array.from(names, (name) => Number(name === 'tank' || name === 'pump'));
  const { text } = await drawingSvg(circuit, { plan: { owner, labels: ['part 0', 'part 1'] } });
  expect(text.match(/class="cut"/g)).toHaveLength(1);
  // 1e-7 m3/s times √1e6 are 6 l/min.
  expect(text).toContain('>6 l/min, 10 bar<');
});
