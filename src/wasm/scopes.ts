/** Names of one function's text: what is declared where, and what may be set. */
import type { Local, Type } from './program.js';

/** Says what is not in the language. */
export function outside(what: string): never {
  throw new SyntaxError(`kernel text: ${what} is not in the language of the kernels`);
}

export class Scopes {
  private readonly open: Map<string, Local>[] = [];
  private readonly fixed = new Set<Local>();

  /** What `work` gives, with a scope of its own. */
  within<T>(work: () => T): T {
    this.open.push(new Map());
    const result = work();
    this.open.pop();
    return result;
  }

  declare(name: string, type: Type, isFixed = false): Local {
    const local = { name, type };
    (this.open.at(-1) as Map<string, Local>).set(name, local);
    if (isFixed) this.fixed.add(local);
    return local;
  }

  find(name: string): Local | undefined {
    for (let k = this.open.length - 1; k >= 0; k--) {
      const local = this.open[k]?.get(name);
      if (local) return local;
    }
    return undefined;
  }

  /** A variable that is to be set. */
  settable(name: string): Local {
    const local = this.find(name) ?? outside(`${name}, which is not declared,`);
    return this.fixed.has(local) ? outside(`setting ${name}, which is a constant,`) : local;
  }
}
