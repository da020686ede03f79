/** What a drawing shows: names as text, partitions and cut lines, pressures and flows at a time, stations that open; a page without script or network. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../../dist/circuit/circuit.js';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { readCircuit } from '../../../dist/circuit/file/read.js';
import { generateRing } from '../../../dist/circuit/generate/ring.js';
import { drawingSvg, TooLargeError } from '../../../dist/report/drawing/drawing.js';
import { colourAt, unknownColour } from '../../../dist/report/drawing/flows.js';
import { drawingPage } from '../../../dist/report/drawing/page.js';
import { partColour } from '../../../dist/report/drawing/paint.js';
import { isFull } from '../../support/circuits.js';

const simple = (): Circuit =>
  parseCircuit(
    `
ringmain: 1
name: simple
title: A pump & its <valve>
components:
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  valve: { kind: reliefValve, crackingPressure: 100 bar, gradient: 600 l/min/bar }
  gauge: { kind: pressureSensor, timeConstant: 1 ms }
  tank: { kind: tank }
lines:
  supply: { from: pump, to: n, length: 2 m, diameter: 25 mm }
  spill: { from: n, to: valve.in, length: 2 m, diameter: 25 mm }
  sense: { from: n, to: gauge, length: 1 m, diameter: 8 mm }
direct:
  - { from: valve.out, to: tank }
`,
    'simple',
  ).circuit;

/** The group of an edge, by what is said of it. */
const edgeArt = (svg: string, said: string): string =>
  (svg.match(/<g class="edge".*?<\/g>/gs) ?? []).find((art) => art.includes(said)) ?? `no edge ${said}`;

/** Whether the arrow of an edge points along its line, from its first end to its second (1), or against it (-1). */
function along(svg: string, said: string): number {
  const art = edgeArt(svg, said);
  const points = (d: string): number[][] => [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const route = points(/<path d="([^"]+)"/.exec(art)?.[1] ?? '');
  const [tip, one, other] = points(/class="flow" d="([^"]+)"/.exec(art)?.[1] ?? '') as [number[], number[], number[]];
  const stretches = route.slice(1).map((to, k) => [0, 1].map((axis) => (to[axis] as number) - (route[k]?.[axis] as number)));
  const [dx = 0, dy = 0] = stretches.sort((a, b) => Math.hypot(...b) - Math.hypot(...a))[0] ?? [];
  const head = [0, 1].map((axis) => (tip[axis] as number) - ((one[axis] as number) + (other[axis] as number)) / 2);
  return Math.sign(dx * (head[0] as number) + dy * (head[1] as number));
}

