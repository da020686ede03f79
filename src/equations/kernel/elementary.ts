/**
 * exp, log, log10, sin, cos, tanh and atan in the language of the kernels, so that every back end computes the same bits from their own text (code/elementarySources.ts): each
 * operation is one that IEEE 754 rounds in one way only, their order is fixed, and nothing is fused. No branch, no loop, no assignment: a compiler may take them
 * as they stand for several numbers at once. Both sides of a choice may be computed; the one not taken does no harm.
 *
 * Methods: argument reductions of Cody and Waite (Software Manual for the Elementary Functions, 1980); log by s = f/(2 + f), the kernels of sine and
 * cosine with a tail, tanh by expm1, atan with its polynomial: fdlibm (Sun Microsystems 1993, e_log.c, k_sin.c, k_cos.c, s_tanh.c, s_atan.c). The other polynomials are our own: minimax for
 * the intervals below (Remez, each coefficient rounded before the rest were fitted again), as are the compensated sums that end exp and log.
 *
 * Largest errors found, in units in the last place (bounds: test/equations/elementary.test.ts): exp 0.67 (0.76 where it underflows), log 0.92,
 * log10 1.83, tanh 1.50, atan 0.79, sin and cos 0.79 for |x| ≤ 1e8. Further out the phase of sin and cos is off by up to an ulp of x, and from 2^44 on they
 * are those of 0: bounded by 1 everywhere.
 *
 * Two intrinsics, which each back end brings along, by the bits of a double:
 *   exponentOf(x)   ((bits >> 52) & 0x7ff) - 1023: of a normal x > 0 the exponent e with 2^e ≤ x < 2^(e + 1)
 *   powerOfTwo(k)   the double of bits ((k + 1023) & 0x7ff) << 52: of a whole k from -1022 to 1023 that is 2^k
 * Where a function calls them with something else (log of what is not above 0 or not finite; NaN; then k = -1024 occurs) the value is not chosen, or
 * multiplied by NaN: any double will do.
 */
import { exponentOf, powerOfTwo } from './intrinsics.js';

/** π/2 in parts of 27, 27, 27 and 53 bits: a whole number below 2^26 times one of the first three is exact. */
const quarter1 = 1.570796325802803;
const quarter2 = 9.920935184482005e-10;
const quarter3 = 6.123233932053594e-17;
const quarter4 = 6.36831716351095e-25;
/** ln 2 in parts of 41 and 53 bits: an exponent times the first is exact. */
const ln2High = 0.693147180559663;
const ln2Low = 2.8235290563031577e-13;
/** 1.5·2^52: a smaller number plus this minus this is rounded to a whole one, ties to even, so of x and -x alike. */
const rounder = 6755399441055744;
/** From here on an ulp is too much of a turn. */
const farthest = 2 ** 44;
/** Of subnormal numbers it makes normal ones. */
const lift = 2 ** 100;

/** Constants that the functions read beside their arguments. */
export const elementaryConstants = { quarter1, quarter2, quarter3, quarter4, ln2High, ln2Low, rounder, farthest, lift } as const;

/** The whole k with |a - k ln 2| ≤ ln 2/2. */
function nearestPower(a: number): number {
  return a * 1.4426950408889634 + rounder - rounder;
}

/** exp(r) - 1 - r for |r| ≤ ln 2/2: (exp(r) - 1 - r)/r² ≈ a polynomial of degree 10, error 2^-63 of exp(r). */
function exponentialCurve(r: number): number {
  const r2 = r * r;
  const r4 = r2 * r2;
  const c0 = 0.5 + r * 0.16666666666666688;
  const c2 = 0.041666666666666824 + r * 0.008333333333313885;
  const c4 = 0.0013888888888777505 + r * 0.0001984126990341269;
  const c6 = 0.00002480158756108217 + r * 0.0000027557228615101607;
  const c8 = 2.755706538137094e-7 + r * 2.5113968714857488e-8;
  const upper = c4 + r2 * c6 + r4 * (c8 + r2 * 2.0978805763407865e-9);
  return r2 * (c0 + r2 * c2 + r4 * upper);
}

