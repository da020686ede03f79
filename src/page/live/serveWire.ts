/** A session for who sends messages (wire.ts): orders are carried out, answers and frames sent back. */
import { type Frame, type Order, orders, type Session } from './session.js';
import type { ToEngine, ToPage } from './wire.js';

/** Where messages go to and come from. */
export interface Wire {
  send(message: ToPage): void;
}

/** One page at a session; what it gives takes the page's messages, and leaves alone what is none. */
export function serveWire(session: Session, wire: Wire): (message: ToEngine | null) => void {
  const shown = new Map<number, () => void>();
  let number = 0;
  const show = (frame: Frame): Promise<void> =>
    new Promise((resolve) => {
      number++;
      shown.set(number, resolve);
      wire.send({ frame, number });
    });
  const listening = session.listen(show);
  return (message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('taken' in message) {
      shown.get(message.taken)?.();
      shown.delete(message.taken);
      return;
    }
    const { id, order, args } = message;
    listening
      .then(() => carriedOut(session, order, args))
      .then(
        (value) => wire.send({ id, value: value ?? null }),
        (error: unknown) => wire.send({ id, mistake: error instanceof Error ? error.message : String(error) }),
      );
  };
}

async function carriedOut(session: Session, order: string, args: readonly unknown[]): Promise<unknown> {
  if (!(orders as readonly string[]).includes(order) || !Array.isArray(args)) throw new Error(`there is no order '${order}'`);
  const method: (...given: never[]) => Promise<unknown> = session[order as Order];
  return method.apply(session, [...args] as never[]);
}
