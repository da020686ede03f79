/** Checks what a circuit file treats under `run.treat`: a line, or a junction of lines, by a treatment that there is, with settings that it has. */
import type { Mistakes } from '../file/mistakes.js';
import { Sets } from '../sets.js';
import { type ComponentTable, kindAt, type LineTable, lineValue } from '../tables.js';
import { formsByName } from '../treatments/forms.js';
import { readTreatment, type TreatmentFault } from '../treatments/text.js';
import { unknownKind } from './components.js';
import type { Section } from './section.js';

const codes: Readonly<Record<TreatmentFault['about'], string>> = {
  treatment: 'CIR408',
  setting: 'CIR409',
  value: 'CIR410',
  text: 'CIR411',
};

/** Texts that are no treatments, and all that is wrong with their settings, are mistakes. */
export function checkTreatments(treat: Readonly<Record<string, string>>, mistakes: Mistakes): void {
  for (const [volume, text] of Object.entries(treat)) {
    const path = ['run', 'treat', volume];
    const { how, faults } = readTreatment(text);
    for (const { about, message, remedy, inText } of faults)
      mistakes.add(path, codes[about], `run.treat: ${volume}: ${message}`, remedy, inText);
    const { treatment, file } = how;
    const form = formsByName.get(treatment);
    if (form?.takesText)
      mistakes.add(
        path,
        'CIR412',
        `run.treat: ${volume}: ${treatment} needs a file, and a circuit file names none`,
        `give it on the command line: --treat '${volume}=${treatment}:${file ?? 'FILE'}'`,
      );
    else if (form && file !== undefined)
      mistakes.add(path, 'CIR412', `run.treat: ${volume}: ${treatment} takes no file`, `write '${treatment}' without ':${file}'`);
  }
}

/** Two names of one volume, of capacitive lines and the junctions at which they meet, are a mistake. */
export function checkTreatedOnce(
  treat: Readonly<Record<string, string>>,
  components: ComponentTable,
  lines: LineTable,
  mistakes: Mistakes,
): void {
  const names = Object.keys(treat);
  if (names.length < 2) return;
  const isJunction = (c: number): boolean => kindAt(components, c) === null;
  const sets = new Sets(components.count + lines.count);
  const placeOf = new Map<string, number>();
  for (let l = 0; l < lines.count; l++) {
    const place = components.count + l;
    placeOf.set(lines.nameOf(l), place);
    // A wave line has a pressure at each end.
    if (!Number.isNaN(lineValue(lines, l, 'delay'))) continue;
    for (const c of [lines.from[l], lines.to[l]] as [number, number]) if (isJunction(c)) sets.join(c, place);
  }
  const treated = new Map<number, string>();
  for (const name of names) {
    const c = components.find(name);
    const place = c >= 0 ? c : placeOf.get(name);
    if (place === undefined) continue;
    const volume = sets.find(place);
    const other = treated.get(volume);
    if (other === undefined) treated.set(volume, name);
    else
      mistakes.add(
        ['run', 'treat', name],
        'CIR414',
        `run.treat: '${other}' and '${name}' are one volume: it is treated twice`,
        'leave one of the two out',
      );
  }
}

/** Names that are neither line nor junction are mistakes. */
export function checkTreated(
  treat: Readonly<Record<string, string>>,
  components: ComponentTable,
  lines: Section<object>,
  mistakes: Mistakes,
): void {
  for (const name of Object.keys(treat)) {
    const c = components.find(name);
    if (c >= 0 && (components.kind[c] === unknownKind || kindAt(components, c) === null)) continue;
    const names = Array.from({ length: lines.length }, (_, l) => lines.nameOf(l));
    if (names.includes(name)) continue;
    mistakes.add(
      ['run', 'treat', name],
      'CIR407',
      () => `run.treat: no line or junction '${name}'${c >= 0 ? '' : mistakes.hints.didYouMean(name, names)}`,
      c >= 0
        ? `'${name}' is a component: name a line of the volume at one of its ports`
        : 'name a line of the volume, or a junction of lines',
    );
  }
}
