/** A user's own component kinds: `definitions:` of a circuit file → kinds like the library's. */

import { library } from '../../components/library.js';
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition, ParameterDeclaration } from '../../equations/language/definition.js';
import { type DimensionMistake, dimensionMistakes } from '../../equations/language/dimensions.js';
import { factsOf } from '../../equations/language/facts.js';
import { EquationError, type EquationMistake } from '../../equations/language/model.js';
import { withoutMasses } from '../../equations/solve/massless.js';
import { solve } from '../../equations/solve/solve.js';
import { didYouMean } from '../file/closest.js';
import { isName, type Mistakes } from '../file/mistakes.js';
import { lost, type Path, type RawCircuit, type RawDefinition } from '../file/raw.js';
import { dimensionOf, dimensionText } from '../text/dimensions.js';
import { siUnit } from '../text/units.js';
import { checkBounds, parameter } from './values.js';

/** The library and the circuit's definitions. Definitions with mistakes are reported and left out; `broken` names them, so that their use is no second mistake. */
export function kindsOf(raw: RawCircuit, mistakes: Mistakes): { kinds: ReadonlyMap<string, KindDefinition>; broken: ReadonlySet<string> } {
  const kinds = new Map(library);
  const broken = new Set<string>();
  const wrong = new Map<RawDefinition, readonly EquationMistake[]>();
  for (const [name, definition] of Object.entries(raw.definitions ?? {})) {
    if ((definition as unknown) === lost) {
      broken.add(name);
      continue;
    }
    if (!isName(name)) mistakes.notAName(['definitions', name], 'definition', name);
    if (library.has(name) || name === 'junction') {
      mistakes.add(
        ['definitions', name],
        'CIR501',
        `definition '${name}' has the name of a library kind`,
        'choose another name: a circuit file cannot change the library',
      );
      broken.add(name);
      continue;
    }
    const kind = { ...kindOf(name, definition), augmented: raw.run?.reduce === true };
    const before = mistakes.errors;
    checkSymbol(name, kind, mistakes);
    checkUnits(name, kind, mistakes);
    // One that is shared by an alias is compiled once.
    const found = wrong.get(definition) ?? mistakesOf(kind);
    if (found.length > 0) wrong.set(definition, found);
    for (const mistake of withoutConsequences(definition.equations, found)) addMistake(name, kind, mistake, mistakes);
    if (mistakes.errors > before) broken.add(name);
    else {
      kinds.set(name, kind);
      warnOfDimensions(name, kind, mistakes);
    }
  }
  return { kinds, broken };
}

/** The symbol is that of a library kind. */
function checkSymbol(name: string, { symbol }: KindDefinition, mistakes: Mistakes): void {
  if (symbol === undefined || library.has(symbol)) return;
  mistakes.add(
    ['definitions', name, 'symbol'],
    'CIR505',
    `definition '${name}': no library kind '${symbol}' whose symbol it could have${didYouMean(symbol, [...library.keys()])}`,
    'write a kind of the library, such as actuator, or omit symbol: it is drawn as a box with its name',
  );
}

/** Mistakes of the equations, and whether they determine the flows. */
function mistakesOf(kind: KindDefinition): readonly EquationMistake[] {
  try {
    factsOf(kind);
    solve(modelOf(withoutMasses(kind, [])));
    return [];
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    return error.mistakes;
  }
}

/** A statement with a mistake makes no name: those that read it are no second mistake. */
function withoutConsequences(equations: string, found: readonly EquationMistake[]): EquationMistake[] {
  const lines = equations.split('\n');
  const wrong = new Set(found.map(({ line }) => line));
  return found.filter(({ message, line }) => {
    const name = /^'(\w+)' is not declared, or used before/.exec(message)?.[1];
    if (name === undefined) return true;
    const made = lines.findIndex((text) => new RegExp(`^\\s*(hold\\s+)?${name}\\s*=(?!=)`).test(text)) + 1;
    return made === 0 || made >= line || !wrong.has(made);
  });
}

function addMistake(name: string, kind: KindDefinition, { line, column, message, remedy }: EquationMistake, mistakes: Mistakes): void {
  const text = `definition '${name}': ${message.replace(/in line (\d+)$/, 'in line $1 of the equations')}`;
  const declared = declarationOf(kind, message, remedy);
  if (declared) {
    mistakes.add(['definitions', name, ...declared], 'CIR502', text, remedy);
    return;
  }
  const factor = /^no function '(\w+)'$/.exec(message)?.[1];
  const isProduct = factor !== undefined && [kind.parameters, kind.inputs, kind.states].some((map) => Object.hasOwn(map ?? {}, factor));
  mistakes.add(['definitions', name, 'equations'], 'CIR502', text, isProduct ? `a product is ${factor} * (…)` : remedy, { line, column });
}

/** Where a mistake stands that is not in the equations: the compiler knows no places but theirs. */
function declarationOf({ requires, states }: KindDefinition, message: string, remedy: string): Path | undefined {
  const rule = requires?.findIndex((text) => message.startsWith(`rule '${text}': `)) ?? -1;
  if (rule >= 0) return ['requires', rule];
  const state = /^initial value of '(\w+)': /.exec(message)?.[1];
  if (state !== undefined) return [Object.hasOwn(states ?? {}, state) ? 'states' : 'outputs', state, 'initial'];
  const group = /^choose another name for the (port|parameter|input|output|state)$/.exec(remedy)?.[1];
  const name = /^'(.*?)' is /.exec(message)?.[1];
  return group !== undefined && name !== undefined ? [`${group}s`, name, ''] : undefined;
}