/** e^x: x = k ln 2 + high - low. Underflows gradually: 2^k in two factors, each a normal number. */
function exp(x: number): number {
  const a = x > 709.8 ? 709.8 : x < -745.2 ? -745.2 : x;
  const k = nearestPower(a);
  const high = a - k * ln2High;
  const low = k * ln2Low;
  const curve = exponentialCurve(high - low);
  const sum = 1 + high;
  const y = sum + (high - (sum - 1) + (curve - low));
  const h = k * 0.5 + rounder - rounder;
  return y * powerOfTwo(h) * powerOfTwo(k - h);
}

/**
 * x = 2^k (1 + f), 1 + f from √½ to √2; log(1 + f) = f - f²/2 + s (f²/2 + R), s = f/(2 + f), R = s² (2/3 + 2/5 s² + …) ≈ a polynomial in s²,
 * error 2^-59. k ln 2 + f is summed with its rounding kept. The quarter keeps the exponents of the largest numbers in range, 2^100 lifts the subnormal.
 */
function log(x: number): number {
  const scaled = x * (x < 1e-300 ? lift : 0.25);
  const e = exponentOf(scaled * 1.4142135623730951);
  const k = e + (x < 1e-300 ? -100 : 2);
  const f = scaled * powerOfTwo(0 - e) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940937 + w * (0.2222219842958071 + w * 0.15313833121646317));
  const odd = z * (0.6666666666666735 + w * (0.28571428743681443 + w * (0.18183572320273528 + w * 0.14798248607893674)));
  const square = 0.5 * f * f;
  const base = k * ln2High;
  const sum = base + f;
  const y = sum + (f - (sum - base) + (k * ln2Low - (square - s * (square + (odd + even)))));
  return x > 0 ? (x < Infinity ? y : x) : x === 0 ? -Infinity : NaN;
}

function log10(x: number): number {
  return log(x) * 0.4342944819032518;
}

/** x^y of x > 0. */
function power(x: number, y: number): number {
  return exp(y * log(x));
}

/** sin(r + tail) for |r| ≤ π/4: r - r³/6 + … ≈ odd, degree 13, error 2^-58. */
function sineNear(r: number, tail: number): number {
  const z = r * r;
  const v = z * r;
  const w = z * z;
  const upper = 0.008333333333322486 + z * -0.0001984126982985339 + z * w * (-2.5050759892713844e-8 + z * 1.5896886725448643e-10);
  const series = upper + w * 0.0000027557313705079523;
  return r - (z * (0.5 * tail - v * series) - tail - v * -0.16666666666666632);
}

/** cos(r + tail) for |r| ≤ π/4: 1 - r²/2 + … ≈ even, degree 14, error 2^-64; the rounding of 1 - r²/2 is kept. */
function cosineNear(r: number, tail: number): number {
  const z = r * r;
  const w = z * z;
  const lower = 0.0416666666666666 + z * -0.001388888888887447 + w * 0.00002480158728966691;
  const upper = -2.7557314399267835e-7 + z * 2.0875728994685263e-9 + w * -1.1359917356097104e-11;
  const square = 0.5 * z;
  const sum = 1 - square;
  return sum + (1 - sum - square + (w * (lower + z * w * upper) - r * tail));
}

/** x, or a zero where it is too far out. */
function withinTurns(x: number): number {
  return Math.abs(x) < farthest ? x : x * 0;
}

/** The nearest whole k with y = k π/2 + r + tail, |r| ≤ π/4. */
function nearestQuarter(y: number): number {
  return y * 0.6366197723675814 + rounder - rounder;
}

/** r + tail but for what rounding leaves. Up to k = 2^26 the first two subtractions are exact: y is a multiple of 2^-53 if k ≠ 0. */
function nearQuarter(y: number, k: number): number {
  return y - k * quarter1 - k * quarter2;
}

/** Rest of the third subtraction's rounding; the fourth is good to 2^-108: no double below 1e8 comes nearer to a multiple of π/2 than 2^-61. */
function leftOfQuarter(near: number, nearer: number, k: number): number {
  return near - nearer - k * quarter3 - k * quarter4;
}

function sin(x: number): number {
  const y = withinTurns(x);
  const k = nearestQuarter(y);
  const near = nearQuarter(y, k);
  const nearer = near - k * quarter3;
  const left = leftOfQuarter(near, nearer, k);
  const r = nearer + left;
  const tail = nearer - r + left;
  const turn = k - 4 * Math.floor(0.25 * k);
  const value = turn === 1 || turn === 3 ? cosineNear(r, tail) : sineNear(r, tail);
  return y === 0 ? y : turn > 1 ? -value : value;
}

