/**
 * Kernel of junctions with n lines: the engine's own component (tlm.md (3.34)-(3.37)).
 *
 *     p = (Σ C_i/Z_i - void/Δ) / Σ 1/Z_i,     q_i = (p - C_i)/Z_i,     leaving wave w_i = p + Z_i q_i = 2p - C_i
 *
 * One void per junction: where p < p_v all ends see p_v and the void grows by Δ Σ q_i.
 * Same conventions as the kernels of components (equations/emit.ts).
 */
import type { KernelColumn } from '../equations/emit.js';
import { numberText } from '../equations/writer.js';

export const junctionColumns: readonly KernelColumn[] = [{ key: 'void_junction', role: 'void', of: 'junction', planes: 2 }];

export const junctionPorts = (degree: number): string[] => Array.from({ length: degree }, (_, k) => String(k));

export function junctionBody(degree: number, vapourPressure: number): string {
  const ports = junctionPorts(degree);
  const pv = numberText(vapourPressure);
  const sum = (term: (k: string) => string): string => ports.map(term).join(' + ');
  return [
    'return function kernel(plane) {',
    'const step = F[o_step];',
    'const a_void = plane === 0 ? o_void_junction_0 : o_void_junction_1, b_void = plane === 0 ? o_void_junction_1 : o_void_junction_0;',
    'const hadVoid = F[o_voids + plane]; let hasVoid = 0, voidsClear = 0;',
    'if (hadVoid !== 0) { F.fill(0, b_void, b_void + o_rows); voidsClear = 1; }',
    'for (let i = 0; i < o_rows; i++) {',
    ...ports.map((k) => `const c${k} = F[o_c_${k} + i], y${k} = 1 / F[o_z_${k} + i];`),
    `const g = ${sum((k) => `y${k}`)}, s = ${sum((k) => `c${k} * y${k}`)};`,
    'const old = hadVoid !== 0 ? F[a_void + i] : 0;',
    'let p = (hadVoid !== 0 ? s - old / step : s) / g;',
    `if (p < ${pv}) {`,
    `p = ${pv};`,
    'if (voidsClear === 0) { F.fill(0, b_void, b_void + o_rows); voidsClear = 1; }',
    `F[b_void + i] = old + (${sum((k) => `(${pv} - c${k}) * y${k}`)}) * step; hasVoid = 1;`,
    '}',
    ...ports.map((k) => `F[o_p_${k} + i] = p; F[o_q_${k} + i] = (p - c${k}) * y${k}; F[o_w_${k} + i] = 2 * p - c${k};`),
    '}',
    'F[o_voids + 1 - plane] = hasVoid;',
    '};',
  ].join('\n');
}
