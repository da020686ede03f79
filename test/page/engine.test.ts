/** engine.ts as a page loads it: a minified bundle without Node, in which no text may become code, gives the bits that Node gives. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as Engine from '../../dist/engine.js';
import { generateRing, type LineOptions, parseCircuit, simulate } from '../../dist/index.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { bundled, inPage } from '../support/bundle.js';
import { isFull } from '../support/circuits.js';

type Page = typeof Engine & { readonly webAssembly: typeof WebAssembly };
let script: string;
let page: Page;

beforeAll(async () => {
  script = await bundled('dist/engine.js');
  page = inPage<typeof Engine>(script);
});

const ring = generateRing({ stations: 10, preset: 'a' });
const file = (name: string): string => readFileSync(`circuits/${name}.yaml`, 'utf8');

async function inNode(text: string, options: LineOptions): Promise<string> {
  return (await simulate(parseCircuit(text, 'circuit').circuit, { ...options, workers: 1 })).digest;
}

async function inBundle(text: string, options: LineOptions): Promise<string> {
  return (await page.simulate(page.parseCircuit(text, 'circuit').circuit, options)).digest;
}

const runs: [string, string, LineOptions][] = [
  ['ring a of 10 stations', ring, {}],
  ['a ring at its operating point', ring, { steadyStart: true, until: 0.01 }],
  ['variable steps, valves, cavities', file('two-actuator'), { until: 0.05 }],
  ['oil with air', file('two-actuator').replace(/^fluid: \{/m, 'fluid: { air: { fraction: 1 % }, '), { until: 0.01 }],
];
// Full: also wave lines; quickly the bundle's texts are Node's byte for byte, below.
test.each(runs.filter((_, k) => isFull || k % 2 === 1))('%s: the digest of Node', async (_, text, options) => {
  expect(await inBundle(text, options)).toBe(await inNode(text, options));
});

test('the minified step programs make the same WebAssembly, byte for byte', async () => {
  const codeOf = async (of: typeof WebAssembly, run: () => Promise<unknown>): Promise<string> => {
    const { compile, Module } = of;
    let code = '';
    const kept = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
      code = Buffer.from(bytes).toString('base64');
      return bytes;
    };
    // A page's own thread compiles in one of these ways, Node in the other.
    of.compile = (bytes) => compile.call(of, kept(bytes));
    of.Module = class extends Module {
      constructor(bytes: Uint8Array<ArrayBuffer>) {
        super(kept(bytes));
      }
    };
    await run().finally(() => Object.assign(of, { compile, Module }));
    return code;
  };
  // A name of its own, so that no module of it is kept from a run before.
  const text = file('two-actuator').replace('gradient: 600 l/min/bar', 'gradient: 601 l/min/bar');
  const own = await codeOf(WebAssembly, () => inNode(text, { until: 0.001 }));
  expect(own.length).toBeGreaterThan(10_000);
  expect(await codeOf(page.webAssembly, () => inBundle(text, { until: 0.001 }))).toBe(own);
});

describe('what a page cannot do is an error that says what can be done', () => {
  test.each<[string, LineOptions]>([
    ['RUN229', { kernels: 'js' }],
    ['RUN229', { timeline: 4 }],
    ['RUN228', { workers: 2 }],
  ])('%s', async (code, options) => {
    const { circuit } = page.parseCircuit(ring, 'ring.yaml');
    await expect(page.simulate(circuit, { until: 0.01, ...options })).rejects.toMatchObject({ code, remedy: expect.any(String) });
  });
});

test('a page that only gives orders loads no engine', async () => {
  const orders = await bundled('dist/engine.js', '{ connectEngine }');
  expect(orders.length).toBeLessThan(10_000);
  // Half of it is the library of units; integrators, which pages have too, are a twentieth.
  expect(script.length).toBeLessThan(2_250_000);
});
