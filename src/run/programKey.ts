/** Key of a run's program, beside its settings: circuits with equal keys differ in numbers that stand in memory, and can run by one program. */

import { Sha256 } from '#sha256';
import type { Circuit } from '../circuit/circuit.js';
import { shownName } from '../circuit/entries/joinedNames.js';
import { kindAt, lineColumns, lineValue, modelData, type ParameterRows, parameterAt } from '../circuit/tables.js';
import { globMatcher } from '../circuit/text/globs.js';
import { tablesOf } from '../circuit/views.js';
import { Omitted } from '../network/omitted.js';
import { RunError } from '../results/runError.js';

/** Columns of a wave line: delays, friction and elements decide how long its histories are, and which text follows it. */
const ofWaves = Object.keys(lineColumns) as (keyof typeof lineColumns)[];

/**
 * Parameters that patterns such as 'dev.*' or '*.crackingPressure' name, by kind and name ('reliefValve.crackingPressure'): instances of a kind share
 * their text. Throws RunError for a pattern that names none.
 */
export function tunableColumns(circuit: Circuit, patterns: readonly string[]): Set<string> {
  const { components } = tablesOf(circuit);
  const columns = new Set<string>();
  for (const pattern of patterns) {
    const matches = globMatcher(pattern);
    let found = false;
    for (let c = 0; c < components.count; c++) {
      const kind = kindAt(components, c)?.kind;
      if (kind === undefined) continue;
      for (const name of (components.parameters[components.kind[c]] as ParameterRows).names) {
        if (!matches(shownName(components.nameOf(c), name))) continue;
        columns.add(`${kind}.${name}`);
        found = true;
      }
    }
    if (!found)
      throw new RunError('RUN241', `tunable: no parameter is called '${pattern}'`, "write 'component.parameter', * for any characters");
  }
  return columns;
}

/** Parameters, as 'component.parameter', that have other values in two readings of one file. */
export function changedParameters(one: Circuit, other: Circuit): string[] {
  const [a, b] = [tablesOf(one).components, tablesOf(other).components];
  const changed: string[] = [];
  for (let c = 0; c < Math.min(a.count, b.count); c++) {
    const [own, theirs] = [a, b].map((table) => table.parameters[table.kind[c]]) as [ParameterRows, ParameterRows];
    if (kindAt(a, c)?.kind !== kindAt(b, c)?.kind) continue;
    own.names.forEach((name, column) => {
      const same = Object.is(own.rows.get(a.row[c], column), theirs.rows.get(b.row[c], column));
      if (!own.isTable[column] && !same) changed.push(shownName(a.nameOf(c), name));
    });
  }
  return changed;
}

/**
 * SHA-256 (hex) of everything that the layout, the texts and the settings of a program depend on: names and connections, the fluid, `run` and `record`, which
 * optional parameters are 0, tables, wave lines, and every parameter that is not tunable. Of capacitive lines volume, bulk modulus, wall and pressure at
 * t = 0, and the constants of other models, are left out: they stand in memory always.
 */
export function programKey(circuit: Circuit, tunable: ReadonlySet<string>): string {
  const tables = tablesOf(circuit);
  const { components, lines } = tables;
  const { hash, fluid, reference, run, record } = circuit;
  const sha = new Sha256();
  const text = (value: unknown): void => {
    sha.update(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
  };
  text([hash, fluid, reference, run, record]);
  const omitted = new Omitted(tables);
  const numbers: number[] = [];
  for (let c = 0; c < components.count; c++) {
    const kind = kindAt(components, c);
    if (!kind) continue;
    const values = components.parameters[components.kind[c]] as ParameterRows;
    numbers.push(omitted.of(c));
    values.names.forEach((name, column) => {
      const value = parameterAt(values, components.row[c], column);
      if (typeof value !== 'number') numbers.push(value.x.length, ...value.x, ...value.y);
      else if (!tunable.has(`${kind.kind}.${name}`)) numbers.push(value);
    });
  }
  for (let line = 0; line < lines.count; line++) {
    const value = (name: keyof typeof lineColumns): number => lineValue(lines, line, name);
    const model = modelData(lines, line);
    if (model) text([line, model.model, ...Object.values(model.numbers).map((own) => own.length)]);
    if (Number.isNaN(value('delay'))) numbers.push(value('type'), value('filter'), Number.isNaN(value('law')) ? 0 : 1);
    else numbers.push(...ofWaves.map(value));
  }
  return sha.update(new Uint8Array(Float64Array.from(numbers).buffer)).hex();
}
