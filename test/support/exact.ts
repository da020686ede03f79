/** exp, log, sin, cos, tanh and atan of doubles to some eighty digits, in whole numbers; and how far a double is off such a value. */

/** Bits after the point. */
const bits = 320n;
const one = 1n << bits;

/** value · 2^exponent, value with `bits` bits after the point. */
export interface Exact {
  readonly value: bigint;
  readonly exponent: bigint;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> bits;
const over = (a: bigint, b: bigint): bigint => (a << bits) / b;
const magnitude = (a: bigint): bigint => (a < 0n ? -a : a);
const shifted = (a: bigint, by: bigint): bigint => (by >= 0n ? a << by : a >> -by);

/** A finite double as a whole number of 2^exponent, its unit in the last place. */
function parts(x: number): { whole: bigint; exponent: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const field = (word >> 52n) & 0x7ffn;
  const fraction = word & ((1n << 52n) - 1n);
  const whole = field === 0n ? fraction : fraction | (1n << 52n);
  return { whole: word >> 63n ? -whole : whole, exponent: (field === 0n ? 1n : field) - 1075n };
}

/** A double with `bits` bits after the point: exact above 2^-268. */
function fixed(x: number): bigint {
  const { whole, exponent } = parts(x);
  return shifted(whole, exponent + bits);
}

/** Sum of terms[n+1] = terms[n]·factor·ratio(n) from 1 on, until they vanish. */
function series(first: bigint, next: (term: bigint, n: bigint) => bigint): bigint {
  let sum = first;
  for (let n = 1n, term = first; ; n++) {
    term = next(term, n);
    if (magnitude(term) < 1n || (term === -1n && n > 4n)) return sum;
    sum += term;
  }
}

/** Σ z^n/(2n + 1) times s: artanh s for z = s². */
function artanh(s: bigint): bigint {
  const square = times(s, s);
  let sum = 0n;
  for (let n = 0n, power = s; magnitude(power) > 1n; n++, power = times(power, square)) sum += power / (2n * n + 1n);
  return sum;
}

/** arctan(1/m), Machin's way. */
function arctanOfInverse(m: bigint): bigint {
  let sum = 0n;
  for (let n = 0n, power = one / m; power > 0n; n++, power /= m * m) sum += (n % 2n === 0n ? power : -power) / (2n * n + 1n);
  return sum;
}

const ln2 = 2n * artanh(one / 3n);
const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
const ln10 = 3n * ln2 + 2n * artanh(one / 9n);

const nearest = (a: bigint, unit: bigint): bigint => {
  const double = 2n * a + unit;
  const quotient = double / (2n * unit);
  return double < 0n && quotient * 2n * unit !== double ? quotient - 1n : quotient;
};

function expOf(x: bigint): Exact {
  const k = nearest(x, ln2);
  const r = x - k * ln2;
  return { value: series(one, (term, n) => times(term, r) / n), exponent: k };
}

function logOf(x: number): bigint {
  const { whole, exponent } = parts(x);
  const length = BigInt(whole.toString(2).length);
  const m = shifted(whole, bits - length);
  return 2n * artanh(over(m - one, m + one)) + (exponent + length) * ln2;
}

function sineOf(x: bigint, shift: bigint): bigint {
  const k = nearest(x, pi / 2n);
  const r = x - (k * pi) / 2n;
  const square = times(r, r);
  const turn = (((k + shift) % 4n) + 4n) % 4n;
  const sine = series(r, (term, n) => -times(term, square) / (2n * n * (2n * n + 1n)));
  const cosine = series(one, (term, n) => -times(term, square) / (2n * n * (2n * n - 1n)));
  return turn === 0n ? sine : turn === 1n ? cosine : turn === 2n ? -sine : -cosine;
}

/** √a */
function rootOf(a: bigint): bigint {
  const square = a << bits;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root;
}

/** By atan x = 2 atan(x/(1 + √(1 + x²))), six times, and its series. */
function arctanOf(x: bigint): bigint {
  let half = x;
  for (let n = 0; n < 6; n++) half = over(half, one + rootOf(one + times(half, half)));
  const square = times(half, half);
  let sum = 0n;
  for (let n = 0n, power = half; magnitude(power) > 1n; n++, power = times(power, square))
    sum += (n % 2n === 0n ? power : -power) / (2n * n + 1n);
  return sum * 64n;
}

const plain = (value: bigint): Exact => ({ value, exponent: 0n });

export const exact: Readonly<Record<'exp' | 'log' | 'log10' | 'sin' | 'cos' | 'tanh' | 'atan', (x: number) => Exact>> = {
  exp: (x) => expOf(fixed(x)),
  log: (x) => plain(logOf(x)),
  log10: (x) => plain(over(logOf(x), ln10)),
  sin: (x) => plain(sineOf(fixed(x), 0n)),
  cos: (x) => plain(sineOf(fixed(x), 1n)),
  tanh: (x) => {
    const { value, exponent } = expOf(2n * fixed(x));
    const e = shifted(value, exponent);
    return plain(over(e - one, e + one));
  },
  atan: (x) => plain(arctanOf(fixed(x))),
};

/** |y - true value| in units in the last place of y. */
export function ulpsOff(y: number, { value, exponent }: Exact): number {
  const { whole, exponent: lastPlace } = parts(y);
  const scale = exponent - bits - lastPlace;
  // Both in units of 2^-40 of y's last place.
  return Number(magnitude((whole << 40n) - shifted(value, scale + 40n))) / 2 ** 40;
}
