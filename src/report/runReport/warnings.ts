/** Warnings about a run, in words. */

import type { Cavity } from '../../results/cavities.js';
import type { Account } from '../../results/results.js';
import type { LineResults } from '../../run/types.js';
import type { Results } from '../../session/types.js';
import { jointText } from '../jointEntry.js';
import { oilWarning } from '../oilWarning.js';
import { endingText } from '../summary.js';
import { formatCount, formatPercent, formatPlural, formatQuantity, formatSeconds, formatVolume } from '../units.js';

/** Cavities that are named; the rest are counted. */
const named = 6;
/** Part of its size up to which a drift of the oil's mass is not worth a word. */
const smallDrift = 0.01;

/** Sentences, the gravest first. */
export function warningsOf(results: Results): string[] {
  const { cavitation, watches, joints } = results.account;
  const ending = endingText(results);
  const tooLarge = cavitation.cavities.filter(({ valid }) => !valid);
  const small = cavitation.cavities.filter(({ valid }) => valid);
  return [
    ...(ending ? [`The run ended early, at ${formatSeconds(results.end)}: ${ending}`] : []),
    ...(results.engine === 'lines' ? oilWarning(results) : []),
    ...watches.flatMap((watch) => (watch.first === null ? [] : [watchText(watch, watch.first, watch.last ?? watch.first)])),
    ...tooLarge
      .slice(0, named)
      .map(
        (one) =>
          `${cavityText(one)}. That is too much for a discrete cavity, which leaves its line full of liquid: pressures near it are doubtful.`,
      ),
    ...small.slice(0, named).map((one) => `${cavityText(one)}.`),
    ...(cavitation.places > cavitation.cavities.length || cavitation.cavities.length > 2 * named
      ? [`Cavities were in ${formatPlural(cavitation.places, 'place')}, in ${formatCount(cavitation.tooLarge)} of them too large.`]
      : []),
    ...joints
      .slice(0, named)
      .map(
        (one) =>
          `Without a volume there, the pressure fell below the vapour pressure, as if oil could pull: ${jointText(one)}. Put a line there.`,
      ),
    ...(results.engine === 'lines' ? warningsOfSteps(results.account) : []),
  ];
}

/** Of steps by lines: those that no length would have made right, switches that chatter, oil that drifts. */
function warningsOfSteps({ forced, steps, crossings, balance, hasOil }: LineResults['account']): string[] {
  return [
    ...(forced.steps > 0
      ? [
          `${formatPlural(forced.steps, 'step')} of the least length, ${formatSeconds(steps.smallest)}, exceeded the error limit, with errors up to ${formatQuantity(forced.error, 'Pa')}: something jumps there, or a valve chatters.`,
        ]
      : []),
    ...(crossings && crossings.chatter > 0
      ? [`${formatCount(crossings.chatter)} switchings recurred within a few steps: chatter. A hysteresis or a range makes them rarer.`]
      : []),
    ...(hasOil && Math.abs(balance.drift) > smallDrift * balance.contentMass
      ? [
          `The mass of the oil has drifted by ${formatPercent(Math.abs(balance.drift) / balance.contentMass)} of the content: components keep volume, not mass.`,
        ]
      : []),
  ];
}

function watchText(
  { name, unit, relation, limit, seconds, extreme, extremeTime }: Account['watches'][number],
  first: number,
  last: number,
): string {
  const [beyond, most] = relation === '<' ? ['below', 'lowest'] : ['above', 'highest'];
  const span = first === last ? `at ${formatSeconds(first)}` : `between ${formatSeconds(first)} and ${formatSeconds(last)}`;
  return `${name} was ${beyond} ${formatQuantity(limit, unit)} ${span}, ${formatSeconds(seconds)} in all; ${most} ${formatQuantity(extreme, unit)} at ${formatSeconds(extremeTime)}.`;
}

function cavityText({ where, line, first, last, largest, share }: Cavity): string {
  const part = `${formatPercent(share)} of ${line === null ? 'the lines there' : `line ${line}`} with port volumes`;
  return `Cavitation at ${where}, between ${formatSeconds(first)} and ${formatSeconds(last)}; the cavity grew to ${formatVolume(largest)}, ${part}`;
}
