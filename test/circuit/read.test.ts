import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { jsonSchema } from '../../dist/circuit/file/schema.js';
import { isFull } from '../support/circuits.js';

const small = `ringmain: 1
name: small
components:
  p: { kind: flowSource, flow: 10 l/min }
  n: { kind: junction }
  rv: { kind: reliefValve, crackingPressure: 100 bar, gradient: 600 l/min/bar }
  t: { kind: tank }
  t2: { kind: tank, pressure: 2 bar }
  o: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  act: &act { kind: actuator, bore: 50 mm, stroke: 1 m, mass: 10 kg }
  act2: *act
  e: { kind: blockedEnd }
  e2: { kind: blockedEnd }
  g: { kind: gain, factor: 1 }
  u: { kind: dutyCycle, points: [[0 s, 0], [1 s, 500 mN], [1 s, 1 N]] }
defaults: { line: { diameter: 20 mm, filter: 0.3 } }
lines:
  L1: { from: p, to: n, length: 2 m }
  L2: { from: n, to: rv.in, length: 1 m, diameter: 10 mm }
  L3: { from: rv, to: t, volume: 1 l, initialPressure: 1 bar }
  L4: { from: n, to: o.in, length: 1 m }
  L5: { from: n, to: act.cap, length: 1 m }
  L6: { from: act.rod, to: e, length: 1 m }
  L7: { from: n, to: act2.cap, length: 1 m }
  L8: { from: act2.rod, to: e2, length: 1 m }
direct: [{ from: o.out, to: t2 }]
signals:
  - { from: u, to: act.load }
  - { from: act.x, to: g.input }
record: { signals: [act.x, g.output, "L*.p", rv.in.q, n.p] }
`;
const read = (text: string, set: string[] = []): Circuit => parseCircuit(text, 'small.yaml', { set }).circuit;
const component = (c: Circuit, name: string) => c.components.find((one) => one.name === name);
const mistakes = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof CircuitError) return error.message;
    throw error;
  }
  return '';
};

describe('a file becomes a circuit', () => {
  const c = read(small);

  test('quantities are SI, defaults filled in', () => {
    expect(component(c, 'rv')?.parameters).toEqual({ crackingPressure: 1e7, gradient: 1e-7, fullyOpenFlow: 0 });
    expect(component(c, 't')?.parameters).toEqual({ pressure: 0 });
    expect(component(c, 'u')?.parameters).toEqual({ points: { x: [0, 1, 1], y: [0, 0.5, 1] } });
    expect(component(c, 'n')).toEqual({ name: 'n', kind: null, parameters: {} });
    expect(c.run).toEqual({
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
      maximumStep: 5e-3,
      tolerance: 1e-5,
      absoluteTolerance: [],
      integratorInitialStep: null,
      integratorMinimumStep: null,
      integratorMaximumStep: null,
      lineTolerance: null,
      solver: 'tlm',
      accuracy: 0.003,
      steadyStart: false,
      treat: {},
    });
    expect(c.record.every).toBeCloseTo(1 / 500, 15);
  });

  test('a line has the volume of its bore, the defaults of the file, or its own', () => {
    const [l1, l2, l3] = c.lines;
    expect(l1).toMatchObject({
      volume: (Math.PI / 4) * 0.02 * 0.02 * 2,
      filter: 0.3,
      initialPressure: 0,
      bulkModulus: c.fluid.bulkModulus,
    });
    expect(l2?.volume).toBeCloseTo((Math.PI / 4) * 1e-4, 15);
    expect(l3).toMatchObject({ volume: 1e-3, initialPressure: 1e5 });
  });

  test('a bare name means the one free port; a junction counts its lines', () => {
    const end = (k: number, side: 'from' | 'to') => `${c.components[c.lines[k]?.[side].component ?? -1]?.name}.${c.lines[k]?.[side].port}`;
    expect([end(0, 'from'), end(0, 'to'), end(1, 'from'), end(2, 'from'), end(2, 'to')]).toEqual(['p.out', 'n.0', 'n.1', 'rv.out', 't.in']);
  });

  test('direct connections and signals', () => {
    expect(c.direct).toEqual([{ port: { component: 5, port: 'out' }, reference: { component: 4, port: 'in' } }]);
    expect(c.signals.map(({ from, to }) => [from.signal, to.input])).toEqual([
      ['output', 'load'],
      ['x', 'input'],
    ]);
  });
});

