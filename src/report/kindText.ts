/** Component kinds as text for engineers. */
import type { LineModel, OwnModel } from '../blocks/lines/models/model.js';
import { lineModels } from '../blocks/lines/models/registry.js';
import type { KindDefinition, OutputDeclaration, ParameterDeclaration, QuantityDeclaration } from '../equations/language/definition.js';
import { labelledLines, textTable } from './table.js';
import { formatNumber, formatPlural, formatQuantity } from './units.js';

/** Models of capacitive lines beside the plain one. */
const ownModels = (lineModels as readonly LineModel[]).flatMap(({ own, ...model }) => (own ? [{ ...model, own }] : []));

/** Kinds of the engine itself, without equations in the library. */
export const engineKinds: readonly { readonly kind: string; readonly about: string }[] = [
  {
    kind: 'junction',
    about:
      "Where any number of lines meet at one pressure, without losses. The engine's own: `kind: junction`, no parameters; recorded as NAME.p.",
  },
  {
    kind: 'line',
    about: "A pipe or hose between two ports, which decouples them. The engine's own, written under `lines:`; recorded as NAME.p.",
  },
  ...ownModels.map(({ name, about, source, own }) => ({
    kind: name,
    about: `${about} A line with \`model: ${name}\`, ${modelKeysText(own)}. ${source}.`,
  })),
];

/** Keys of such a line. */
function modelKeysText({ needs, key: { name, each, most } }: OwnModel): string {
  const entries = Object.entries(each).map(([quantity, { unit, about }]) => `${quantity} (${about}, ${unit})`);
  return `${needs.join(', ')} and \`${name}\`: 1 to ${most} entries with ${entries.join(' and ')}`;
}

/** All kinds by group, one line each. */
export function libraryText(kinds: readonly KindDefinition[]): string {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const { kind, group, about } of kinds) {
    const entries = groups.get(group) ?? [];
    entries.push([`  ${kind}`, firstSentence(about)]);
    groups.set(group, entries);
  }
  groups.set(
    "the engine's own",
    engineKinds.map(({ kind, about }) => [`  ${kind}`, firstSentence(about)] as const),
  );
  const width = Math.max(...[...groups.values()].flat().map(([kind]) => kind.length));
  const blocks = [...groups].map(
    ([group, entries]) => `${group}\n${labelledLines(entries.map(([kind, about]) => [kind.padEnd(width), about] as const))}`,
  );
  return [
    ...blocks,
    `${formatPlural(kinds.length, 'kind')}; 'ringmain components KIND' shows one in full, 'components line' models of lines, 'components units' units`,
  ].join('\n\n');
}

/** One kind in full; `derived` is the text of its compiled equations, `example` a circuit file. */
export function kindText(definition: KindDefinition, derived: string, example: string): string {
  const { kind, about, source, group, ports, parameters, requires = [], inputs = {}, outputs = {}, states = {}, equations } = definition;
  const sections: [string, string][] = [
    ['ports', labelledLines(Object.entries(ports).map(([name, type]) => [name, type] as const))],
    ['parameters', parameterTable(parameters)],
    ['requires', requires.join('\n')],
    [
      'inputs',
      quantityTable(
        inputs,
        ({ default: value, instead, unit }) =>
          instead ?? (value === undefined ? 'must be connected' : `${formatQuantity(value, unit)} unless connected`),
        'unconnected',
      ),
    ],
    [
      'outputs',
      quantityTable(outputs, startText, Object.values(outputs).some(({ initial }) => initial !== undefined) ? 'sought from' : ''),
    ],
    [
      'states',
      quantityTable(states, ({ initial, unit }) => (typeof initial === 'number' ? formatQuantity(initial, unit) : initial), 'initially'),
    ],
    ['equations', equations],
    ['derived TLM form', derived],
    ['example', example],
  ];
  const filled = sections.filter(([, text]) => text !== '').map(([heading, text]) => `${heading}\n${indented(text)}`);
  return [`${kind}  (${group})`, `${about}\nSource: ${source}`, ...filled].join('\n\n');
}

