/** A live for who sends messages (wire.ts): orders are carried out, answers and frames sent back. */
import { shown } from '../../circuit/file/shown.js';
import { type Frame, type LiveRun, type Order, orders, type Settings } from './liveRun.js';
import type { ToEngine, ToPage } from './wire.js';

/** Where messages go to and come from. */
export interface Wire {
  send(message: ToPage): void;
}

/** One page at a time; the function that it gives takes the page's messages, and ignores others. */
export function serveWire(live: LiveRun, wire: Wire): (message: ToEngine | null) => void {
  const shown = new Map<number, () => void>();
  let number = 0;
  const show = (frame: Frame): Promise<void> =>
    new Promise((resolve) => {
      number++;
      shown.set(number, resolve);
      wire.send({ frame, number });
    });
  const listening = live.listen(show);
  return (message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('taken' in message) {
      shown.get(message.taken)?.();
      shown.delete(message.taken);
      return;
    }
    const { id, order, args } = message;
    // Without a number there is nobody whom an answer would reach.
    if (typeof id !== 'number') return;
    listening
      .then(() => carriedOut(live, order, args))
      .then(
        (value) => wire.send({ id, value: value ?? null }),
        (error: unknown) => wire.send({ id, mistake: error instanceof Error ? error.message : String(error) }),
      );
  };
}

/** Arguments that an order may have: who sends messages may be anybody with a page's address, and anything. */
const sorts = {
  'a text': (value: unknown) => typeof value === 'string',
  'a number': (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  'a list of texts': (value: unknown) => Array.isArray(value) && value.every(sort('a text')),
  'a list of numbers': (value: unknown) => Array.isArray(value) && value.every(sort('a number')),
  settings: (value: unknown) => typeof value === 'object' && value !== null && settingNames.every((name) => Object.hasOwn(value, name)),
} as const;
const settingNames = ['workers', 'method', 'plan', 'pressureError', 'until'] as const satisfies readonly (keyof Settings)[];
const sort =
  (name: 'a text' | 'a number') =>
  (value: unknown): boolean =>
    sorts[name](value);

const taken: Readonly<Record<Order, readonly (keyof typeof sorts)[]>> = {
  standing: [],
  open: ['a text', 'a text'],
  drawing: ['a text'],
  show: ['a list of texts'],
  plot: ['a list of numbers'],
  go: [],
  pause: [],
  step: ['a number'],
  pace: ['a number'],
  find: ['a text'],
  set: ['a text', 'a number'],
  change: ['settings'],
  restart: [],
  keep: [],
  back: ['a number'],
  measure: [],
  csv: [],
};

async function carriedOut(live: LiveRun, order: unknown, args: unknown): Promise<unknown> {
  const name = orders.find((one) => one === order);
  if (!name) throw new Error(`there is no order ${shown(order)}; there are ${orders.join(', ')}`);
  const wanted = taken[name];
  const given: readonly unknown[] = Array.isArray(args) ? args : [];
  if (!Array.isArray(args) || given.length !== wanted.length || !wanted.every((one, k) => sorts[one](given[k])))
    throw new Error(
      `the order '${name}' takes ${wanted.length === 0 ? 'nothing' : wanted.join(' and ')}; it was given ${given.map(shown).join(' and ') || (Array.isArray(args) ? 'nothing' : shown(args))}`,
    );
  const method: (...given: never[]) => Promise<unknown> = live[name];
  return method.apply(live, [...given] as never[]);
}
