/** The cost of ideal switches of a circuit, for `ringmain check`. */
import type { RunSettings } from '../circuit/circuit.js';
import { formatCount, formatPlural, formatSeconds } from './units.js';

interface Switch {
  readonly component: string;
  readonly kind: string;
}

/** Names that are shown. */
const shown = 6;

/** Dead time of the way round a switch in a TLM circuit, in steps: see components/pressureValves.ts. */
const deadSteps = '2 to 3';

/** Names of ideal switches, how they chatter in a run with these settings, and the way out. */
export function switchText(
  switches: readonly Switch[],
  { step, minimumStep, end }: Pick<RunSettings, 'step' | 'minimumStep' | 'end'>,
): string {
  const names = switches.slice(0, shown).map(({ component, kind }) => `${component} (${kind})`);
  const more = switches.length > shown ? ` and ${formatCount(switches.length - shown)} more` : '';
  const smallest = step ?? minimumStep;
  const steps =
    step === null
      ? `the step falls to the smallest, ${formatSeconds(minimumStep)}, up to ${formatCount(Math.ceil(end / minimumStep))} steps in this run`
      : `it opens and shuts every few steps of ${formatSeconds(step)}`;
  return (
    `${formatPlural(switches.length, 'ideal switch', 'ideal switches')}: ${names.join(', ')}${more}\n` +
    `where the circuit drives one back it chatters: ${steps}, and the mean of\nwhat it holds is off by what that changes in ${deadSteps} steps ` +
    `(${formatSeconds(2 * smallest)} to ${formatSeconds(3 * smallest)}); give it a range or a hysteresis`
  );
}
