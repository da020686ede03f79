/** Checks what a circuit file treats under `run.treat`: a line, or a junction of lines, by a treatment that there is, with settings that it has. */
import type { Mistakes } from '../file/mistakes.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { formsByName } from '../treatments/forms.js';
import { readTreatment, type TreatmentFault } from '../treatments/text.js';
import { unknownKind } from './components.js';
import type { Parts } from './parts.js';

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

/** Names that are neither line nor junction are mistakes. */
export function checkTreated(
  treat: Readonly<Record<string, string>>,
  components: ComponentTable,
  lines: Parts<object>,
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
