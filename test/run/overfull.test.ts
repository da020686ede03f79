/** A cavity that is larger than the line around it: no oil is left there, and the run ends and says so. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const bar = 1e5;
/** 60 cc/rev at 1500 rev/min. */
const full = (60e-6 * 1500) / 60;
const circuitOf = (text: string): Circuit => parseCircuit(text, 'circuit.yaml').circuit;
const last = (results: { series(name: string): { y: Float64Array } }, name: string): number => results.series(name).y.at(-1) as number;

describe('a cavity that outgrows its room', () => {
  /** 90 l/min of a pump that always fills, from a line of 0.5 l that gets 28 through its strainer at most. */
  const starved = circuitOf(`
ringmain: 1
name: starved
fluid: { density: 870 kg/m3, vapourPressure: -1 bar }
components:
  suction: { kind: tank }
  strainer: { kind: orifice, area: 50 mm2 }
  pump: { kind: pump, displacement: 60 cc/rev, speed: 1500 rev/min, requiredInletPressure: 0 bar }
  delivery: { kind: pressureSource, pressure: 50 bar }
lines:
  i: { from: strainer.out, to: pump.in, volume: 0.5 l }
  d: { from: pump.out, to: delivery, volume: 0.5 l, initialPressure: 50 bar }
direct: [{ from: strainer.in, to: suction }]
run: { end: 2 s, maximumStep: 1 ms }
record: { signals: [pump.in.p, pump.in.q, pump.out.q] }`);

  test('ends the run: place, time, litres and the line', async () => {
    const results = await simulate(starved, { workers: 1 });
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN305' });
    expect(results.ending?.message).toMatch(/^at t = 0\.\d+ s: the cavity at \w+\.\w+ is 0\.50\d* l, larger than the 0\.5 l of line 'i'$/);
    for (const { largest } of results.account.cavitation.cavities) expect(largest).toBeLessThan(0.5e-3 * 1.02); // a step longer at most
    // What the pump takes more than the strainer lets pass is in the cavities at both ends.
    const inflow = 0.62 * 50e-6 * Math.sqrt((2 * bar) / 870);
    const sum = results.account.cavitation.cavities.reduce((all, { largest }) => all + largest, 0);
    expect((results.end * (full - inflow)) / sum).toBeCloseTo(1, 2);
  });

  test.each(['rodas4', 'radau5', 'bdf'])(
    'by %s too, within a step of when the pump has drawn 0.5 l more than came; or is told as it is',
    async (solver) => {
      // Never more than 10 ms beyond.
      const results = await simulateLumped(starved, { solver, maximumStep: 0.01 });
      expect(results.ending).toMatchObject({ kind: 'failed', code: 'LMP306' });
      expect(results.ending?.message).toMatch(/^by t = 0\.\d+ s: the cavity in line 'i' is 0\.5\d* l, larger than its 0\.5 l$/);
      const inflow = 0.62 * 50e-6 * Math.sqrt((2 * bar) / 870);
      const drawn = 0.5e-3 / (full - inflow);
      expect(results.end).toBeGreaterThan(drawn);
      expect(results.end).toBeLessThan(drawn + 0.012);
      const reported = await simulateLumped({ ...starved, run: { ...starved.run, overfullCavity: 'report' } }, { solver });
      expect([reported.ending, reported.end]).toEqual([null, 2]);
    },
  );

  // Full: ends by threads, back ends and steps; quickly by one, above.
  test.runIf(isFull)('at the same step whatever the workers, kernels and steps are', async () => {
    for (const step of [null, 1e-4]) {
      const made = { ...starved, run: { ...starved.run, step } };
      const endings = [];
      for (const options of [
        { workers: 1, kernels: 'js' },
        { workers: 1, kernels: 'wasm' },
        { workers: 2, kernels: 'wasm' },
      ] as RunOptions[]) {
        const { ending, stateDigest } = await simulate(made, options);
        endings.push([ending, stateDigest]);
      }
      expect(endings[0]?.[0]).toMatchObject({ code: 'RUN305' });
      for (const one of endings) expect(one).toEqual(endings[0]);
    }
  });

  test('where three lines meet, and at their other ends: all are empty at once, and all of them are the room of the junction', async () => {
    const circuit = circuitOf(`
ringmain: 1
name: drawn
fluid: { vapourPressure: -1 bar }
components:
  n: { kind: junction }
  draw: { kind: flowSource, flow: -10 l/min }
  leak: { kind: laminarRestrictor, conductance: 0.001 l/min/bar }
  end: { kind: blockedEnd }
  tank: { kind: tank }
lines:
  a: { from: end, to: n, volume: 0.5 l }
  b: { from: n, to: draw, volume: 0.4 l }
  c: { from: n, to: leak.in, volume: 0.2 l }
direct: [{ from: leak.out, to: tank }]
run: { end: 20 s }
record: { signals: [a.p] }`);
    const {
      ending,
      account: { cavitation },
    } = await simulate(circuit, { workers: 1 });
    const lumped = await simulateLumped(circuit, { maximumStep: 0.01 });
    expect(lumped.ending).toMatchObject({ code: 'LMP306' });
    expect(lumped.ending?.message).toMatch(/the cavity in lines 'a', 'b', 'c' is 1\.1\d* l, larger than their 1\.1 l$/);
    expect(ending).toMatchObject({ code: 'RUN305' });
    const largest = Object.fromEntries(cavitation.cavities.map((one) => [one.where, one.largest]));
    for (const [where, room] of Object.entries({ n: 1.1e-3, 'end.in': 0.5e-3, 'leak.in': 0.2e-3, 'draw.out': 0.4e-3 }))
      expect((largest[where] as number) / room, where).toBeCloseTo(1, 1); // the first is full, the others are within a step or two of it
  });

  test('within a wave line, with gas at its ends too', async () => {
    const {
      ending,
      account: { cavitation },
    } = await simulate(
      circuitOf(`
ringmain: 1
name: drawn
fluid: { vapourPressure: -1 bar }
components:
  draw: { kind: flowSource, flow: -10 l/min }
  leak: { kind: laminarRestrictor, conductance: 0.001 l/min/bar }
  tank: { kind: tank }
lines: { a: { from: leak.in, to: draw, length: 1 m, diameter: 10 mm, model: wave, elements: 4, cavitation: gas } }
direct: [{ from: leak.out, to: tank }]
run: { end: 5 s, maximumStep: 1 ms }
record: { signals: [a.p] }`),
      { workers: 1 },
    );
    expect(ending).toMatchObject({ code: 'RUN305' });
    expect(ending?.message).toMatch(/the cavity at [0-4]\/4 of the length of 'a' is \S+ l, larger than the \S+ l of line 'a'$/);
    for (const { largest } of cavitation.cavities) expect(largest).toBeLessThan((Math.PI / 4) * 1e-4 * 1.05);
  });

  test('port volumes are room too: a load draws a piston out faster than its chamber fills', async () => {
    const circuit = circuitOf(`
ringmain: 1
name: pulled
fluid: { vapourPressure: -1 bar }
components:
  weight: { kind: constant, value: -10000 }
  cylinder: { kind: actuator, bore: 50 mm, stroke: 500 mm, mass: 100 kg, viscousFriction: 20 kN s/m }
  feed: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  back: { kind: laminarRestrictor, conductance: 10 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: feed.out, to: cylinder.cap, volume: 0.05 l }
  b: { from: cylinder.rod, to: back.in, volume: 0.05 l }
direct: [{ from: feed.in, to: tank }, { from: back.out, to: tank }]
signals: [{ from: weight, to: cylinder.load }]
run: { end: 3 s }
record: { signals: [cylinder.x] }`);
    const results = await simulate(circuit, { workers: 1 });
    expect(results.ending).toBeNull();
    expect(last(results, 'cylinder.x')).toBeCloseTo(0.5, 6);
    // To an integrator the same: 0.05 l of the line, and more in the chamber.
    const lumped = await simulateLumped(circuit);
    expect(lumped.ending).toBeNull();
    expect(last(lumped, 'cylinder.x')).toBeCloseTo(0.5, 6);
    expect(Math.max(...results.account.cavitation.cavities.map(({ largest }) => largest))).toBeGreaterThan(0.2e-3);
  });

  test('by integrators in a chamber that has moved: oil drawn below p_v, not what its pressure times its capacitance came to', async () => {
    // 0.2 l of the chamber and 0.05 l of lines, of which 10 l/min are drawn while the piston stands at its stop.
    const results = await simulateLumped(
      circuitOf(`
ringmain: 1
name: emptied
fluid: { vapourPressure: -1 bar }
components:
  weight: { kind: constant, value: -10000 }
  cylinder: { kind: actuator, bore: 50 mm, stroke: 102 mm, initialPosition: 102 mm, mass: 100 kg }
  draw: { kind: flowSource, flow: -10 l/min }
  n: { kind: junction }
  leak: { kind: laminarRestrictor, conductance: 0.001 l/min/bar }
  back: { kind: laminarRestrictor, conductance: 10 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: n, to: cylinder.cap, volume: 0.03 l }
  b: { from: n, to: draw, volume: 0.01 l }
  c: { from: n, to: leak.in, volume: 0.01 l }
  d: { from: cylinder.rod, to: back.in, volume: 0.05 l }
direct: [{ from: leak.out, to: tank }, { from: back.out, to: tank }]
signals: [{ from: weight, to: cylinder.load }]
run: { end: 5 s }
record: { signals: [cylinder.x] }`),
      { maximumStep: 0.01 },
    );
    expect(results.ending).toMatchObject({ code: 'LMP306' });
    expect(results.ending?.message).toMatch(
      /the cavity in lines 'a', 'b', 'c' is 0\.25\d* l, larger than their 0\.05 l, with the 0\.200\d* l of port volumes$/,
    );
    // 10 l/min less the leak at -1 bar.
    expect(results.end).toBeGreaterThan(1.5);
    expect(results.end).toBeLessThan(1.53);
  });
});
