/**
 * Kernel of junctions with n lines: the engine's own component (Burton 1994 (3.34)-(3.37)).
 *
 *     p = (Σ C_i/Z_i - void/Δ) / Σ 1/Z_i,     q_i = (p - C_i)/Z_i,     leaving wave w_i = p + Z_i q_i = 2p - C_i
 *
 * One cavity per junction: where p < p_v all ends see p_v and the cavity grows by Δ Σ q_i. The flows themselves are nobody's business but the wave's,
 * so they are stored only where somebody asks for them. With few lines numerator and denominator are multiplied by Π Z: one division in place of n + 1.
 * Same conventions as the kernels of components (equations/kernel/emit.ts), and generated like these, by the degree: the products before and after every end are
 * scalars of their own, which no loop over ends can have without an array.
 */
import type { KernelColumn } from '../equations/kernel/kernel.js';
import { numberText } from '../equations/kernel/writer.js';

export const junctionColumns: readonly KernelColumn[] = [{ key: 'cavity_junction', role: 'cavity', of: 'junction', planes: 2 }];

/** Names of a junction's ports: '0', '1', … */
export const junctionPorts = (degree: number): string[] => Array.from({ length: degree }, (_, k) => String(k));

/** Above this many lines the product of their impedances could leave the range of a double (Z up to 1e30). */
const mostProducts = 8;

/** Text of the kernel for junctions of `degree` lines. `storesPressure`: false where nobody asks for it; `storesFlow`: true where somebody does. */
export function junctionBody(degree: number, vapourPressure: number, storesPressure = true, storesFlow = false): string {
  const ports = junctionPorts(degree);
  const pv = numberText(vapourPressure);
  const sum = (term: (k: string) => string): string => ports.map(term).join(' + ');
  const products = degree <= mostProducts;
  const weight = (k: string): string => (products ? `m${k}` : `y${k}`);
  // m_k = Π Z over all other ends, from products of the ends before and after.
  const weights = products
    ? [
        ...ports.slice(2).map((k) => `const b${k} = ${before(Number(k) - 1)} * z${Number(k) - 1};`),
        ...ports
          .slice(0, -2)
          .reverse()
          .map((k) => `const a${k} = z${Number(k) + 1} * ${after(Number(k) + 1, degree)};`),
        ...ports.map((k) => `const m${k} = ${[before(Number(k)), after(Number(k), degree)].filter(Boolean).join(' * ')};`),
      ]
    : ports.map((k) => `const y${k} = 1 / z${k};`);
  const whole = products ? 'z0 * m0' : '1';
  const ends = [
    ...ports.map((k) => `const c${k} = F[o_c_${k} + i], z${k} = F[o_z_${k} + i];`),
    ...weights,
    `const g = ${sum(weight)}, s = ${sum((k) => `c${k} * ${weight(k)}`)};`,
  ];
  const results = ports.map((k) => {
    const stored = [storesPressure ? `F[o_p_${k} + i] = p; ` : '', storesFlow ? `F[o_q_${k} + i] = (p - c${k}) / z${k}; ` : ''].join('');
    return `${stored}F[o_w_${k} + i] = 2 * p - c${k};`;
  });
  const loop = (leave: readonly string[]): string[] => [
    'lanes: for (let i = 0; i < o_rows; i++) {',
    ...leave,
    ...ends,
    'const p = s / g;',
    `if (!(p >= ${pv})) { slow(plane, i); continue; }`,
    ...results,
    '}',
  ];
  return [
    // Where there is a cavity, or comes to be one.
    'function slow(plane, i) {',
    'const step = F[o_step], now = i + plane * o_stride, next = i + (1 - plane) * o_stride;',
    ...ends,
    'const old = F[o_cavities + plane] !== 0 ? F[o_cavity_junction_0 + now] : 0;',
    `let p = old !== 0 ? (s - (old / step) * (${whole})) / g : s / g;`,
    'if (p !== p) F[o_notFinite] = i;',
    `if (p < ${pv}) {`,
    `p = ${pv};`,
    'if (F[o_cavities + 1 - plane] === 0) { for (let r = 0; r < o_rows; r++) { F[o_cavity_junction_0 + r + next - i] = 0; } F[o_cavities + 1 - plane] = 1; F[o_hasCavity] = 1; }',
    `F[o_cavity_junction_0 + next] = old + (${sum((k) => `(${pv} - c${k}) / z${k}`)}) * step;`,
    '}',
    ...results,
    '}',
    'function kernel(plane) {',
    'F[o_cavities + 1 - plane] = 0;',
    // Where the batch has cavities, junctions that have one go to the slow form before anything else.
    'if (F[o_cavities + plane] !== 0) {',
    ...loop(['if (F[o_cavity_junction_0 + i + plane * o_stride] !== 0) { slow(plane, i); continue; }']),
    'return;',
    '}',
    ...loop([]),
    '}',
  ].join('\n');
}

/** Name of the product of Z before end k: nothing, z0, b2, b3, … */
const before = (k: number): string => (k === 0 ? '' : k === 1 ? 'z0' : `b${k}`);

/** Name of the product of Z after end k. */
const after = (k: number, degree: number): string => (k === degree - 1 ? '' : k === degree - 2 ? `z${degree - 1}` : `a${k}`);
