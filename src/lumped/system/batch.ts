/** Components of one kind with the functions that their equations became. */

import type { Table } from '../../circuit/circuit.js';
import { differentiate } from '../../equations/graph/differentiate.js';
import { type Node, symbolsOf } from '../../equations/graph/graph.js';
import { isContinuous } from '../../equations/graph/switches.js';
import { identifier } from '../../equations/kernel/kernel.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import type { OdeForm } from '../../equations/ode/odeForm.js';
import { type OdeTarget, OdeTexts } from '../../equations/ode/odeText.js';
import { neededBy } from '../../equations/ode/odeUnknowns.js';
import type { NewtonBlock } from '../../equations/solve/solution.js';

export interface Instances {
  readonly definition: KindDefinition;
  /** The meaning of its instances: components of the circuit; the oil in wave lines; data of lines of models of their own beside their oil; the air in volumes. */
  readonly stands: 'component' | 'section' | 'model' | 'air';
  /** Optional parameters that are 0. */
  readonly omitted: readonly string[];
  readonly shared: Readonly<Record<string, number>>;
  readonly count: number;
  nameOf(i: number): string;
  /** Component of the circuit, or -1. */
  componentOf(i: number): number;
  /** By port of the kind and instance: number of its node, or -1 where nothing is connected. */
  readonly nodes: readonly Int32Array[];
  /** By port and instance: line at it, or -1. */
  readonly lines: readonly Int32Array[];
  parameter(name: string): Float64Array;
  /** By instance: pressure at a port at t = 0, 0 where nothing is connected. */
  startPressure(port: string): Float64Array;
  table(i: number, name: string): Table;
}

/** One partial derivative of a kind: of a port's flow or port volume, of a state's rate, or of a value, by a symbol. */
export interface Partial {
  readonly of: 'flow' | 'volume' | 'rate' | 'value';
  /** Port, state, or name of the value. */
  readonly name: string;
  readonly by: string;
  /** Column that holds it. */
  readonly column: string;
}

/**
 * An output, the pressure that a component sets at a port, or an unknown of its equations: computed before flows and rates, in the order in which values need each
 * other.
 */
export interface Value {
  /** 'output:NAME', 'pressure:PORT', or the symbol of what is solved for */
  readonly name: string;
  /** The value; of an unknown null, as others of its block are found with it. */
  readonly node: Node | null;
  /** Symbols that it is computed from. */
  readonly needs: readonly string[];
  /** Column or column of places that it goes to. */
  readonly target: OdeTarget;
}

const computed = (node: Node): Pick<Value, 'node' | 'needs'> => ({ node, needs: [...symbolsOf(node)] });

/** Quantities that have slopes. */
const isMoving = (symbol: string): boolean => isContinuous(symbol) || symbol === 'time';

function valuesOf({ outputs, ports, solved, graph }: OdeForm): Value[] {
  return [
    ...outputs.map(({ name, value }) => ({ name: `output:${name}`, ...computed(value), target: { node: value, store: `output_${name}` } })),
    ...ports
      .filter(({ assigns }) => assigns === 'p')
      .map(({ name, value }) => ({
        name: `pressure:${name}`,
        ...computed(value),
        target: { node: value, add: { to: `pressure_${name}` } },
      })),
    ...solved.flatMap((block) =>
      block.tears.map((tear) => {
        const target = { node: graph.symbol(tear), store: `solved_${identifier(tear)}` };
        return { name: tear, node: null, needs: neededBy(block), target };
      }),
    ),
  ];
}

/** All symbols that the equations of a form read. */
const readBy = ({ ports, rates, resets, holds, outputs, switches, solved, nextEvent }: OdeForm): ReadonlySet<string> =>
  symbolsOf(
    ...[...ports, ...rates, ...resets, ...holds, ...outputs, ...switches].map(({ value }) => value),
    ...ports.flatMap(({ volume }) => volume ?? []),
    ...resets.map(({ held }) => held),
    ...solved.flatMap(({ residuals }) => residuals),
    ...(nextEvent ? [nextEvent] : []),
  );

export class Batch {
  readonly texts: OdeTexts;
  /** Function → text. */
  readonly functions = new Map<string, string>();
  readonly partials: Partial[] = [];
  readonly values: Value[];
  /** States and holds whose accepted values the equations read. */
  readonly pre: readonly string[];
  /** Whether the next event depends on more than time. */
  readonly eventMoves: boolean;
  /** Ports of set pressure whose flow is an unknown of its own. */
  readonly algebraic: readonly string[];

