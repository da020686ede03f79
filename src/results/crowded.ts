/**
 * Events that creep: an equation such as nextEvent = time + 1e-12 has a run land on points so near to each other that it never ends. A run may have a thousand
 * million events, on the average over ten thousand of them; that many take minutes in the smallest circuit and hours in others.
 */
import { crowd, leastDistance } from '../blocks/step/controller.js';

/** Of a run to `end`, s: mean distance of changes of switches below which the solution slides along them, s. A million of them, a restart each, take half a minute in the smallest circuit. */
export const leastTurn = (end: number): number => end / 1e6;

/** The message where an integrator's solution slides along a switch, and the way out. */
export function slides(what: string, t: number, end: number): { message: string; remedy: string } {
  return {
    message: `at t = ${t} s it chatters: ${what}, and back, as either side sends to the other; the last ${crowd} changes were on the average less than ${leastTurn(end)} s apart`,
    remedy: "give what switches there a range or a hysteresis, or take fixed steps that go over it: --step 10us --events 'step over'",
  };
}

interface Creeping {
  /** Component that asked for the next event; its kind. */
  readonly component: string;
  readonly definition: { readonly kind: string; readonly equations: string } | null;
  /** Time reached, and the next event, s. */
  readonly t: number;
  readonly event: number;
  readonly end: number;
}

/** The message for them, and the way out. */
export function crowdedEvents({ component, definition, t, event, end }: Creeping): { message: string; remedy: string } {
  const text = definition?.equations.split('\n').find((line) => /^\s*nextEvent\s*=/.test(line));
  return {
    message: `at t = ${t} s: ${definition?.kind} '${component}' asks for its next event ${Number((event - t).toPrecision(3))} s ahead (${text?.trim()}), and the last ${crowd} events were on the average less than ${leastDistance(end)} s apart`,
    remedy: `let its events lie further apart (a longer period, or a nextEvent further ahead): at this rate a run to ${end} s has more than a thousand million of them`,
  };
}
