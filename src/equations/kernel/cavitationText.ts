/** Text that settles which ports cavitate, within the loop of the slow form (see emit.ts). */
import { identifier } from './kernel.js';
import type { Writer } from './writer.js';

/**
 * Statements for ports `names`: p_NAME_ and q_NAME are the solution with c_NAME and z_NAME as they were tried; C_NAME and Z_NAME are those of the line;
 * k_NAME is 0 for a port that takes part, 1 for one at the vapour pressure, 2 for one that takes part again and stays so.
 *
 * A line at the vapour pressure has no inertance, so that masses at `inertial` ports move less there (solve/lineInertances.ts): in a long step so much less that the port neither
 * keeps its cavity nor does without one. Then it is at the vapour pressure with the inertance of its line, 3, and stays so: the mass moves alike with and without the cavity,
 * and one of the two holds.
 */
export function writeCavitation(
  w: Writer,
  names: readonly string[],
  inertial: readonly string[],
  vapourPressure: string,
  failure: string,
): void {
  const pv = vapourPressure;
  const lineZ = (v: string, value: string): string => (inertial.includes(v) ? `lineZ_${v} = ${value}; ` : '');
  w.line(`if (${names.map((v) => `p_${v}_ < ${pv}`).join(' || ')} || ${names.map((v) => `k_${v} !== 0`).join(' || ')}) {`);
  w.line('let again = 0;');
  for (const v of names)
    w.line(`if (k_${v} === 0 && p_${v}_ < ${pv}) { k_${v} = 1; c_${v} = ${pv}; z_${v} = 0; ${lineZ(v, '0')}again = 1; }`);
  // A cavity that would be negative once another port has switched: that port takes part again, and stays so.
  for (const v of names)
    w.line(
      `if (again === 0 && k_${v} === 1 && (${pv} - C_${v}) / Z_${v} < q_${v}) { k_${v} = 2; c_${v} = C_${v}; z_${v} = Z_${v}; ${lineZ(v, `Z_${v}`)}again = 1; }`,
    );
  for (const v of inertial)
    w.line(`if (again === 0 && k_${v} === 2 && p_${v}_ < ${pv}) { k_${v} = 3; c_${v} = ${pv}; z_${v} = 0; again = 1; }`);
  w.line(`if (again !== 0) { if (tries < ${4 * names.length + 4}) continue; ${failure} }`);
  const neither = names.map((v) =>
    inertial.includes(v) ? `(k_${v} === 3 && (${pv} - C_${v}) / Z_${v} < q_${v})` : `(k_${v} === 2 && p_${v}_ < ${pv})`,
  );
  w.line(`if (${neither.join(' || ')}) ${failure}`);
  w.line('}');
}

/** Statements for ports before they are solved: what cavities of the accepted step do to C, C_NAME and Z_NAME, k_NAME; `accepted`: text of a port's cavity. */
export function openCavities(w: Writer, ports: readonly { readonly name: string }[], accepted: (port: string) => string): void {
  if (ports.length === 0) return;
  w.line('const hadCavity = F[o_cavities + plane] !== 0;');
  for (const { name } of ports) {
    const v = identifier(name);
    w.line(`const old_${v} = hadCavity ? ${accepted(name)} : 0;`);
    w.line(`if (old_${v} !== 0) c_${v} = c_${v} - z_${v} * (old_${v} / step);`);
    w.line(`const C_${v} = c_${v}, Z_${v} = z_${v};`);
    w.line(`let k_${v} = 0;`);
  }
}
