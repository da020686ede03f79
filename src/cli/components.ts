/** `ringmain components`: the library, one component kind in full, its example, or all of them as one page. */
import { closest } from '../circuit/file/closest.js';
import { otherUnits, quantityNames, unitsOf } from '../circuit/text/units.js';
import { library } from '../components/library.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { describeKind } from '../equations/language/describe.js';
import { engineKinds, kindText, libraryText } from '../report/kindText.js';
import { labelledLines, textTable } from '../report/table.js';
import { UserError } from '../results/userError.js';
import { kindExample } from './bundled.js';
import { describedModels, linesText } from './componentsLine.js';
import { writeComponentsPage } from './componentsPage.js';
import { command, flag, jsonFlag, text } from './optionTable.js';
import { print, printJson } from './print.js';

export const componentsCommand = command('components', {
  words: { kind: { about: "kind to show; 'line' for models of lines, 'units' for units", optional: true } },
  options: {
    json: jsonFlag,
    example: flag("print only the kind's example, a circuit file"),
    page: text('write all kinds, with the results of their examples, as one HTML file'),
    force: flag('overwrite a file that is no page of ringmain'),
  },
  examples: [
    ['', 'all kinds'],
    ['reliefValve', 'one kind with its equations and their TLM form'],
    ['reliefValve --example > relief.yaml', 'a small circuit to begin with'],
    ['line', 'models of lines: when to take which, their keys and defaults'],
    ['units', 'what quantities may be written in'],
    ['--page components.html', 'the whole library to read in a browser'],
  ],
  run: async ({ kind, json, example, page, force }) => {
    if (page !== undefined) {
      if (kind !== undefined || example || json) throw new UserError('--page takes all kinds: leave out the kind, --example and --json');
      await writeComponentsPage(page, force);
      return;
    }
    if (kind === undefined) {
      if (example) throw new UserError("--example of which kind? write 'ringmain components KIND --example'");
      if (json) printJson({ kinds: [...library.values()] });
      else print(libraryText([...library.values()]));
      return;
    }
    if (kind === 'units' || kind === 'line') {
      if (example) throw new UserError(`${kind} is the engine's own and has no example; every example shows lines and units`);
      if (kind === 'units') printOr(json, { units: unitRows }, unitsText);
      else printOr(json, { models: describedModels }, linesText);
      return;
    }
    printKind(kind, json, example);
  },
});

/** One kind, or its example alone. */
function printKind(kind: string, json: boolean, example: boolean): void {
  const own = engineKinds.find((candidate) => candidate.kind === kind);
  if (own) {
    if (example) throw new UserError(`${own.kind} is the engine's own and has no example; every example shows lines`);
    printOr(json, own, () => `${own.kind}\n\n${own.about}`);
    return;
  }
  const definition = findKind(kind);
  const circuit = kindExample(definition.kind);
  if (example) {
    print(circuit.trimEnd());
    return;
  }
  const derived = describeKind(definition);
  printOr(json, { ...definition, derived, example: circuit }, () => kindText(definition, derived, circuit));
}

function printOr(json: boolean, object: object, text: () => string): void {
  if (json) printJson(object);
  else print(text());
}

function findKind(kind: string): KindDefinition {
  const definition = library.get(kind);
  if (definition) return definition;
  const meant = closest(kind, [...library.keys(), ...engineKinds.map((own) => own.kind), 'units']);
  throw new UserError(`no component kind '${kind}'${meant ? `; did you mean '${meant}'?` : ''} ('ringmain components' lists all)`);
}

/** Quantities with a unit, and the units in which they may be written. */
const unitRows: readonly { readonly quantity: string; readonly units: readonly string[] }[] = Object.entries(quantityNames).flatMap(
  ([unit, quantity]) => (unit === '1' ? [] : [{ quantity, units: unitsOf(unit) }]),
);

/** Units by quantity, how others are put together, and what to write in the place of some that are not taken. */
export function unitsText(): string {
  return [
    'Units of quantities. The first is the SI unit, in which result files are written.',
    textTable(
      [{ heading: 'quantity' }, { heading: 'units' }],
      unitRows.map(({ quantity, units }) => [quantity, units.join(', ')]),
    ),
    [
      "Other units are combinations of these and of the units of mathjs: 'l/min/bar', 'kN/(m/s)', 'N s/m' or 'N·m'. m3, m^3 and m³ are the same, and so are us and µs.",
      'Numbers without a dimension stand alone, or with %. An angle has none, but a rotation speed is written in rev/min or rad/s, a frequency in Hz.',
      "Pressures are gauge, unless the file says 'reference: absolute'. A bare number is refused where a dimension is expected.",
    ].join('\n'),
    `Not taken, and what to do instead:\n${labelledLines(otherUnits.map(({ names, instead }) => [`  ${names.join(', ')}`, instead] as const))}`,
  ].join('\n\n');
}