/** Where the search for an unknown begins. */
const startText = ({ initial, unit }: OutputDeclaration): string =>
  typeof initial === 'number' ? formatQuantity(initial, unit) : (initial ?? '');

/** '> 0, ≤ 1': the bounds of physical sense, in the unit of display. */
export function boundsText({ above, atLeast, below, atMost, unit }: ParameterDeclaration): string {
  const bounds: readonly (readonly [string, number | undefined])[] = [
    ['>', above],
    ['≥', atLeast],
    ['<', below],
    ['≤', atMost],
  ];
  return bounds
    .flatMap(([sign, bound]) => (bound === undefined ? [] : [`${sign} ${bound === 0 ? '0' : formatQuantity(bound, unit)}`]))
    .join(', ');
}

function parameterTable(parameters: KindDefinition['parameters']): string {
  const rows = Object.entries(parameters).map(([name, declaration]) => [
    name,
    parameterUnit(declaration),
    boundsText(declaration),
    defaultText(declaration),
    parameterAbout(declaration),
  ]);
  if (rows.length === 0) return '';
  return textTable([{ heading: 'name' }, { heading: 'unit' }, { heading: 'bounds' }, { heading: 'default' }, { heading: 'about' }], rows);
}

/** The unit, or that it may be any. */
export const shownUnit = ({ unit, anyUnit }: Pick<QuantityDeclaration, 'unit' | 'anyUnit'>): string =>
  anyUnit ? (anyUnit === 'perSecond' ? 'any/s' : 'any') : unit;

/** The unit of its values: 'Pa', 'any', 'table s → Pa'. */
export const parameterUnit = (declared: ParameterDeclaration): string =>
  declared.table ? `table ${declared.table.xUnit} → ${shownUnit(declared)}` : shownUnit(declared);

/** A parameter's meaning, whether it is a pressure that a file with `reference: absolute` counts from vacuum, and the unit of a bare number where any unit may stand. */
export const parameterAbout = ({ about, level, anyUnit }: ParameterDeclaration): string =>
  level ? `${about}; counts as the file's pressures do` : anyUnit === true ? `${about}; bare it is in SI` : about;

/** The default of a parameter that the circuit file leaves out. */
export function defaultText({ default: value, unit }: ParameterDeclaration): string {
  if (value === undefined) return 'must be given';
  return typeof value === 'number' ? `${formatNumber(value)} ${unit === '1' ? '' : unit}`.trimEnd() : value;
}

function quantityTable<Declaration extends QuantityDeclaration>(
  quantities: Readonly<Record<string, Declaration>>,
  detail: (declaration: Declaration) => string,
  heading: string,
): string {
  const rows = Object.entries(quantities).map(([name, declaration]) => {
    const cells = [name, shownUnit(declaration), declaration.about];
    return heading ? [...cells.slice(0, 2), detail(declaration), ...cells.slice(2)] : cells;
  });
  if (rows.length === 0) return '';
  const last = heading ? [{ heading }, { heading: 'about' }] : [{ heading: 'about' }];
  return textTable([{ heading: 'name' }, { heading: 'unit' }, ...last], rows);
}

/** A kind in a line of a list. */
export function firstSentence(text: string): string {
  return /^.*?[.;:](?=\s|$)/s.exec(text)?.[0].replace(/[.;:]$/, '') ?? text;
}

/** Two spaces before every line. */
function indented(text: string): string {
  return flushLeft(text)
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

/** Without the indentation that all lines share, whatever the author's was, and without empty lines around. */
export function flushLeft(text: string): string {
  const lines = text.replace(/\s+$/, '').replace(/^\n+/, '').split('\n');
  const common = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length), 80);
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(common))).join('\n');
}