function kindOf(kind: string, raw: RawDefinition): KindDefinition {
  // Without what every object has: a name such as 'constructor' is there where it is declared only.
  const own = (entries: readonly (readonly [string, unknown])[]): Record<string, never> =>
    Object.assign(Object.create(null) as Record<string, never>, Object.fromEntries(entries));
  // The unit 1 is a number to YAML.
  const text = (unit: unknown): unknown => (unit === 1 ? '1' : unit);
  const documented = (map: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined): Record<string, never> =>
    own(
      Object.entries(map ?? {}).map(([name, { table, ...value }]) => {
        const points = table ? { table: { xUnit: text((table as { xUnit: unknown }).xUnit) } } : {};
        return [name, { about: '', ...value, ...points, unit: text(value['unit']) }];
      }),
    );
  return {
    kind,
    about: raw.about ?? '',
    source: raw.source ?? 'this circuit file',
    group: 'Definitions of the circuit file',
    ports: own(Object.entries(raw.ports ?? {})),
    parameters: documented(raw.parameters) as Record<string, ParameterDeclaration>,
    ...(raw.requires ? { requires: raw.requires } : {}),
    inputs: documented(raw.inputs),
    outputs: documented(raw.outputs),
    states: documented(raw.states),
    ...(raw.symbol === undefined ? {} : { symbol: raw.symbol }),
    equations: raw.equations,
  };
}

/** Equations compute in SI, and their values are recorded under the declared unit: any other would be a wrong label. */
function checkUnit(unit: string, quantity: string, name: string, path: Path, mistakes: Mistakes): void {
  const si = siUnit(unit);
  if (si === unit) return;
  if (si === null)
    mistakes.add(
      path,
      'CIR503',
      `definition '${name}': the unit '${unit}' of ${quantity} is not known`,
      "write an SI unit, such as 'Pa', 'm3/s', 'rad/s', or '1'",
    );
  else
    mistakes.add(
      path,
      'CIR504',
      `definition '${name}': the unit '${unit}' of ${quantity} is not SI, in which equations compute and results are recorded`,
      `write ${si}; circuits may give values in any unit of that kind, and plots choose theirs`,
    );
}

/** A signal of any unit computes in that of SI, whatever it is: the equations know it as a number. */
function checkAnyUnit(
  name: string,
  groups: Readonly<Record<string, KindDefinition['inputs'] | KindDefinition['parameters']>>,
  mistakes: Mistakes,
): void {
  for (const [group, declared] of Object.entries(groups))
    for (const [quantity, { unit, anyUnit }] of Object.entries(declared ?? {}))
      if (anyUnit && unit !== '1')
        mistakes.add(
          ['definitions', name, group, quantity, 'anyUnit'],
          'CIR506',
          `definition '${name}': ${quantity} has the unit ${unit} and any unit`,
          'write unit: 1 beside anyUnit, or omit anyUnit',
        );
}

/** Units are SI, and defaults are values that a circuit could give. */
function checkUnits(name: string, { parameters, inputs, outputs, states }: KindDefinition, mistakes: Mistakes): void {
  const before = mistakes.errors;
  for (const [group, declared] of Object.entries({ parameters, inputs, outputs, states }))
    for (const [quantity, { unit }] of Object.entries(declared ?? {}))
      checkUnit(unit, quantity, name, ['definitions', name, group, quantity, 'unit'], mistakes);
  checkAnyUnit(name, { parameters, inputs, outputs, states }, mistakes);
  for (const [key, { table }] of Object.entries(parameters))
    if (table) checkUnit(table.xUnit, `the points of ${key}`, name, ['definitions', name, 'parameters', key, 'table', 'xUnit'], mistakes);
  if (mistakes.errors > before) return;
  for (const [key, declared] of Object.entries(parameters)) {
    const owner = `definition '${name}': default of ${key}`;
    const path = ['definitions', name, 'parameters', key, 'default'];
    // An SI number needs no unit.
    if (typeof declared.default === 'number' && !declared.table)
      checkBounds(declared.default, declared.unit, declared, owner, path, mistakes);
    else if (declared.default !== undefined) parameter(declared.default, declared, owner, path, mistakes);
  }
}

/** Names of a term whose units the remedy tells. */
const mostNames = 4;

/** Warns of every term whose dimension differs from that of its neighbours. */
function warnOfDimensions(name: string, kind: KindDefinition, mistakes: Mistakes): void {
  for (const found of dimensionMistakes(kind, dimensionOf)) {
    const { term, dimension, against, expected, made, place, of } = found;
    const message = `definition '${name}': ${term} is ${dimensionText(dimension)}, ${against} is ${dimensionText(expected)}`;
    const units = made.slice(0, mostNames).map((one) => `${one.name} is ${one.unit === '1' ? 'dimensionless' : `in ${one.unit}`}`);
    const declared = units.length === 0 ? '' : `${units.join(', ')}${made.length > mostNames ? ', …' : ''}: `;
    const remedy = `${declared}mend the term or a declared unit; a number that has the missing dimension is a parameter with its unit`;
    mistakes.warn(['definitions', name, ...pathOf(kind, of)], 'CIR808', message, remedy, of === 'equations' ? place : undefined);
  }
}

function pathOf({ states }: KindDefinition, of: DimensionMistake['of']): Path {
  if (of === 'equations') return ['equations'];
  if ('rule' in of) return ['requires', of.rule];
  return [Object.hasOwn(states ?? {}, of.initial) ? 'states' : 'outputs', of.initial, 'initial'];
}
