/** The public API as its users see it: only what dist/index.js gives. */
import { describe, expect, test } from 'vitest';
import {
  type Circuit,
  CircuitError,
  circuit,
  csvText,
  jsonSchema,
  type LineOptions,
  library,
  linePlot,
  makePlan,
  PlanError,
  type Progress,
  parseCircuit,
  RunError,
  readCircuit,
  simulate,
  summaryJson,
} from '../../dist/index.js';

/** A pump over a restrictor and a volume; `kind` and its parameters stand between the volume and the tank. */
function yaml(kind: string, parameters: string, definitions = ''): string {
  return `
ringmain: 1
name: bleed
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar, vapourPressure: -1 bar }
components:
  pump: { kind: flowSource, flow: 20 l/min }
  node: { kind: junction }
  bleed: { kind: ${kind}, ${parameters} }
  tank: { kind: tank }
lines:
  supply: { from: pump, to: node, length: 2 m, diameter: 25 mm }
  branch: { from: node, to: bleed.in, volume: 0.5 l }
  back: { from: bleed.out, to: tank, length: 1 m, diameter: 25 mm }
run: { end: 50 ms, pressureError: 0.1 bar }
record: { every: 1 ms, signals: [node.p, bleed.in.q] }
${definitions}`;
}

const orifice = 'area: 10 mm2, dischargeCoefficient: 0.65';
const parsed = (text: string): Circuit => parseCircuit(text, 'bleed.yaml').circuit;
const digestOf = async (of: Circuit, options: LineOptions = {}): Promise<string> => (await simulate(of, options)).digest;

test('the example of the design: file to results to a series with its unit', async () => {
  const results = await simulate(await readCircuit('circuits/two-actuator.yaml'), { workers: 'auto', until: 0.05 });
  const { t, y, unit } = results.series('act1.x');
  expect(unit).toBe('m');
  expect(t).toBeInstanceOf(Float64Array);
  expect(y.length).toBe(t.length);
  expect([t[0], y[0]]).toEqual([0, 1.6]);
  expect(results.end).toBeCloseTo(0.05, 12);
  expect(results.ending).toBeNull();
});

describe('ways to the same circuit', () => {
  test('built in code or read from a file: same hash, same bits', async () => {
    const built = circuit('bleed')
      .fluid({ density: '890 kg/m3', viscosity: '60 cSt', bulkModulus: '8900 bar', vapourPressure: '-1 bar' })
      .component('pump', 'flowSource', { flow: '20 l/min' })
      .component('node', 'junction')
      .component('bleed', 'orifice', { area: '10 mm2', dischargeCoefficient: 0.65 })
      .component('tank', 'tank')
      .line('supply', 'pump', 'node', { length: '2 m', diameter: '25 mm' })
      .line('branch', 'node', 'bleed.in', { volume: '0.5 l' })
      .line('back', 'bleed.out', 'tank', { length: '1 m', diameter: '25 mm' })
      .run({ end: '50 ms', pressureError: '0.1 bar' })
      .record({ every: '1 ms', signals: ['node.p', 'bleed.in.q'] })
      .build();
    const read = parsed(yaml('orifice', orifice));
    expect(built.hash).toBe(read.hash);
    expect(await digestOf(built)).toBe(await digestOf(read));
  });

  test("a kind of the user's own with the orifice's equations gives the orifice's bits, by one worker and by two", async () => {
    const definitions = `
definitions:
  ownOrifice:
    about: the library's orifice, written again
    ports: { in: hydraulic, out: hydraulic }
    parameters:
      area: { unit: m2, atLeast: 0, about: opening }
      dischargeCoefficient: { unit: '1', above: 0, default: 0.62, about: Cd }
    equations: |
      K = dischargeCoefficient * area * sqrt(2 / fluid.density)
      Q = K * ssqrt(in.p - out.p)
      in.q  = -Q
      out.q =  Q
`;
    const own = parsed(yaml('ownOrifice', orifice, definitions));
    const theirs = await digestOf(parsed(yaml('orifice', orifice)));
    expect(await digestOf(own)).toBe(theirs);
    expect(await digestOf(own, { plan: makePlan(own, 2) })).toBe(theirs);
    expect(await digestOf(parsed(yaml('orifice', 'area: 11 mm2')))).not.toBe(theirs);
  });
});

describe('a run', () => {
  test('series() of a name that was not recorded says which were', async () => {
    const results = await simulate(parsed(yaml('orifice', orifice)));
    expect(() => results.series('node.q')).toThrow(RunError);
    expect(() => results.series('node.q')).toThrow(/'node\.q' was not recorded.*node\.p, bleed\.in\.q/);
  });

  test('an AbortSignal ends it with partial results, the serial and the parallel engine alike', async () => {
    for (const options of [{ workers: 1 }, { workers: 2 }]) {
      const controller = new AbortController();
      const results = await simulate(parsed(yaml('orifice', orifice)), {
        ...options,
        until: 1000,
        every: 0.01,
        step: 1e-6,
        signal: controller.signal,
        onProgress: ({ accepted }) => {
          if (accepted > 0) controller.abort();
        },
      });
      expect(results.ending?.kind).toBe('interrupted');
      expect(results.end).toBeGreaterThan(0);
      expect(results.end).toBeLessThan(1000);
      expect(results.series('node.p').y.length).toBe(results.t.length);
      expect(results.t.length).toBeGreaterThan(0);
    }
  });

  test('onProgress hears of a run that takes its time', async () => {
    const heard: Progress[] = [];
    await simulate(parsed(yaml('orifice', orifice)), { workers: 1, until: 0.2, step: 1e-6, onProgress: (news) => heard.push(news) });
    expect(heard.length).toBeGreaterThan(0);
    for (const { time, end, accepted, step } of heard) {
      expect(end).toBe(0.2);
      expect(time).toBeLessThanOrEqual(0.2);
      expect(accepted).toBeGreaterThan(0);
      expect(step).toBe(1e-6);
    }
  });

  test('what cannot begin is refused with a code or every reason', async () => {
    const bleed = parsed(yaml('orifice', orifice));
    await expect(simulate(bleed, { workers: 0 })).rejects.toThrow(RunError);
    await expect(simulate(bleed, { plan: { ...makePlan(bleed, 2), hash: '0' } })).rejects.toThrow(PlanError);
    expect(() => parsed(yaml('orifise', orifice))).toThrow(CircuitError);
    expect(() => circuit('empty').component('pump', 'flowSource').build()).toThrow(CircuitError);
  });

  test('its results become a table, a picture and an account', async () => {
    const results = await simulate(parsed(yaml('orifice', orifice)));
    expect([...csvText(results)].join('').split('\n')[0]).toBe('t [s],node.p [Pa],bleed.in.q [m3/s]');
    const picture = linePlot({ title: 'Bleed', series: [{ name: 'node.p', ...results.series('node.p') }] });
    expect(picture).toContain('>bar</text>');
    expect(JSON.parse(JSON.stringify(summaryJson(results)))).toMatchObject({ circuit: 'bleed', digest: results.digest });
  });
});

test('library and schema name the same kinds', () => {
  const schema = JSON.stringify(jsonSchema());
  for (const kind of library.keys()) expect(schema).toContain(`"const":"${kind}"`);
});
