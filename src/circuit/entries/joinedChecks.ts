/** Whether the kind that a joined group makes can be solved: whatever its modes are (for these: modes.ts). */
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { EquationError } from '../../equations/language/model.js';
import { type Composition, compose, ownName } from '../../equations/solve/compose.js';
import { openUnknowns } from '../../equations/solve/massless.js';
import { solve } from '../../equations/solve/solve.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path } from '../file/raw.js';
import type { ComponentTable } from '../tables.js';
import { freePath, type GroupStructure, zerosOf } from './joinedStructure.js';

/** A group, and the place of its messages. */
interface CheckedGroup extends GroupStructure {
  readonly path: Path;
}

const namesOf = ({ members }: CheckedGroup, components: ComponentTable): string[] => members.map((c) => components.nameOf(c));

/** Whether every unknown has an equation, with the masses and resistances that the members have. */
export function checkStructure(
  group: CheckedGroup,
  composition: Composition,
  definition: KindDefinition,
  components: ComponentTable,
  mistakes: Mistakes,
): void {
  const names = namesOf(group, components);
  const path = freePath(group, components, composition.volume != null);
  if (path) {
    const passed = path.members.map((k) => names[k]);
    const what = `${passed.join(' and ')} ${passed.length > 1 ? 'have' : 'has'} neither mass nor resistance`;
    const where = path.isLoop ? 'closed loop' : 'way between two given pressures';
    const message = `the joined group of ${names.join(', ')}: ${what} along a ${where}; no equation determines the flow there (index 2)`;
    mistakes.add(
      group.path,
      'CIR334',
      message,
      'give one of them a mass above 0, or a resistance: friction along a length, or a loss coefficient',
    );
    return;
  }
  const zeros = zerosOf(group, components, ownName);
  const openIn = (one: KindDefinition): string[] => openUnknowns(modelOf(one), zeros).filter((name) => !name.startsWith('q_'));
  const open = openIn(definition);
  if (open.length === 0) return;
  const shown = (unknown: string): string => {
    const joint = group.joints[Number(/^j(\d+)$/.exec(unknown)?.[1] ?? Number.NaN)];
    if (joint) return `where ${joint.ends.map(([k, port]) => `${names[k]}.${port}`).join(' and ')} are joined`;
    const [, member, own] = /^m(\d+)_(.*)$/.exec(unknown) ?? [];
    return member === undefined ? unknown : `of ${names[Number(member)]}.${own}`;
  };
  mistakes.add(
    group.path,
    'CIR334',
    `the joined group of ${names.join(', ')} has no resistance ${open.map(shown).join(' and ')}: no flow there follows from the pressure (index 2)`,
    `put a restrictor between them, or a line, whose oil gives way${openIn(compose({ ...composition, augmented: true })).length === 0 ? '; or ask for the rate of that flow by --reduce' : ''}`,
  );
}

/** Whether its equations are solved in a bounded size. */
export function checkSolved(group: CheckedGroup, definition: KindDefinition, components: ComponentTable, mistakes: Mistakes): void {
  const names = namesOf(group, components);
  try {
    solve(modelOf(definition));
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    const why = error.mistakes.map(({ message }) => message.replaceAll(/\bm(\d+)_/g, (_, k: string) => `${names[Number(k)]}.`)).join('; ');
    const message = `the joined group of ${names.join(', ')} cannot be solved: ${why}`;
    mistakes.add(group.path, 'CIR336', message, 'put a line between some of them');
  }
}
