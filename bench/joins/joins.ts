/** `ringmain bench small-volumes joins`: what it gains to solve components together in place of a small volume between them, and where that is wrong. */
import { asChoices, asCount, asTime } from '#ringmain/cli/optionTable.js';
import { type Measured, part, roundsOption, secondsOption, type Values } from '../protocol/benchmark.js';
import { measureCompensated } from './compensated.js';
import { type JoinsAccount, joinsText } from './joinsTable.js';
import { measureReplaced, replacedCases } from './replaced.js';
import { measureJoinedRing } from './ring.js';
import { measureServoValve } from './servoValve.js';

const circuits = [...new Set(replacedCases.map(({ name }) => name))];

const commandOptions = {
  circuits: {
    about: `circuits of which lines are replaced by joins, separated by commas: ${circuits.join(', ')}`,
    fallback: circuits.join(','),
    read: asChoices(circuits),
  },
  stations: { about: 'stations of the ring main', fallback: '1000', read: asCount(2) },
  end: { about: 'simulated time of the valves to stop at; default: each its own', read: asTime },
  rounds: roundsOption,
  seconds: secondsOption('0.5'),
};

export const joinsPart = part({
  name: 'joins',
  describe: 'what joins gain over small volumes: steps, run time and error by TLM and integrators; a ring main of joined groups',
  options: commandOptions,
  examples: [['--circuits three-orifices --stations 10 --rounds 1 --seconds 0.01', 'all of it, briefly']],
  measure: measureAll,
});

async function measureAll({ circuits: names, stations, end, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const account: JoinsAccount = {
    rounds,
    compensated: await measureCompensated(rounds, end),
    replaced: await measureReplaced(names, rounds),
    servoValve: await measureServoValve(rounds, end),
    ring: await measureJoinedRing(stations, rounds, seconds),
  };
  return { stored: account, text: () => joinsText(account) };
}