describe('a plan of many parts', () => {
  const ring = parseCircuit(generateRing({ stations: 100 }), 'ring').circuit;
  const count = ring.components.length;
  // Along the file; the last part has twice what the others have.
  const parts = 40;
  const owner = Int32Array.from({ length: count }, (_, c) => Math.min(parts - 1, Math.floor((c * (parts + 1)) / count)));
  const sizes = Array.from({ length: parts }, (_, part) => owner.filter((one) => one === part).length);
  const labels = sizes.map((size, part) => `part ${part}: ${size} components`);

  test('is a ring of arcs by components, bars by load and a chord for each pair that cut lines join', async () => {
    const { text, shows, nodes, lines } = await drawingSvg(ring, { plan: { owner, labels } });
    const pairs = new Set(
      ring.lines
        .map(({ from, to }) => [owner[from.component] as number, owner[to.component] as number].sort((a, b) => a - b))
        .filter(([a, b]) => a !== b)
        .map(String),
    );
    expect([shows, nodes, lines]).toEqual(['parts', parts, pairs.size]);
    expect(text.match(/class="load"/g)).toHaveLength(parts);
    expect(text.match(/class="chord"/g)).toHaveLength(pairs.size);
    // What is named first has the most to do.
    expect(text.indexOf(`>${labels[parts - 1]}</text>`)).toBeGreaterThan(0);
    expect(text).toContain(`>and ${parts - 24} more</text>`);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('as many colours as parts; neighbours differ by far', () => {
    const channels = (part: number): number[] => [1, 3, 5].map((at) => Number.parseInt(partColour(part).slice(at, at + 2), 16));
    const seen = new Set(Array.from({ length: 300 }, (_, part) => partColour(part)));
    expect(seen.size).toBe(300);
    for (let part = 0; part < 300; part++) {
      expect(partColour(part)).toMatch(/^#[0-9a-f]{6}$/);
      const [one, next] = [channels(part), channels(part + 1)];
      expect(Math.hypot(...one.map((value, k) => value - (next[k] as number)))).toBeGreaterThan(50);
    }
  });

  test('of few parts is a circuit in colours', async () => {
    const plan = { owner: owner.map((part) => part % 3), labels: labels.slice(0, 3) };
    expect((await drawingSvg(ring, { plan })).shows).toBe('stations');
  });
});

describe('a picture', () => {
  test('has every name and main value, and what is pointed at says its kind', async () => {
    const { text, shows, nodes } = await drawingSvg(simple());
    expect([shows, nodes]).toEqual(['components', 5]);
    for (const word of ['pump', '20 l/min', 'n', 'valve', '100 bar', 'gauge', 'tank']) expect(text).toContain(`>${word}</text>`);
    expect(text).toContain('<title>valve: reliefValve</title>');
    for (const line of ['supply', 'spill', 'sense']) expect(text).toContain(`line ${line} from `);
    expect(text).toContain('A pump &amp; its &lt;valve&gt;');
  });

  test('names with markup are text', async () => {
    const circuit = simple();
    const evil = '"><script>alert(1)</script>';
    const components = circuit.components.map((one, k) => (k === 0 ? { ...one, name: evil } : one));
    const lines = circuit.lines.map((one, k) => (k === 0 ? { ...one, name: evil } : one));
    for (const draw of [drawingSvg, drawingPage]) {
      const { text } = await draw({ ...circuit, components, lines, title: evil });
      expect(text).not.toMatch(/<script/i);
      expect(text).toContain('&quot;&gt;&lt;script&gt;');
    }
  });

  test('a plan: symbols have the tint of their partition, cut lines are marked, the legend says both', async () => {
    const plan = { owner: Int32Array.of(0, 0, 1, 1, 1), labels: ['part 0: 2 components', 'part 1: 3 components'] };
    const { text } = await drawingSvg(simple(), { plan });
    expect(edgeArt(text, 'line spill')).toContain('class="cut"');
    expect(edgeArt(text, 'line supply')).not.toContain('class="cut"');
    expect(text).toContain('part 1: 3 components');
    expect(text).toContain('>cut line</text>');
    expect((text.match(/fill="#1f6fb440"/g) ?? []).length).toBe(3);
    expect((text.match(/fill="#d1495b40"/g) ?? []).length).toBe(4);
    expect((await drawingSvg(simple())).text).not.toContain('cut line');
  });

  test('a state: lines have the colour of their pressure, arrows the side to which the oil flows', async () => {
    const values = new Map([
      ['supply.p', 100e5],
      ['valve.in.p', 60e5],
      ['n.p', 40e5],
      ['pump.out.q', 3e-4],
      ['valve.in.q', 3e-4],
      ['valve.out.p', 0],
      ['gauge.in.q', 1e-9],
    ]);
    const { text, lines, unknown } = await drawingSvg(simple(), { state: { time: 1.2, values } });
    // 0 bar to 100 bar; a line without a pressure of its own has the mean of its ends, or the one that is there.
    expect(edgeArt(text, 'line supply')).toContain(`stroke="${colourAt(1)}"`);
    expect(edgeArt(text, 'line spill')).toContain(`stroke="${colourAt(0.5)}"`);
    expect(edgeArt(text, 'line sense')).toContain(`stroke="${colourAt(0.4)}"`);
    expect([lines, unknown]).toEqual([4, 0]);
    expect(edgeArt(text, 'line supply')).toContain('class="flow"');
    expect(edgeArt(text, 'line sense')).not.toContain('class="flow"');
    expect(edgeArt(text, 'line supply')).toContain(': 100 bar, 18 l/min');
    expect(text).toContain('pressure at 1.2 s');
    expect(text).toContain('>100 bar</text>');

    expect(along(text, 'line supply')).toBe(1);
    expect(along(text, 'line spill')).toBe(-1);
    const turned = await drawingSvg(simple(), { state: { time: 1.2, values: new Map([...values, ['pump.out.q', -3e-4]]) } });
    expect(along(turned.text, 'line supply')).toBe(-1);
  });

  test('what is not recorded is grey, and counted', async () => {
    const state = { time: 0, values: new Map([['supply.p', 1e5]]) };
    const { text, unknown } = await drawingSvg(simple(), { state });
    expect(unknown).toBe(3);
    expect(edgeArt(text, 'line spill')).toContain(`stroke="${unknownColour}"`);
    expect(text).toContain('pressure not recorded');
  });
});

describe('large circuits', () => {
  const ring = parseCircuit(generateRing({ stations: 40, seed: 1, expand: false }), 'ring').circuit;

  test('stations are boxes, with the symbol of what they are there for', async () => {
    const { text, shows, nodes } = await drawingSvg(ring);
    expect([shows, nodes]).toEqual(['stations', 40]);
    expect(text).toContain('>s39</text>');
    expect(text).not.toContain('s0_cylinder');
    expect(text).toContain('>9 components</text>');
  });

  // Full: the same page of a large ring.
  test.runIf(isFull)('a page opens every station, and has all components where there are not too many', async () => {
    const { text } = await drawingPage(ring);
    for (let k = 0; k < 40; k++) {
      expect(text).toContain(`href="#station-s${k}"`);
      expect(text).toContain(`<section id="station-s${k}"`);
    }
    expect(text).toContain('>cylinder</text>');
    expect(text).toContain('id="folded" checked');
    expect(text).toContain('id="unfolded"');
    expect((text.match(/<main /g) ?? []).length).toBe(2);
  });

  test('a page of very many stations has their boxes, and says why they do not open', async () => {
    const circuit = parseCircuit(generateRing({ stations: 1501, seed: 1, expand: false }), 'ring').circuit;
    const { text, nodes } = await drawingPage(circuit);
    expect(nodes).toBe(1501);
    expect(text).not.toContain('<section');
    expect(text).toContain('too many stations');
  });

  test('what cannot be drawn is refused with its number', async () => {
    const many = parseCircuit(
      `ringmain: 1
name: many
components:
${Array.from({ length: 2100 }, (_, k) => `  c${k}: { kind: constant, value: 1 }`).join('\n')}
run: { end: 1 s, step: 1 ms }
record: { every: 1 s, signals: [c1.output] }
`,
      'many',
    ).circuit;
    await expect(drawingSvg(many)).rejects.toThrow(TooLargeError);
    await expect(drawingSvg(many)).rejects.toThrow(/2100 symbols .* more than 2000/);
  });
});

// Quickly the page of a circuit that has no stations.
test('a page has no script, and reaches for nothing outside of itself', async () => {
  const { text } = await drawingPage(await readCircuit(`circuits/${isFull ? 'ring-main' : 'lift'}.yaml`));
  expect(text).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|javascript:/i);
  const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(isFull ? 50 : 5);
  expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([]);
  expect(text.match(/https?:[^"' ]*/g)?.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([]);
  expect(text).toContain(`default-src 'none'`);
  // What is referred to is there, once.
  const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const address of addresses) expect(ids.concat('')).toContain(address.slice(1));
});
