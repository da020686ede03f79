/** What is reported of cavities, against cavities looked at step by step; and the text of it. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { simulate } from '../../dist/run/simulate.js';
import { closingPipe } from '../support/closingPipe.js';

/** A source that sucks for 20 ms and gives back; two capacitive lines and a junction between. */
const sucked = () =>
  circuit('sucked')
    .component('pump', 'controlledFlowSource', { gain: '1 l/min' })
    .component('u', 'dutyCycle', {
      points: [
        ['0 s', -2],
        ['20 ms', -2],
        ['20 ms', 2],
        ['60 ms', 2],
      ],
    })
    .signal('u', 'pump.demand')
    .component('n', 'junction')
    .component('end', 'laminarRestrictor', { conductance: '0 l/min/bar' })
    .component('tank', 'tank')
    .line('A', 'pump', 'n', { volume: '1 l' })
    .line('B', 'n', 'end.in', { volume: '3 l' })
    .direct('end.out', 'tank')
    .initialPressure('0 bar')
    .run({ end: '60 ms', step: '50 us' })
    .record({ every: '50 us', signals: ['pump.out.p', 'n.p', 'end.in.p'] })
    .build();

test('cavities at ports and junctions: when their pressure was p_v, and the volume that was drawn', async () => {
  const results = await simulate(sucked(), { workers: 1 });
  const { places, tooLarge, cavities } = results.account.cavitation;
  expect(places).toBe(cavities.length);
  expect(tooLarge).toBe(0);
  for (const { where, first, last, largest, share, line, valid } of cavities) {
    const { t, y } = results.series(where === 'n' ? 'n.p' : `${where}.p`);
    const hasCavity = t.filter((time, n) => time > 0 && y[n] === -1e5);
    expect([first, last], where).toEqual([hasCavity[0], hasCavity.at(-1)]);
    expect(line).toBe({ 'pump.out': 'A', n: null, 'end.in': 'B' }[where]);
    // Of the lines there, each whole: what would end the run at 1.
    expect(share).toBeCloseTo(largest / ({ 'pump.out': 1e-3, n: 4e-3, 'end.in': 3e-3 }[where] as number), 12);
    expect(valid).toBe(true);
  }
  // 2 l/min for 20 ms, less what 4 l gave from 0 to -1 bar, in all cavities together; they are not largest at one time.
  const drawn = (2 / 60_000) * 0.02 - (4e-3 / 1.6e9) * 1e5;
  const sum = cavities.reduce((total, { largest }) => total + largest, 0);
  expect(sum).toBeGreaterThan(0.999 * drawn);
  expect(sum).toBeLessThan(1.3 * drawn);
});

test('a run without cavities reports none', async () => {
  const results = await simulate(sucked(), { workers: 1, until: 1e-3 });
  expect(results.account.cavitation).toEqual({ places: 0, tooLarge: 0, cavities: [] });
  expect(summaryText(results)).not.toContain('cavit');
});

describe('a wave line that opens at the valve', () => {
  const run = (elements: string) => simulate(closingPipe({ ratio: 6, steps: 128, delays: 16, line: { elements } }), { workers: 1 });

  test('a cavity of more than a tenth of its element is told', async () => {
    const [one, many] = await Promise.all([run('1'), run('32')]);
    const of = ({ account: { cavitation } }: typeof one) => cavitation.cavities.find(({ where }) => where === 'valve.out');
    expect(of(one)?.largest).toBeCloseTo(of(many)?.largest as number, 12);
    expect(of(many)?.share).toBeCloseTo(of(one)?.share as number, 12);
    expect([of(one)?.valid, of(many)?.valid]).toEqual([true, false]);
    expect(one.account.cavitation.tooLarge).toBe(0);
    expect(many.account.cavitation.tooLarge).toBe(many.account.cavitation.cavities.filter(({ valid }) => !valid).length);
    expect(summaryText(many)).toMatch(
      /^cavitation +in \d+ places?, in 1 of them more than a tenth of its room: too much for a discrete cavity$/m,
    );
    expect(summaryText(many)).toMatch(/^valve\.out +50\.2 ms .* %, too large$/m);
    expect(summaryText(one)).toMatch(/^cavitation +in 1 place$/m);
    expect(summaryJson(many).cavitation).toEqual(many.account.cavitation);
  });

  test('cavities within the line are named by their place', async () => {
    const built = circuit('pulled')
      .component('a', 'pressureSource', { pressure: '-0.9 bar' })
      .component('b', 'pressureSource', { pressure: '-0.9 bar' })
      .line('long', 'a', 'b', { model: 'wave', length: '10 m', diameter: '20 mm', elements: '4' })
      .initialPressure('5 bar')
      .run({ end: '50 ms' })
      .record({ every: '1 ms', signals: ['a.out.q'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    // Both ends let go at t = 0: the columns leave the middle when the two waves meet there.
    const middle = results.account.cavitation.cavities.find(({ where }) => where === 'long at 5 m');
    expect(middle?.line).toBe('long');
    expect(middle?.first).toBeGreaterThan(0.5 * (built.lines[0]?.wave?.delay as number));
    expect(middle?.largest).toBeGreaterThan(0);
    expect(results.account.balance.mass).toBeLessThan(1e-12);
  });
});

test('of a chamber that components lend oil to, the share is of all that there is: the figure that ends a run at 1', async () => {
  const pulled = (stroke: string) =>
    circuit('pulled')
      .component('source', 'constant', { value: -60e3 })
      .component('cylinder', 'singleActingCylinder', {
        bore: '100 mm',
        stroke,
        mass: '100 kg',
        viscousFriction: '40 kN s/m',
        initialPosition: '0.2 m',
      })
      .component('shut', 'laminarRestrictor', { conductance: '0 l/min/bar' })
      .component('tank', 'tank')
      .signal('source', 'cylinder.load')
      .line('L', 'shut.out', 'cylinder.cap', { volume: '0.2 l' })
      .direct('shut.in', 'tank')
      .run({ end: '0.3 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['cylinder.x'] })
      .build();
  const results = await simulate(pulled('1 m'), { workers: 1 });
  const [one] = results.account.cavitation.cavities;
  const area = (Math.PI * 0.1 ** 2) / 4;
  const { y } = results.series('cylinder.x');
  const room = 0.2e-3 + area * (y.at(-1) as number);
  expect(results.ending).toBeNull();
  // More than the line holds, and less than there is.
  expect(one?.largest).toBeGreaterThan(0.2e-3);
  const sum = results.account.cavitation.cavities.reduce((total, { largest }) => total + largest, 0);
  for (const { share, largest } of results.account.cavitation.cavities) expect(share).toBeCloseTo(largest / room, 3);
  expect(sum).toBeLessThan(room);
});