function cos(x: number): number {
  const y = withinTurns(x);
  const k = nearestQuarter(y);
  const near = nearQuarter(y, k);
  const nearer = near - k * quarter3;
  const left = leftOfQuarter(near, nearer, k);
  const r = nearer + left;
  const tail = nearer - r + left;
  const turn = k + 1 - 4 * Math.floor(0.25 * (k + 1));
  const value = turn === 1 || turn === 3 ? cosineNear(r, tail) : sineNear(r, tail);
  return turn > 1 ? -value : value;
}

/**
 * t/(t + 2), t = exp(2|x|) - 1 summed as in exp, then corrected by what rounding took from t and t + 2 (1/(t + 2) = (1 - tanh)/2). Without a power
 * of two (k = 0, t = 2|x| + curve) that is |x| + (curve - |x| t)/(t + 2), where what is rounded is small. exp(44) + 2 is exp(44) already.
 */
function tanh(x: number): number {
  const m = Math.abs(x);
  const a = m > 22 ? 44 : 2 * m;
  const k = nearestPower(a);
  const high = a - k * ln2High;
  const low = k * ln2Low;
  const curve = exponentialCurve(high - low);
  const scale = powerOfTwo(k);
  const main = scale * high;
  const sum = scale - 1 + main;
  const small = main - (sum - (scale - 1)) + scale * (curve - low);
  const t = sum + small;
  const bottom = t + 2;
  const quotient = (k === 0 ? curve - m * t : t) / bottom;
  const lost = small - (t - sum) - quotient * (t > 2 ? 2 - (bottom - t) : t - (bottom - 2));
  const y = k === 0 ? m + quotient : quotient + lost * (0.5 - 0.5 * quotient);
  return x === 0 ? x : x < 0 ? -y : y;
}

/**
 * |x| is taken to r = (|x| - c)/(1 + c|x|) about c = 0, 1/2, 1, 3/2 or ∞, of which the arc is `high` and `low`: |r| < 7/16, and atan r = r - r (r²/3 - …), a
 * polynomial of degree 11 in r².
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: argument reduction and polynomials, in one piece
function atan(x: number): number {
  const m = Math.abs(x);
  const top = m < 0.4375 ? m : m < 0.6875 ? 2 * m - 1 : m < 1.1875 ? m - 1 : m < 2.4375 ? m - 1.5 : -1;
  const bottom = m < 0.4375 ? 1 : m < 0.6875 ? 2 + m : m < 1.1875 ? m + 1 : m < 2.4375 ? 1 + 1.5 * m : m;
  const high =
    m < 0.4375
      ? 0
      : m < 0.6875
        ? 0.4636476090008061
        : m < 1.1875
          ? 0.7853981633974483
          : m < 2.4375
            ? 0.982793723247329
            : 1.5707963267948966;
  const low =
    m < 0.4375
      ? 0
      : m < 0.6875
        ? 2.2698777452961687e-17
        : m < 1.1875
          ? 3.061616997868383e-17
          : m < 2.4375
            ? 1.3903311031230998e-17
            : 6.123233995736766e-17;
  const r = top / bottom;
  const z = r * r;
  const w = z * z;
  const c0 =
    0.3333333333333293 +
    w *
      (0.14285714272503466 + w * (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782))));
  const c1 =
    -0.19999999999876483 + w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916)));
  const series = z * c0 + w * c1;
  const y = high - (r * series - low - r);
  return x === 0 ? x : x < 0 ? -y : y;
}

/** As they stand: for the set-up, and for constants. */
export const elementary = { exp, log, log10, sin, cos, tanh, atan } as const;

/** Functions that kernels may call, callees before callers, each with the functions that stand in place of their calls. */
export const elementarySteps = [
  { made: exp, pieces: [nearestPower, exponentialCurve] },
  { made: log, pieces: [] },
  { made: log10, pieces: [] },
  { made: sineNear, pieces: [] },
  { made: cosineNear, pieces: [] },
  { made: sin, pieces: [withinTurns, nearestQuarter, nearQuarter, leftOfQuarter] },
  { made: cos, pieces: [withinTurns, nearestQuarter, nearQuarter, leftOfQuarter] },
  { made: tanh, pieces: [nearestPower, exponentialCurve] },
  { made: power, pieces: [] },
  { made: atan, pieces: [] },
] as const;
