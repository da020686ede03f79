/** Observers by what results call them, in the order of memory, lists, loops and checkpoints. */
import { envelopes } from './envelopes.js';
import { joints } from './joints.js';
import { modes } from './modes.js';
import type { Observer, ObserverRow } from './observer.js';
import { watches } from './watches.js';

export const observers = {
  /** Of what `RunOptions.envelope` names, in circuit-file order. */
  envelopes,
  /** Of what `RunOptions.watch` names. */
  watches,
  /** Joints without volume below the vapour pressure, of every eighth accepted step; the lowest first. */
  joints,
  /** Changes of modes of joined components, and of others with equations 0 = e, from accepted step to step; null where there are none. */
  discontinuities: modes,
} as const;
export type ObserverName = keyof typeof observers;
export const observerNames = Object.keys(observers) as readonly ObserverName[];

/** The findings of all observers. */
export type Observed = { readonly [Name in ObserverName]: ReturnType<(typeof observers)[Name]['findings']> };

/** Observers that are asked for, by their names. */
export const askedObservers = observerNames.flatMap((name) => {
  const { asks } = observers[name] as Observer<never, never>;
  return asks ? [{ name, asks }] : [];
});

/** An observer whose rows are known to it alone. */
export const observerOf = (name: ObserverName): Observer<ObserverRow, unknown> => observers[name];
