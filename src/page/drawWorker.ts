/** A Web Worker that draws. */
import { carryOut, type DrawOrder } from './live/drawer.js';

/** Needed of a worker's global scope. */
interface Scope {
  addEventListener(type: 'message', listener: (event: { readonly data: DrawOrder }) => void): void;
  postMessage(message: unknown): void;
  document?: object;
}

const scope = globalThis as unknown as Scope;
// The layout library takes a scope without a document for a worker of its own, and would answer our messages.
scope.document ??= {};
scope.addEventListener('message', async ({ data }) => scope.postMessage(await carryOut(data)));
