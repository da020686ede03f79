/** Components of one kind with the functions that their equations became. */
import { differentiate } from '../../equations/differentiate.js';
import type { Node } from '../../equations/graph.js';
import { symbolsOf } from '../../equations/graph.js';
import { identifier } from '../../equations/kernel.js';
import type { OdeForm } from '../../equations/odeForm.js';
import { type OdeTarget, OdeTexts } from '../../equations/odeText.js';
import type { Instances } from './instances.js';

/** One partial derivative of a kind: of a port's flow or lent volume, of a state's rate, or of a value, by a symbol. */
export interface Partial {
  readonly of: 'flow' | 'volume' | 'rate' | 'value';
  /** Port, state, or name of the value. */
  readonly name: string;
  readonly by: string;
  /** Column that holds it. */
  readonly column: string;
}

/** An output, or the pressure that a component sets at a port: computed before flows and rates, in the order in which values need each other. */
export interface Value {
  /** 'output:NAME' or 'pressure:PORT' */
  readonly name: string;
  readonly node: Node;
  /** Column or column of places that it goes to. */
  readonly target: OdeTarget;
}

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
    const { ports, rates, resets, holds, outputs, nextEvent, switches, signature } = form;
    this.algebraic = form.flowsRead;
    this.eventMoves = nextEvent !== null && [...symbolsOf(nextEvent)].some((s) => s !== 'time' && !s.startsWith('parameter:'));
    this.values = [
      ...outputs.map(({ name, value }) => ({ name: `output:${name}`, node: value, target: { node: value, store: `output_${name}` } })),
      ...ports
        .filter(({ assigns }) => assigns === 'p')
        .map(({ name, value }) => ({ name: `pressure:${name}`, node: value, target: { node: value, add: { to: `pressure_${name}` } } })),
    ];
    const read = symbolsOf(
      ...[...ports, ...rates, ...resets, ...holds, ...outputs, ...switches].map(({ value }) => value),
      ...ports.flatMap(({ volume }) => volume ?? []),
      ...resets.map(({ held }) => held),
      ...(nextEvent ? [nextEvent] : []),
    );
    this.pre = [...form.model.states, ...form.model.holds].map(({ name }) => name).filter((name) => read.has(`pre:${name}`));
    this.write('flows', [
      ...rates.map(({ name, value }) => ({ node: value, store: `rate_${name}` })),
      ...ports
        .filter(({ assigns }) => assigns === 'q')
        .map(({ name, value }) => ({ node: value, store: `flow_${identifier(name)}`, add: { to: `sum_${identifier(name)}` } })),
      ...this.algebraic.map((name) => ({ node: form.graph.symbol(`q:${name}`), add: { to: `sum_${identifier(name)}` } })),
      ...ports.flatMap(({ name, volume }) =>
        volume
          ? [
              {
                node: volume,
                store: `volume_${identifier(name)}`,
                add: { to: `lent_${identifier(name)}`, times: `coefficient_${identifier(name)}` },
              },
            ]
          : [],
      ),
    ]);
    this.values.forEach(({ target }, k) => this.write(`value${k}`, [target], true));
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
        if (!/^(p|q|state|input):|^time$/.test(by)) continue;
        const slope = g.mul(differentiate(g, node, by), factor);
        if (slope === g.zero) continue;
        const column = `partial_${this.partials.length}`;
        this.partials.push({ of, name, by, column });
        made.push({ node: slope, store: column });
      }
      return made;
    };
    for (const { name, value } of form.rates) targets.push(...add('rate', name, value));
    for (const { name, assigns, value, volume } of form.ports) {
      if (assigns === 'q') targets.push(...add('flow', name, value));
      if (volume) targets.push(...add('volume', name, volume, g.symbol(`coefficient:${identifier(name)}`)));
    }
    for (const name of this.algebraic) targets.push(...add('flow', name, g.symbol(`q:${name}`)));
    this.write('partials', targets);
    this.values.forEach(({ name, node }, k) => this.write(`valuePartials${k}`, add('value', name, node), true));
  }
}
