/** Orders that no page of ours would send: each has an answer that says what is wrong, and the session goes on. */
import { expect, test } from 'vitest';
import { LiveRunner } from '../../dist/page/live/liveRunner.js';
import { serveWire } from '../../dist/page/live/serveWire.js';
import { decodeMessage, type ToEngine, type ToPage } from '../../dist/page/live/wire.js';
import { reliefCircuit } from '../cli/support.js';

test('malformed orders are answered, and the session goes on', async () => {
  const answers = new Map<unknown, (answer: ToPage) => void>();
  const session = new LiveRunner({ cores: 1, draw: () => Promise.reject(new Error('not drawn')) });
  const take = serveWire(session, { send: (answer) => 'id' in answer && answers.get(answer.id)?.(answer) });
  const ask = (id: number, message: object): Promise<{ value?: unknown; mistake?: string }> =>
    new Promise((resolve) => {
      answers.set(id, resolve as (answer: ToPage) => void);
      take({ id, ...message } as ToEngine);
    });
  expect(await ask(1, { order: 'open', args: ['relief.yaml', reliefCircuit] })).toMatchObject({
    value: { title: 'A pump over a relief valve' },
  });
  for (const nobody of [null, 5, 'go', [], {}, { order: 'go', args: [] }, { id: 'x', order: 'go', args: [] }, { taken: 'x' }])
    take(nobody as never);
  for (const nothing of ['', 'go', '\0\0\0\0', '\xff\xff\xff\xff{}', 'x'.repeat(1e5)])
    expect(decodeMessage(new TextEncoder().encode(nothing))).toBeNull();
  let id = 1;
  for (const order of [undefined, null, 5, 'fly', 'toString', 'constructor', '__proto__', 'listen', 'close', {}, ['go']]) {
    id++;
    expect((await ask(id, { order, args: [] })).mistake, String(order)).toMatch(/^there is no order .*; there are standing, open, /);
  }
  const wrong: readonly [string, ...unknown[]][] = [
    ...[['open'], ['open', 1, 2], ['open', 'x'], ['drawing', 7], ['show'], ['show', 5], ['show', [5]], ['plot', 'x'], ['plot', [{}]]],
    ...[
      ['step', 'a'],
      ['step', null],
      ['pace', 'x'],
      ['find', null],
      ['set', 1, 'x'],
      ['set', 'valve.gradient'],
      ['back', {}],
    ],
    ...[
      ['change', null],
      ['change', {}],
      ['change', [1]],
      ['go', 1],
    ],
  ] as [string, ...unknown[]][];
  for (const [order, ...args] of wrong) {
    id++;
    expect((await ask(id, { order, args })).mistake, JSON.stringify([order, args])).toMatch(
      new RegExp(`^the order '${order}' takes (nothing|a |settings).*; it was given `),
    );
  }
  id++;
  expect((await ask(id, { order: 'go', args: { length: 0 } })).mistake).toMatch(/^the order 'go' takes nothing/);
  expect(await ask(id + 1, { order: 'show', args: [['pump.out.p']] })).toMatchObject({ value: ['pump.out.p'] });
  await session.close();
});
