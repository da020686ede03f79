/** Names of one function's text: where each is declared, and which may be set. */
import type { Expression, Local, Type } from './trees.js';

/** Reports text outside of the language. */
export function outside(what: string): never {
  throw new SyntaxError(`kernel text: ${what} is not in the language of the kernels`);
}

export class Scopes {
  private open: Map<string, Local | Expression>[] = [];
  private readonly fixed = new Set<Local>();

  /** The result of `work`, with a scope of its own. */
  within<T>(work: () => T): T {
    this.open.push(new Map());
    const result = work();
    this.open.pop();
    return result;
  }

  /** Names of a function's statements that stand elsewhere: they know none of the names around them. */
  apart<T>(work: () => T): T {
    const around = this.open;
    this.open = [new Map()];
    const result = work();
    this.open = around;
    return result;
  }

  /** Has an expression stand wherever `name` does. */
  stand(name: string, e: Expression): void {
    (this.open.at(-1) as Map<string, Local | Expression>).set(name, e);
  }

  declare(name: string, type: Type, isFixed = false): Local {
    const local = { name, type };
    (this.open.at(-1) as Map<string, Local | Expression>).set(name, local);
    if (isFixed) this.fixed.add(local);
    return local;
  }

  find(name: string): Local | Expression | undefined {
    for (let k = this.open.length - 1; k >= 0; k--) {
      const local = this.open[k]?.get(name);
      if (local) return local;
    }
    return undefined;
  }

  /** Whether a variable keeps its first value. */
  isFixed(local: Local): boolean {
    return this.fixed.has(local);
  }

  /** A variable that is to be set. */
  settable(name: string): Local {
    const local = this.find(name) ?? outside(`${name}, which is not declared,`);
    if ('kind' in local) return outside(`setting ${name}, which stands for a value,`);
    return this.fixed.has(local) ? outside(`setting ${name}, which is a constant,`) : local;
  }
}
