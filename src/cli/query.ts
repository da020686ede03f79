/** `ringmain query`: when, and for how long, recorded quantities were beyond a limit. */

import { type Condition, conditionForm, readCondition } from '../blocks/kept/watches.js';
import { didYouMean } from '../circuit/file/closest.js';
import { type Chosen, chosenBy } from '../circuit/text/asked.js';
import { globMatcher, isGlob } from '../circuit/text/globs.js';
import { UnitError } from '../circuit/text/units.js';
import { queryText } from '../report/queryTable.js';
import { type Answer, answerOf, askable } from '../results/query.js';
import { type ReadResults, readResults } from '../results/stores/registry.js';
import { UserError } from '../results/userError.js';
import { type ArgumentsOf, command, jsonFlag } from './optionTable.js';
import { print, printJson } from './print.js';
import { withPhases } from './progress.js';
import { readShown } from './resultsFile.js';

const words = {
  results: { about: 'results of a run: FILE.csv, .parquet or .h5' },
  conditions: { about: conditionForm, many: true },
} as const;
const options = { json: jsonFlag };

export const queryCommand = command('query', {
  words,
  options,
  examples: [
    ["out/ring.h5 'w*_motor.in.p < 60 bar'", 'which motors had less than 60 bar, when and for how long'],
    ["out/two.parquet 'nB.p > 170 bar' 'act*.x > 1.5 m' --json", 'two questions, for a program'],
  ],
  run: query,
});

async function query({ results: file, conditions, json }: ArgumentsOf<typeof words, typeof options>): Promise<void> {
  const asked = conditions.map((text) => {
    const condition = readCondition(text);
    if (!condition) throw new UserError(`'${text}' is no condition; write ${conditionForm}`);
    return condition;
  });
  const answers = await withPhases(json, async (phase) => {
    phase.show(`reading ${file}`);
    const results = await readShown(file, { select: selection(asked) });
    return Promise.all(asked.map(async (condition) => ({ condition: condition.text, answers: await answered(file, results, condition) })));
  });
  if (json) printJson({ results: file, queries: answers });
  else print(answers.map(({ condition, answers: all }) => queryText(condition, all)).join('\n\n'));
}

/** Columns that a condition may be about: a glob such as '*.p' means quantities, not the columns of their envelopes. */
function selection(conditions: readonly Condition[]): (column: string) => boolean {
  const matches = conditions.map(({ pattern }) => (isGlob(pattern) ? globMatcher(pattern) : (name: string) => name === pattern));
  return (column) => {
    const base = column.replace(/\.(min|max)(\.t)?$/, '');
    return matches.some((match) => match(column) || match(base));
  };
}

async function answered(file: string, results: ReadResults, condition: Condition): Promise<Answer[]> {
  const quantities = askable(results.columns);
  let watched: readonly Chosen[];
  try {
    watched = chosenBy(condition, quantities);
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw new UserError(`${condition.text}: ${error.message}; ${error.remedy}`);
  }
  if (watched.length === 0) {
    // Only the quantities asked about have been read.
    const names = askable((await readResults(file)).columns).map(({ name }) => name);
    const some = names.length > 20 ? `${names.slice(0, 20).join(', ')}, …` : names.join(', ') || 'nothing';
    throw new UserError(
      `${file}: nothing recorded is called '${condition.pattern}'${didYouMean(condition.pattern, names)}\n    recorded are ${some}`,
    );
  }
  return watched.map(({ name, values: [limit] }) => answerOf(results, { name, relation: condition.relation, limit: limit as number }));
}
