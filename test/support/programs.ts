/**
 * Random programs in the language of the kernels, made of a list of choices: a shorter list with smaller numbers is a simpler program, so that fast-check
 * finds the simplest that fails. A program keeps what the language leaves to its author (src/code/trees.ts): zeros among integers have no sign, elements
 * lie in the memory, rounds of a loop over lanes do not read what others write.
 */
import type { KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { random } from './kernelBench.js';

const rows = 16;
/** Columns of doubles that are read, those that are written, single doubles, and (as Int32 words) places of doubles and an order of rows. */
const inputs = [64, 80, 96];
const outputs = [128, 144];
const single = 8;
const places = 2 * 160;
const order = 2 * 176;
/** The last double of the memory: see `programMemory`. */
export const programDoubles = 65536 / 8;

const specials = [0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -1e308, 0.5];

/** A memory for programs; the last place of the whole memory is among those that are gathered. */
export function programMemory(seed: number): Float64Array {
  const rng = random(seed);
  const F = Float64Array.from({ length: programDoubles }, () =>
    rng() < 0.2 ? (specials[Math.floor(rng() * specials.length)] as number) : (rng() * 2 - 1) * 10 ** Math.floor(rng() * 6 - 2),
  );
  const I = new Int32Array(F.buffer);
  for (let k = 0; k < rows; k++) I[places + k] = rng() < 0.1 ? programDoubles - 1 : 64 + Math.floor(rng() * 48);
  const shuffled = Array.from({ length: rows }, (_, k) => ({ k, draw: rng() })).sort((a, b) => a.draw - b.draw);
  shuffled.forEach(({ k }, at) => (I[order + at] = k));
  return F;
}

type Kind = 'double' | 'int' | 'truth';
interface Name {
  readonly name: string;
  readonly kind: Kind;
  readonly settable: boolean;
}

/** What stands around a statement. */
interface Around {
  readonly depth: number;
  /** In an inner loop, so that it may break. */
  readonly inner: boolean;
  /** Directly in the loop over lanes. */
  readonly top: boolean;
}

class Program {
  private at = 0;
  private counter = 0;
  private readonly scopes: Name[][] = [];
  private stored = false;
  /** Conditions around; a gather under one keeps a loop out of the lanes, so there are few. */
  private guards = 0;

  constructor(
    private readonly choices: readonly number[],
    private readonly lanes: boolean,
  ) {}

  /** One of n; the first when the list has come to its end. */
  private pick(n: number): number {
    return (this.choices[this.at++] ?? 0) % n;
  }

  private one<T>(list: readonly T[]): T {
    return list[this.pick(list.length)] as T;
  }

  /** What keeps a loop out of the lanes. */
  private rarely(): boolean {
    return this.pick(20) === 19;
  }

  private names(kind: Kind, settable = false): Name[] {
    return this.scopes.flat().filter((n) => n.kind === kind && (n.settable || !settable));
  }

  private declare(kind: Kind, settable: boolean): string {
    const name = `v${this.counter++}`;
    this.scopes.at(-1)?.push({ name, kind, settable });
    return name;
  }

  private known(kind: Kind, otherwise: string): string {
    return this.one([otherwise, ...this.names(kind).map((n) => n.name)]);
  }

  /** An integer that is not negative. */
  private natural(depth: number): string {
    const deep = depth > 2 ? 5 : 8;
    switch (this.pick(deep)) {
      case 0:
        return 'i';
      case 1:
        return this.one(['n', '2']);
      case 2:
        return this.known('int', 'i');
      case 3:
        return `I[${order} + i]`;
      case 4:
        return '3';
      case 5:
        return `(${this.natural(depth + 1)} + ${this.known('int', 'i')})`;
      case 6:
        return `(${this.natural(depth + 1)} % 5)`;
      default:
        return this.rarely() ? `(Math.max(0, Math.min(9, ${this.double(depth + 1)})) | 0)` : '(i + 1)';
    }
  }

  private place(): string {
    switch (this.pick(7)) {
      case 0:
      case 1:
      case 2:
        return `F[${this.one(inputs)} + i]`;
      case 3:
        return this.guards > 0 && !this.rarely() ? `F[${inputs[2]} + i]` : `F[I[${places} + i]]`;
      case 4:
        return `F[${single}]`;
      case 5:
        // Not what another round may write: the second column is written in another order.
        return `F[${outputs[0]} + i]`;
      default:
        return this.guards > 0 ? `F[${single + 3}]` : `F[${inputs[0]} + ${this.natural(2)} % 16]`;
    }
  }

  double(depth = 0): string {
    const deep = depth > 3 ? 4 : 12;
    const inner = (): string => this.double(depth + 1);
    switch (this.pick(deep)) {
      case 0:
        return this.known('double', 'F[64 + i]');
      case 1:
        return this.one(['0.5', '0', '-0', '2', '1e300', 'Infinity', '-1', 'step']);
      case 2:
      case 3:
        return this.place();
      case 4:
      case 5:
        return `(${inner()} ${this.one(['+', '-', '*', '/'])} ${inner()})`;
      case 6:
        return `Math.${this.one(['max', 'min'])}(${this.one(['0', '-0', '1', '-Infinity', 'NaN', inner()])}, ${inner()})`;
      case 7:
        return `Math.${this.one(['max', 'min'])}(${inner()}, ${this.one(['0', '-0', '-1', inner()])}, ${inner()})`;
      case 8:
        return `Math.${this.one(['abs', 'sqrt', 'floor', 'ceil'])}(${inner()})`;
      case 9:
        return this.guarded(() => `(${this.truth(depth + 1)} ? ${inner()} : ${inner()})`);
      case 10:
        return this.one([
          `(${this.natural(2)} * 0.25)`,
          `(-${this.known('double', 'F[80 + i]')})`,
          `(${this.natural(2)} - ${this.natural(2)} + 0.5)`,
        ]);
      default:
        return this.one([`exp(${inner()})`, `scaled(${inner()}, 0.5)`, `exponentOf(${inner()})`, `log(Math.abs(${inner()}))`]);
    }
  }

  private truth(depth = 0): string {
    const deep = depth > 3 ? 3 : 7;
    switch (this.pick(deep)) {
      case 0:
        return `${this.double(depth + 1)} ${this.one(['<', '<=', '>', '>=', '===', '!=='])} ${this.double(depth + 1)}`;
      case 1:
        return this.known('truth', 'F[64 + i] < 0');
      case 2:
        return this.rarely() ? 'i < 2' : this.one(['n > 3', 'step > 0', 'F[96 + i] > 0']);
      case 3:
        return `!(${this.truth(depth + 1)})`;
      default:
        return this.guarded(() => `(${this.truth(depth + 1)} ${this.one(['&&', '||'])} ${this.truth(depth + 1)})`);
    }
  }

  private guarded<T>(work: () => T): T {
    this.guards++;
    const result = work();
    this.guards--;
    return result;
  }

  private block(around: Around, most: number): string {
    this.scopes.push([]);
    const count = 1 + this.pick(most);
    const text = this.guarded(() => Array.from({ length: count }, () => this.statement(around)).join('\n'));
    this.scopes.pop();
    return `{\n${text}\n}`;
  }

  /** Assignments to what was declared are what masks are about. */
  private assignment(): string {
    const settable = this.names('double', true);
    if (settable.length === 0) return this.declaration();
    return `${this.one(settable).name} = ${this.double()};`;
  }

  private declaration(): string {
    switch (this.pick(8)) {
      case 6: {
        const value = this.truth();
        return `const ${this.declare('truth', false)} = ${value};`;
      }
      case 7: {
        const value = this.natural(0);
        return `const ${this.declare('int', false)} = ${value} | 0;`;
      }
      default: {
        const value = this.double();
        return `let ${this.declare('double', true)} = ${value};`;
      }
    }
  }

  private statement(around: Around): string {
    const { depth, inner, top } = around;
    const deeper = { depth: depth + 1, inner, top: false };
    switch (this.pick(depth > 2 ? 4 : 10)) {
      case 0:
        return this.declaration();
      case 1:
      case 2:
        return this.assignment();
      case 3:
        if (inner) return `if (${this.truth()}) break;`;
        return this.lanes && !top ? this.assignment() : this.store();
      case 4:
        return `if (${this.truth()}) ${this.block(deeper, 3)}`;
      case 5:
        return `if (${this.truth()}) ${this.block(deeper, 3)} else ${this.block(deeper, 3)}`;
      case 6:
        if (inner) return this.breakInside();
        return this.lanes && !top ? this.assignment() : this.loop(depth);
      case 7:
        return inner || (this.lanes && !top) ? this.assignment() : this.loop(depth);
      case 8:
        if (!this.lanes) return inner ? 'break;' : `if (${this.truth()}) continue;`;
        return top && !this.stored ? `if (${this.truth()}) { slow(i); continue; }` : this.assignment();
      default:
        return top ? `worst = Math.max(worst, ${this.double(1)});` : this.assignment();
    }
  }

  private breakInside(): string {
    const condition = this.truth();
    this.scopes.push([]);
    const [before, inside] = [this.assignment(), this.truth()];
    this.scopes.push([]);
    const leaving = this.assignment();
    this.scopes.pop();
    const text = `if (${condition}) {\n${before}\nif (${inside}) { ${leaving} break; }\n${this.assignment()}\n}`;
    this.scopes.pop();
    return text;
  }

  private store(): string {
    this.stored = true;
    const value = this.double();
    return this.pick(4) === 3 ? `F[${outputs[1]} + I[${order} + i]] = ${value};` : `F[${outputs[0]} + i] = ${value};`;
  }

  private loop(depth: number): string {
    const name = `k${this.counter++}`;
    this.scopes.push([{ name, kind: 'int', settable: false }]);
    const body = this.block({ depth: depth + 1, inner: true, top: false }, 4);
    this.scopes.pop();
    return `for (let ${name} = 0; ${name} < ${1 + this.pick(4)}; ${name}++) ${body}`;
  }

  text(): string {
    const count = 1 + this.pick(8);
    this.scopes.push([]);
    const body = Array.from({ length: count }, () => this.statement({ depth: 0, inner: false, top: true }));
    const mutable = this.names('double', true).map(({ name }) => name);
    const last = [`F[${outputs[0]} + i] = ${[...mutable, 'step'].join(' + ')};`];
    this.scopes.pop();
    return `function slow(i) {
F[${outputs[0]} + i] = F[${inputs[1]} + i] * 3;
}
function kernel(n) {
const step = F[${single + 1}];
let worst = -0.5;
${this.lanes ? 'lanes: ' : ''}for (let i = 0; i < n; i++) {
${[...body, ...last].join('\n')}
}
F[${single + 2}] = worst;
}`;
  }
}

/** A program made of choices, as a source; `kernel(n)` works on n ≤ 16 rows. */
export function programOf(choices: readonly number[], lanes: boolean): KernelSource {
  return { text: new Program(choices, lanes).text(), constants: {}, name: 'kernel', as: 'kernel' };
}

/** A function on doubles that programs call. */
export const programHelper: KernelSource = {
  text: 'function scaled(x, by) { const y = x * by; return y > 1 ? y : x; }',
  constants: {},
  name: 'scaled',
  as: 'scaled',
  parameters: 'double',
};