describe('--set', () => {
  test('a parameter, a line, the fluid, the run', () => {
    const c = read(small, [
      'rv.crackingPressure="160 bar"',
      'L1.length=4 m',
      'fluid.bulkModulus=9000 bar',
      'run.end=2 s',
      'run.law=thesis',
    ]);
    expect(component(c, 'rv')?.parameters['crackingPressure']).toBe(1.6e7);
    expect(c.lines[0]?.volume).toBeCloseTo((Math.PI / 4) * 4e-4 * 4, 15);
    expect([c.fluid.bulkModulus, c.run.end, c.run.law]).toEqual([9e8, 2, 'thesis']);
  });

  test('changes one of two components that share an alias', () => {
    const c = read(small, ['act.mass=20 kg']);
    expect([component(c, 'act')?.parameters['mass'], component(c, 'act2')?.parameters['mass']]).toEqual([20, 10]);
  });

  test.each([
    ['rw.crackingPressure=1 bar', "no component or line 'rw', did you mean"],
    ['rv.cracking=1 bar', "reliefValve 'rv' has no parameter 'cracking'"],
    ['fluid.densty=1 kg/m3', "fluid has no 'densty', did you mean 'density'?"],
    ['rv.crackingPressure=1 mm', "'1 mm' is a length, not a pressure"],
    ['run.end', 'not an assignment'],
  ])('%s', (set, message) => expect(mistakes(() => read(small, [set]))).toContain(message));
});

describe('hash', () => {
  const { hash } = read(small);

  test('values, comments, order and the direction of lines do not count', () => {
    const lines = small.split('\n');
    const at = lines.findIndex((line) => line.startsWith('  L4'));
    const swapped = [...lines.slice(0, at), lines[at + 1], lines[at], ...lines.slice(at + 2)].join('\n');
    expect(read(swapped).hash).toBe(hash);
    expect(read(`# a comment\n${small}`).hash).toBe(hash);
    expect(read(small, ['L1.length=5 m', 'rv.gradient=1 l/min/bar']).hash).toBe(hash);
    expect(read(small.replace('{ from: p, to: n,', '{ from: n, to: p,')).hash).toBe(hash);
  });

  test('names, kinds and connections count', () => {
    expect(read(small.replaceAll('rv', 'rx')).hash).not.toBe(hash);
    expect(read(small.replace('{ kind: tank }', '{ kind: pressureSource, pressure: 0 bar }')).hash).not.toBe(hash);
    expect(read(small.replace('act.x, to', 'act.v, to')).hash).not.toBe(hash);
  });
});

describe('the builder', () => {
  const build = () =>
    circuit('built')
      .component('p', 'flowSource', { flow: '10 l/min' })
      .component('o', 'laminarRestrictor', { conductance: '1 l/min/bar' })
      .component('t', 'tank')
      .line('L1', 'p', 'o.in', { volume: '1 l' })
      .line('L2', 'o.out', 't', { volume: '1 l' });

  test('gives what a file gives', () => {
    const text = `ringmain: 1
name: built
components: { p: { kind: flowSource, flow: 10 l/min }, o: { kind: laminarRestrictor, conductance: 1 l/min/bar }, t: { kind: tank } }
lines: { L1: { from: p, to: o.in, volume: 1 l }, L2: { from: o.out, to: t, volume: 1 l } }
`;
    expect(build().build()).toEqual(read(text));
  });

  test('makes the same checks, without places', () => {
    const message = mistakes(() => build().component('x', 'tonk').line('L3', 't', 'q', { volume: '1' }).build());
    expect(message).toContain("CIR301  component 'x': no kind 'tonk', did you mean 'tank'?");
    expect(message).toContain("CIR305  line 'L3': no component 'q'");
    expect(message).toContain("CIR203  line 'L3': volume: 1 has no unit");
    expect(message).not.toMatch(/:\d+:\d+ /);
  });
});

describe('own kinds', () => {
  const own = `${small.replace('kind: laminarRestrictor, conductance', 'kind: leak, k')}definitions:
  leak:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { k: { unit: m3/s/Pa, above: 0, default: 2 l/min/bar } }
    equations: |
      Q = k * (in.p - out.p)
      in.q = -Q
      out.q = Q
`;
  test('are used like those of the library', () => expect(component(read(own), 'o')?.parameters).toEqual({ k: 1 / 6e9 }));

  test('declare rules between their parameters, which circuits and --set keep', () => {
    const least = own
      .replace(
        'above: 0, default: 2 l/min/bar } }',
        'above: 0 }, least: { unit: m3/s/Pa, default: 0.5 l/min/bar } }\n    requires: [least <= k]',
      )
      .replace('Q = k', 'Q = max(k, least)');
    expect(component(read(least), 'o')?.parameters).toEqual({ k: 1 / 6e9, least: 0.5 / 6e9 });
    const rule = "CIR215  leak 'o': least is 0.5 l/min/bar (default) and k 0.4 l/min/bar; the rule is least <= k";
    expect(mistakes(() => read(least.replace('k: 1 l/min/bar', 'k: 0.4 l/min/bar')))).toContain(rule);
    expect(mistakes(() => read(least, ['o.k=0.4 l/min/bar']))).toContain(rule.replace('leak', '--set o.k=0.4 l/min/bar: leak'));
    expect(mistakes(() => read(small, ['act2.initialPosition=1.5 m']))).toContain(
      "CIR215  --set act2.initialPosition=1.5 m: actuator 'act2': initialPosition is 1.5 m and stroke 1 m; the rule is initialPosition <= stroke\n    give initialPosition of at most 1 m, or stroke of at least 1.5 m",
    );
  });

  test('the unit 1 may stand as a number', () => {
    const kind = component(
      read(own.replace('above: 0, default: 2 l/min/bar } }', 'above: 0 }, n: { unit: 1, default: 2 } }').replace('Q = k', 'Q = n * k')),
      'o',
    )?.kind;
    expect(kind?.parameters['n']?.unit).toBe('1');
  });
});

