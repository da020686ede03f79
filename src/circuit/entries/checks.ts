/** Checks of the whole circuit: parts without a pressure reference, signal loops. */

import { factsOf } from '../../equations/language/facts.js';
import type { SignalConnection } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import { Sets } from '../sets.js';
import { type ComponentTable, type DirectTable, kindAt, type LineTable, lineType, portTypeAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import { fixedPressures } from './heldPressures.js';
import { shownName } from './joinedNames.js';
import type { Join } from './joins.js';
import type { PlacedSignal, Section } from './section.js';

/** Tanks and sources below the vapour pressure: oil there would be vapour. `entries` of the components, `fluid` as fluidValues.ts gives it. */
export function checkFixedPressures(
  components: ComponentTable,
  entries: Section<object>,
  fluid: Readonly<Record<string, number>>,
  mistakes: Mistakes,
): void {
  const { vapourPressure } = fluid as { vapourPressure: number };
  const pressures = components.kinds.map((_, number) => {
    const own = [...(fixedPressures(components, number, fluid)?.values() ?? [])];
    return own.some((values) => values.some((pressure) => pressure < vapourPressure)) ? own : undefined;
  });
  for (let c = 0; c < components.count; c++) {
    const own = pressures[numberAt(components.kind, c)];
    if (!own) continue;
    for (const values of own) {
      const pressure = numberAt(values, numberAt(components.row, c));
      if (!(pressure < vapourPressure)) continue;
      mistakes.add(
        entries.pathOf(c),
        'CIR209',
        `${kindAt(components, c)?.kind} '${components.nameOf(c)}' holds ${formatQuantity(pressure, 'Pa')}, below the vapour pressure of ${formatQuantity(vapourPressure, 'Pa')}`,
        'give it a pressure at or above the vapour pressure',
      );
    }
  }
}

/**
 * Every hydraulically connected part needs a port that sets a pressure, or a direct connection to one; a sealed part, such as the two closed chambers of a
 * hydraulic spring, the pressure that its lines are filled with. `isFilled`: whether the file states that pressure of a line. Between mechanical ports nothing has to be held.
 */
export function checkPressureReference(
  components: ComponentTable,
  entries: Section<object>,
  lines: LineTable,
  direct: DirectTable,
  joins: readonly Join[],
  isFilled: (line: number) => boolean,
  mistakes: Mistakes,
): void {
  const { count, kind, kinds } = components;
  const sets = new Sets(count);
  for (let l = 0; l < lines.count; l++) if (lineType(lines, l) === 'hydraulic') sets.join(numberAt(lines.from, l), numberAt(lines.to, l));
  for (let d = 0; d < direct.count; d++) sets.join(numberAt(direct.component, d), numberAt(direct.reference, d));
  for (const { ends } of joins) {
    const [from, to] = ends;
    if (portTypeAt(components, from.component, from.port) === 'hydraulic') sets.join(from.component, to.component);
  }
  const setsPressure = kinds.map((one) => one !== null && factsOf(one).pressurePorts.some((port) => one.ports[port] === 'hydraulic'));
  const isJoined = kinds.map((one) => one === null || Object.values(one.ports).includes('hydraulic'));
  const referenced = new Uint8Array(count);
  for (let c = 0; c < count; c++) if (setsPressure[numberAt(kind, c)]) referenced[sets.find(c)] = 1;
  for (let l = 0; l < lines.count; l++)
    if (lineType(lines, l) === 'hydraulic' && isFilled(l)) referenced[sets.find(numberAt(lines.from, l))] = 1;
  const parts = new Map<number, number[]>();
  for (let c = 0; c < count; c++) {
    const r = sets.find(c);
    if (referenced[r] || !isJoined[numberAt(kind, c)]) continue;
    const members = parts.get(r);
    if (!members) parts.set(r, [c]);
    else if (members.length < 5) members.push(c);
  }
  for (const members of parts.values()) {
    const names = members.map((c) => `'${components.nameOf(c)}'`);
    const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and more` : names.join(', ');
    mistakes.add(
      entries.pathOf(numberAt(members, 0)),
      'CIR320',
      `the part with ${shown} has no pressure reference`,
      'connect it to a tank or a pressure source; of a sealed part state what its lines are filled with, initial: { pressure: 20 bar }',
    );
  }
}

/** A loop of signals that all act within one step has no order to be computed in. Each loop is reported once, where its last connection stands. */
export function checkSignalLoops(components: ComponentTable, signals: readonly PlacedSignal[], mistakes: Mistakes): void {
  const drivers = new Map<string, PlacedSignal>();
  for (const signal of signals) drivers.set(`${signal.to.component}.${signal.to.input}`, signal);
  const nameOf = ({ component, signal }: SignalConnection['from']): string => shownName(components.nameOf(component), signal);
  /** Connections that what a connection carries is computed from. */
  const sourcesOf = ({ from }: PlacedSignal): PlacedSignal[] => {
    const kind = kindAt(components, from.component);
    const inputs = kind ? (factsOf(kind).feedthrough[from.signal] ?? []) : [];
    return inputs.flatMap((input) => drivers.get(`${from.component}.${input}`) ?? []);
  };
  const done = new Set<string>();
  // A trail of its own, not calls: a chain of signals may be long.
  for (const start of signals) {
    const trail: { signal: PlacedSignal; name: string; left: PlacedSignal[] }[] = [];
    const onTrail = new Set<string>();
    const enter = (signal: PlacedSignal): void => {
      const name = nameOf(signal.from);
      if (onTrail.has(name)) {
        const loop = trail.slice(trail.findIndex((step) => step.name === name)).map((step) => step.name);
        const shown = [...loop, name].reverse().join(' → ');
        mistakes.add(
          signal.path,
          'CIR404',
          `signal loop without a delay: ${shown}`,
          'put a sampleAndHold or a hydraulic line into the loop',
        );
      } else if (!done.has(name)) {
        done.add(name);
        onTrail.add(name);
        trail.push({ signal, name, left: sourcesOf(signal) });
      }
    };
    enter(start);
    while (trail.length > 0) {
      const step = trail.at(-1) as (typeof trail)[number];
      const source = step.left.pop();
      if (source) enter(source);
      else {
        onTrail.delete(step.name);
        trail.pop();
      }
    }
  }
}
