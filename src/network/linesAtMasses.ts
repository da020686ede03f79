/**
 * Lines that may swing with a mass, and keep account of it: those that meet one, and those which meet these in junctions. A line that alone stands between one mass and
 * no junction keeps none: the mass is solved without the inertance that the line has in a step, so that its changes do not drive the swing.
 */
import { Sets } from '../circuit/sets.js';
import { type CircuitTables, kindAt, lineValue, portsOf } from '../circuit/tables.js';
import { symbolsOf } from '../equations/graph/graph.js';
import { modelOf } from '../equations/language/build.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { portsWithInertance } from '../equations/solve/lineInertances.js';
import { inertanceOf } from './inertances.js';

const known = new WeakMap<KindDefinition, readonly boolean[]>();

/** By port: whether its flow or velocity follows a state that pressures or forces move, as that of a piston does; an accumulator's gas counts, too. */
function movedPorts(kind: KindDefinition): readonly boolean[] {
  let ports = known.get(kind);
  if (!ports) {
    const model = modelOf(kind);
    const moved = new Set(
      model.states.filter(({ rate }) => [...symbolsOf(rate)].some((s) => /^(p|q|unknown):/.test(s))).map(({ name }) => name),
    );
    // What follows these.
    for (let count = -1; count !== moved.size; ) {
      count = moved.size;
      for (const { name, rate } of model.states) if ([...symbolsOf(rate)].some((s) => moved.has(s.replace(/^state:/, '')))) moved.add(name);
    }
    const follows = (symbol: string): boolean => moved.has(symbol.replace(/^(state|der|pre):/, ''));
    const byName = new Map(model.ports.map((port) => [port.name, port.assigns === 'q' && [...symbolsOf(port.value)].some(follows)]));
    ports = portsOf(kind).map((port) => byName.get(port) ?? false);
    known.set(kind, ports);
  }
  return ports;
}

const corrected = new WeakMap<KindDefinition, ReadonlySet<number>>();

/** Ports, by number, whose lines' inertances its masses are solved without. */
function correctedPorts(kind: KindDefinition): ReadonlySet<number> {
  let ports = corrected.get(kind);
  if (!ports) {
    ports = new Set(portsWithInertance(modelOf(kind)).map((name) => portsOf(kind).indexOf(name)));
    corrected.set(kind, ports);
  }
  return ports;
}

/** By line: 1 for a capacitive one that may swing with a mass and keeps account of it. */
export function linesAtMasses(tables: CircuitTables): Uint8Array {
  const { components, lines } = tables;
  const { from, fromPort, to, toPort } = lines;
  const meet = new Sets(lines.count + components.count);
  const moved = new Uint8Array(lines.count + components.count);
  const ends = [
    [from, fromPort],
    [to, toPort],
  ] as const;
  for (let line = 0; line < lines.count; line++) {
    if (!Number.isNaN(lineValue(lines, line, 'delay'))) continue;
    let [masses, others] = [0, 0];
    for (const [component, port] of ends) {
      const kind = kindAt(components, component[line]);
      if (kind === null) {
        meet.join(line, lines.count + component[line]);
        others++;
      } else if (movedPorts(kind)[port[line]]) {
        moved[line] = 1;
        if (inertanceOf(tables, line) > 0 && correctedPorts(kind).has(port[line])) masses++;
        else others++;
      }
    }
    if (masses === 1 && others === 0) moved[line] = 0;
  }
  for (let line = 0; line < lines.count; line++) if (moved[line]) moved[meet.find(line)] = 1;
  const found = new Uint8Array(lines.count);
  for (let line = 0; line < lines.count; line++) if (Number.isNaN(lineValue(lines, line, 'delay'))) found[line] = moved[meet.find(line)];
  return found;
}
