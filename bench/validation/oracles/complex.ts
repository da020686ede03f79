/** Complex numbers as pairs, for references: clear, not fast. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

export const complex = (re: number, im = 0): Complex => ({ re, im });
export const add = (a: Complex, b: Complex): Complex => complex(a.re + b.re, a.im + b.im);
export const subtract = (a: Complex, b: Complex): Complex => complex(a.re - b.re, a.im - b.im);
export const multiply = (a: Complex, b: Complex): Complex => complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
export const scale = (a: Complex, by: number): Complex => complex(a.re * by, a.im * by);
export const magnitude = (a: Complex): number => Math.hypot(a.re, a.im);

/** a/b. */
export function divide(a: Complex, b: Complex): Complex {
  const size = b.re * b.re + b.im * b.im;
  return complex((a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size);
}

/** e^a. */
export function exp(a: Complex): Complex {
  const size = Math.exp(a.re);
  return complex(size * Math.cos(a.im), size * Math.sin(a.im));
}

/** Principal root, Re ≥ 0. */
export function sqrt(a: Complex): Complex {
  const size = magnitude(a);
  if (size === 0) return complex(0);
  const re = Math.sqrt((size + Math.abs(a.re)) / 2);
  const im = Math.abs(a.im) / (2 * re);
  const sign = a.im < 0 ? -1 : 1;
  return a.re >= 0 ? complex(re, sign * im) : complex(im, sign * re);
}
