/** What wave lines hold at t = 0 and on the way: volumes that components lend, mean pressures at an operating point, oil in lines with a memory of friction. */
import { expect, test } from 'vitest';
import { histories } from '../../dist/blocks/waves/histories.js';
import { rings } from '../../dist/blocks/waves/rings.js';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { openRun } from '../../dist/run/openRun.js';
import type { OpenedSession } from '../../dist/run/session.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';

const pipe = { model: 'wave', length: '4 m', diameter: '12 mm', friction: 'none', initialPressure: '4 bar' };

/** A pump behind a pipe, and behind another an orifice to the tank. */
const orifice = (line: Readonly<Record<string, string>>): CircuitBuilder =>
  circuit('orifice')
    .component('s', 'flowSource', { flow: '10 l/min' })
    .component('n', 'junction')
    .component('o', 'orifice', { area: '4 mm2' })
    .component('t', 'tank')
    .line('feed', 's', 'n', { ...pipe, ...line })
    .line('out', 'n', 'o.in', { ...pipe, ...line })
    .direct('o.out', 't');

/** Behind a third pipe a chamber that lends 20 ml. */
const chamber = (line: Readonly<Record<string, string>>): CircuitBuilder =>
  orifice(line)
    .definition('chamber', { ports: { in: 'hydraulic' }, equations: 'in.q = 0\nin.V = 2e-5' })
    .component('v', 'chamber')
    .line('lent', 'n', 'v', { ...pipe, ...line });

async function opened(built: CircuitBuilder, options: HeldOptions): Promise<OpenedSession> {
  const run = await openRun(built.run({ end: '50 ms' }).build(), { workers: 1, ...options });
  return (run as unknown as { readonly session: OpenedSession }).session;
}

test.each([
  ['at rest', false],
  ['at an operating point', true],
])('%s a component lends its volume to a wave line from t = 0 on, at the pressure there', async (_, steadyStart) => {
  const { layout, F, start } = await opened(chamber({ friction: 'laminar' }), { steadyStart });
  const volumes = [...(histories.portVolumes?.(F, layout.families.histories, layout.site) ?? [])];
  const pressure = steadyStart ? start?.pressure[5] : 4e5;
  expect(pressure).toBeGreaterThan(steadyStart ? 1e6 : 0);
  expect(volumes).toEqual([{ end: 5, volume: 2e-5, pressure, partition: 0 }]);
});

test('at an operating point the mean pressure of a line without loss is that of its ends', async () => {
  const built = orifice({ length: '4.2 m', bulkModulus: '1.6 GPa' });
  const { layout, F, start } = await opened(built, { step: 1e-5, steadyStart: true });
  const { cell } = rings.recorded?.(layout.families.rings, layout.site, 0, 'mean') ?? { cell: Number.NaN };
  expect(start?.pressure[0]).toBeGreaterThan(1e6);
  expect(F[cell]).toBeCloseTo(start?.pressure[0] as number, 3);
});

/** Cells of a history are integrated by three points each, so that what friction remembers is told to the order of the step: 9e-8 here; with its sign turned 1.5e-4. */
test.each([
  ['unsteady', 1e-6],
  ['turbulent', 1e-6],
  ['laminar', 1e-9],
])('oil under way in lines of %s friction is counted, while waves go on', async (friction, most) => {
  const built = orifice({ friction, ...(friction === 'turbulent' ? { velocity: '2 m/s' } : {}) }).fluid({ viscosity: '46 cSt' });
  const { balance } = (await simulate(built.run({ end: '7 ms' }).build(), { workers: 1, step: 1e-5 })).account;
  expect(balance.through).toBeGreaterThan(1e-6);
  expect(balance.mass).toBeLessThan(most);
});