test('every circuit that comes with the program is whole', async () => {
  for (const file of readdirSync('circuits').filter((one) => one.endsWith('.yaml'))) {
    const c = await readCircuit(`circuits/${file}`);
    expect(c.name).toBe(file.replace('.yaml', ''));
  }
});

test('a file that is not there is a mistake of the user', async () => {
  await expect(readCircuit('circuits/none.yaml')).rejects.toThrow('circuits/none.yaml  CIR000  there is no such file');
});

test('the JSON Schema names the kinds of the library, their parameters and units', () => {
  const text = JSON.stringify(jsonSchema());
  expect(text).toContain('"const":"reliefValve"');
  expect(text).toContain('pressure difference at which it opens, p_c [pressure, such as bar]');
  expect(jsonSchema()).toMatchObject({ type: 'object', required: expect.arrayContaining(['ringmain', 'name']) });
});

test('what is described and never used is a warning', () => {
  const unused = `${small}definitions:\n  spare: { ports: { a: hydraulic }, equations: a.q = 0 }\nsubcircuits:\n  cell: { components: { n: { kind: junction } } }\n`;
  const { warnings } = parseCircuit(unused, 'small.yaml');
  expect(warnings.map(({ severity, code, message }) => `${severity} ${code} ${message}`)).toEqual([
    "warning CIR801 definition 'spare' is never used",
    "warning CIR802 subcircuit 'cell' is never used",
  ]);
});

test('signals that drive nothing and bores in metres are warnings, each once', () => {
  const odd = `${small
    .replace('components:', 'components:\n  idle: { kind: constant, value: 3 }\n  seen: { kind: constant, value: 3 }')
    .replace('L1: { from: p, to: n, length: 2 m }', 'L1: { from: p, to: n, length: 2 m, diameter: 12 m }')}`.replace(
    'record: { signals: [',
    'record: { signals: [seen.*, ',
  );
  const { warnings } = parseCircuit(odd, 'small.yaml');
  expect(warnings.map(({ code, message, place }) => `${place?.line} ${code} ${message}`)).toEqual([
    "4 CIR804 constant 'idle' drives nothing",
    "20 CIR805 line 'L1' has a diameter of 12 m, more than 1 m",
  ]);
});

test.runIf(isFull)('the circuits that come with the program have no unused signals and no bores in metres', async () => {
  for (const file of readdirSync('circuits').filter((name) => name.endsWith('.yaml'))) {
    const warnings: string[] = [];
    await readCircuit(`circuits/${file}`, { onWarning: ({ code }) => warnings.push(code) });
    expect(warnings.filter((code) => code === 'CIR804' || code === 'CIR805')).toEqual([]);
  }
});

test('a name that stands twice in a circuit built in code is a mistake', () => {
  const twice = circuit('x').component('n', 'junction').component('n', 'junction');
  expect(mistakes(() => twice.build())).toContain("CIR107  component 'n' stands twice");
});

test('the builder takes defaults for lines, the initial pressure and what a file says about itself', () => {
  const built = circuit('x')
    .about({ title: 'X', reference: 'absolute' })
    .lineDefaults({ diameter: '10 mm' })
    .initialPressure('3 bar')
    .component('p', 'flowSource', { flow: '1 l/min' })
    .component('t', 'tank')
    .line('L', 'p', 't', { length: '1 m' })
    .build();
  expect(built.title).toBe('X');
  expect(built.lines[0]?.initialPressure).toBe(3e5);
  expect(built.lines[0]?.volume).toBeCloseTo((Math.PI / 4) * 1e-4, 12);
});

test('a mistake in a subcircuit of many instances is found once, and soon', () => {
  const many = `ringmain: 1\nname: many\nsubcircuits:\n  s: { components: { n: { kind: junction } }, lines: { a: { from: n, to: m, volume: 1 l } } }\nrepeat: { s: { subcircuit: s, count: 20000 } }\n`;
  const text = mistakes(() => read(many));
  expect(text).toContain("no component 'm'");
  expect(text).toContain('(and 19999 more like it)');
  expect(text.split('\n').length).toBe(2);
});
