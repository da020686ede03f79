/** One program and many instances: bits of runs of their own, and a key that tells when another program is needed. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuitReader } from '../../dist/circuit/file/parse.js';
import { prepare } from '../../dist/program/prepare.js';
import { compile, ProgramInstance } from '../../dist/run/compile.js';
import { changedParameters, programKey } from '../../dist/run/programKey.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const reader = (name: string) => {
  const file = `circuits/${name}.yaml`;
  const read = circuitReader(readFileSync(file, 'utf8'), file);
  return (...set: string[]) => read(set).circuit;
};
const alone = { threads: 1, parallel: false, spins: false, window: 1 };

describe.each(isFull ? (['wasm', 'js'] as const) : (['wasm'] as const))('%s', (kernels) => {
  test.each([
    [
      'two-actuator',
      isFull ? 0.3 : 0.05,
      ['prv.crackingPressure', 'cv2.*', 'act1.*', 't1.pressure'],
      [
        ['prv.crackingPressure=150 bar'],
        ['act1.mass=17 kg', 'act1.initialPosition=1500 mm'],
        ['L10.length=4 m', 'L3.length=0.4 m'],
        ['initial.pressure=7 bar'],
        ['t1.pressure=2 bar'],
        ['cv1.gradient=95 l/min/bar', 'cv2.gradient=90 l/min/bar'],
        [],
      ],
    ],
    ['servo-drive-sampled', 0.02, ['*'], [['motor.displacement=30 cc/rev'], []]],
  ] as const)('%s: an instance has the bits of runs of their own, whatever ran in it before', async (name, until, tunable, variants) => {
    const read = reader(name);
    const instance = new ProgramInstance(compile(read(), { until, kernels }, { tunable }));
    const digests = new Set<string>();
    for (const set of variants) {
      const circuit = read(...set);
      const own = await simulate(circuit, { until, kernels, workers: 1 });
      const {
        digest,
        stateDigest,
        account: { steps },
        ending,
      } = instance.run(circuit);
      expect(ending).toBeNull();
      expect([digest, stateDigest, steps], String(set)).toEqual([own.digest, own.stateDigest, own.account.steps]);
      digests.add(stateDigest);
    }
    expect(digests.size, 'every variant is another run').toBe(variants.length);
  });
});

// Full: whole runs of both; quickly each has a memory of its own, whatever ran in it before, above.
test.runIf(isFull)('two instances of one program do not know of each other', async () => {
  const read = reader('two-actuator');
  const program = compile(read(), { until: 0.1 }, { tunable: ['prv.*'] });
  const [one, other] = [new ProgramInstance(program), new ProgramInstance(program)];
  const circuits = ['120 bar', '125 bar'].map((pressure) => read(`prv.crackingPressure=${pressure}`)) as [
    ReturnType<typeof read>,
    ReturnType<typeof read>,
  ];
  const results = [one.run(circuits[0]), other.run(circuits[1])];
  const own = [await simulate(circuits[0], { until: 0.1, workers: 1 }), await simulate(circuits[1], { until: 0.1, workers: 1 })];
  expect(results.map(({ digest }) => digest)).toEqual(own.map(({ digest }) => digest));
});

test('what is no column of the program is refused, and a pattern that names nothing', () => {
  const read = reader('two-actuator');
  const instance = new ProgramInstance(compile(read(), { until: 0.01 }, { tunable: ['prv.*'] }));
  expect(() => instance.run(read('fd.inertia=0.2 kg m2'))).toThrow(expect.objectContaining({ code: 'RUN242' }));
  expect(() => instance.run(read('fluid.density=880 kg/m3'))).toThrow(expect.objectContaining({ code: 'RUN242' }));
  expect(() => compile(read(), {}, { tunable: ['prw.*'] })).toThrow(expect.objectContaining({ code: 'RUN241' }));
  expect(() => compile(read(), { kernels: 'native' })).toThrow(expect.objectContaining({ code: 'RUN240' }));
});

test('changed parameters are those of components, also behind a name that several share', () => {
  const read = reader('two-actuator');
  expect(changedParameters(read(), read('act2.mass=11 kg', 'L1.length=2 m'))).toEqual(['act2.mass']);
  expect(changedParameters(read(), read())).toEqual([]);
});

describe('readings with equal keys have the same text, lists and layout', () => {
  test.each(['rc-volume', 'pump-ripple', 'water-hammer-holmboe', ...(isFull ? ['servo-cylinder'] : [])])(
    '%s, each number changed by itself',
    (name) => {
      const read = reader(name);
      const base = read();
      const { tunable, key } = compile(base, { kernels: 'js' }, { tunable: ['*'] });
      const programOf = (circuit: typeof base): string => {
        const { program, cells, columns, record, bytes } = prepare(
          circuit,
          new Int32Array(circuit.components.length),
          1,
          { tunableColumns: tunable },
          alone,
        );
        return JSON.stringify([program, cells, columns, record, bytes]);
      };
      const whole = programOf(base);
      const settings = [
        ...base.components.flatMap(({ name: owner, kind, parameters }) =>
          Object.entries(parameters).flatMap(([parameter, value]) => {
            if (typeof value !== 'number') return [];
            const unit = kind?.parameters[parameter]?.unit;
            return [1.1 * value, value === 0 ? 1e-3 : 0].map((other) => `${owner}.${parameter}=${other}${unit === '1' ? '' : ` ${unit}`}`);
          }),
        ),
        ...base.lines.flatMap(({ name: line }) =>
          ['length=3.3 m', 'volume=0.7 l', 'filter=0.3', 'initialPressure=12 bar', 'diameter=22 mm', 'bulkModulus=7000 bar'].map(
            (setting) => `${line}.${setting}`,
          ),
        ),
        ...['initial.pressure=7 bar', 'fluid.density=880 kg/m3', 'fluid.viscosity=30 cSt', 'run.pressureError=0.2 bar', 'run.end=0.01 s'],
      ];
      let [same, other] = [0, 0];
      for (const setting of settings) {
        let circuit: typeof base;
        try {
          circuit = read(setting);
        } catch {
          // Not a value that the circuit may have.
          continue;
        }
        if (programKey(circuit, tunable) !== key) other++;
        else {
          same++;
          expect(programOf(circuit), setting).toBe(whole);
        }
      }
      expect(same).toBeGreaterThan(5);
      expect(other).toBeGreaterThan(2);
    },
  );
});