  constructor(
    readonly index: number,
    readonly instances: Instances,
    readonly form: OdeForm,
  ) {
    this.texts = new OdeTexts(form);
    const { resets, holds, nextEvent, switches, signature } = form;
    this.algebraic = form.flowsRead;
    this.eventMoves = nextEvent !== null && [...symbolsOf(nextEvent)].some((s) => s !== 'time' && !s.startsWith('parameter:'));
    this.values = valuesOf(form);
    const read = readBy(form);
    this.pre = [...form.model.states, ...form.model.holds].map(({ name }) => name).filter((name) => read.has(`pre:${name}`));
    this.write('flows', this.flows());
    this.values.forEach(({ name, node, target }, k) => {
      const block = this.blockOf(name);
      if (node) this.write(`value${k}`, [target], true);
      else if (block) this.functions.set(`value${k}`, this.texts.newton(`value${k}`, block));
    });
    this.writePartials();
    this.write(
      'switches',
      switches.map(({ value }, k) => ({ node: value, store: `switch_${k}` })),
    );
    this.write(
      'holds',
      holds.map(({ name, value }) => ({ node: value, store: `new_${name}` })),
    );
    this.write(
      'resets',
      resets.flatMap(({ name, held, value }) => [
        { node: held, store: `isHeld_${name}` },
        { node: value, store: `resetTo_${name}` },
      ]),
    );
    this.write(
      'signature',
      signature.map(({ value }, k) => ({ node: value, store: `signature_${k}` })),
    );
    if (nextEvent) this.write('event', [{ node: nextEvent, store: 'event' }]);
  }

  /** Rates, and what ports add to the sums of their nodes. */
  private flows(): OdeTarget[] {
    const { rates, ports } = this.form;
    return [
      ...rates.map(({ name, value }) => ({ node: value, store: `rate_${name}` })),
      ...ports
        .filter(({ assigns }) => assigns === 'q')
        .flatMap(({ name, value, taken }): OdeTarget[] => {
          const [store, add] = [`flow_${identifier(name)}`, { to: `sum_${identifier(name)}` }];
          return taken
            ? [
                { node: value, store },
                { node: taken, add },
              ]
            : [{ node: value, store, add }];
        }),
      ...this.algebraic.map((name) => ({ node: this.takenOf(name), add: { to: `sum_${identifier(name)}` } })),
      ...ports.flatMap(({ name, volume }): OdeTarget[] => {
        const add = { to: `lent_${identifier(name)}`, times: `coefficient_${identifier(name)}` };
        return volume ? [{ node: volume, store: `volume_${identifier(name)}`, add }] : [];
      }),
    ];
  }

  private write(name: string, targets: readonly OdeTarget[], listed = false): void {
    if (targets.length > 0) this.functions.set(name, this.texts.function(name, targets, listed));
  }

  private writePartials(): void {
    const { form } = this;
    const g = form.graph;
    const targets: OdeTarget[] = [];
    const add = (of: Partial['of'], name: string, node: Node, factor: Node = g.one): OdeTarget[] => {
      const made: OdeTarget[] = [];
      for (const by of symbolsOf(node)) {
        if (!isMoving(by)) continue;
        const slope = g.mul(differentiate(g, node, by), factor);
        if (slope === g.zero) continue;
        const column = `partial_${this.partials.length}`;
        this.partials.push({ of, name, by, column });
        made.push({ node: slope, store: column });
      }
      return made;
    };
    for (const { name, value } of form.rates) targets.push(...add('rate', name, value));
    for (const { name, assigns, value, volume, taken } of form.ports) {
      if (assigns === 'q') targets.push(...add('flow', name, taken ?? value));
      if (volume) targets.push(...add('volume', name, volume, g.symbol(`coefficient:${identifier(name)}`)));
    }
    for (const name of this.algebraic) targets.push(...add('flow', name, this.takenOf(name)));
    this.write('partials', targets);
    this.values.forEach(({ name, node }, k) => {
      const block = this.blockOf(name);
      if (node) this.write(`valuePartials${k}`, add('value', name, node), true);
      else if (block) this.writeSlopes(`valuePartials${k}`, block);
    });
  }

  /** The part of the flow at a port of set pressure that the volume there takes. */
  private takenOf(name: string): Node {
    return this.form.ports.find((port) => port.name === name)?.taken ?? this.form.graph.symbol(`q:${name}`);
  }

  /** The block of unknowns that begins with this value. */
  private blockOf(name: string): NewtonBlock | undefined {
    return this.form.solved.find(({ tears }) => tears[0] === name);
  }

  /** Slopes of what a block finds, by all that it depends on. */
  private writeSlopes(name: string, block: NewtonBlock): void {
    const by = neededBy(block).map((symbol) => ({
      symbol,
      columns: block.tears.map((tear) => {
        const column = `partial_${this.partials.length}`;
        this.partials.push({ of: 'value', name: tear, by: symbol, column });
        return column;
      }),
    }));
    if (by.length > 0) this.functions.set(name, this.texts.slopes(name, block, by));
  }
}
