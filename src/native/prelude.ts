/** Head of the C text: guards against flags that change bits, and the operations of the kernel language. */

/** Stops compilers whose flags change bits. `FLT_EVAL_METHOD` is 2 where the processor computes doubles in 80 bits. */
const strict = `#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math: results would differ"
#endif
#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2)
#error "doubles must be worked out as doubles: on x86 of 32 bits use -msse2 -mfpmath=sse"
#endif
#ifndef RM_WIDTH
#define RM_WIDTH 1
#endif`;

/** Scalar operations by name; a text includes those that it calls. */
const scalar: Readonly<Record<string, string>> = {
  rm_add: 'static inline int32_t rm_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }',
  rm_sub: 'static inline int32_t rm_sub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }',
  rm_mul: 'static inline int32_t rm_mul(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }',
  rm_rem: 'static inline int32_t rm_rem(int32_t a, int32_t b) { return b == 0 || b == -1 ? 0 : a % b; }',
  rm_truncate: `static inline int32_t rm_truncate(double x) {
  if (x > -2147483649.0 && x < 2147483648.0) return (int32_t)x;
  return x != x ? 0 : x < 0.0 ? INT32_MIN : INT32_MAX;
}`,
  rm_max: 'static inline double rm_max(double a, double b) { return a > b ? a : b > a ? b : a == b ? (a == 0.0 ? a + b : a) : a + b; }',
  rm_min: 'static inline double rm_min(double a, double b) { return a < b ? a : b < a ? b : a == b ? (a == 0.0 ? -(-a - b) : a) : a + b; }',
  rm_exponent: `static inline double rm_exponent(double x) {
  uint64_t bits;
  double number;
  memcpy(&bits, &x, 8);
  bits = ((bits << 1) >> 53) | UINT64_C(0x4330000000000000);
  memcpy(&number, &bits, 8);
  return number - 4503599627371519.0;
}`,
  rm_power: `static inline double rm_power(double exponent) {
  const double sum = exponent + 4503599627371519.0;
  uint64_t bits;
  double number;
  memcpy(&bits, &sum, 8);
  bits = (bits << 53) >> 1;
  memcpy(&number, &bits, 8);
  return number;
}`,
};

/** Keeps rare functions out of line: inlined, they take registers of the loop. */
const rare = `#if defined(__GNUC__)
#define RM_RARE __attribute__((noinline, cold))
#else
#define RM_RARE
#endif`;

/** Vectors of RM_WIDTH doubles. Selects are bitwise operations, which C has; AVX and AVX-512 have instructions of their own for some. */
const vectors = `#if RM_WIDTH > 1
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif
typedef double rm_vector __attribute__((vector_size(8 * RM_WIDTH)));
typedef uint64_t rm_bits __attribute__((vector_size(8 * RM_WIDTH)));
typedef double rm_unaligned __attribute__((vector_size(8 * RM_WIDTH), aligned(8), may_alias));
#define RM_LANES for (int lane = 0; lane < RM_WIDTH; lane++)
#if RM_WIDTH == 8
#define RM_EACH(of) {of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)}
#elif RM_WIDTH == 4
#define RM_EACH(of) {of(0), of(1), of(2), of(3)}
#else
#define RM_EACH(of) {of(0), of(1)}
#endif
#define RM_SAME(lane) x
#if RM_WIDTH == 8 && defined(__AVX512F__) && defined(__AVX512DQ__)
#define RM_MASKED 1
#else
#define RM_MASKED 0
#endif
/* Of a long loop: the round from which on vectors that are stored at a place lie within cache lines; what comes before goes one by one. */
#define RM_ALIGNED(at, i, end) ((end) - (i) < 256 ? (i) : (i) + (int32_t)((0u - (uint32_t)((uintptr_t)(at) >> 3)) & (RM_WIDTH - 1)))
#define RM_INLINE static inline __attribute__((unused, always_inline))
RM_INLINE rm_vector rm_load(const double *at) { return *(const rm_unaligned *)at; }
RM_INLINE void rm_store(double *at, rm_vector x) { *(rm_unaligned *)at = x; }
RM_INLINE rm_vector rm_splat(double x) { return (rm_vector)RM_EACH(RM_SAME); }
#if RM_MASKED
/* A bit for each lane. */
typedef __mmask8 rm_mask;
RM_INLINE rm_mask rm_splat_truth(int x) { return x ? 255 : 0; }
RM_INLINE rm_vector rm_choose(rm_mask where, rm_vector a, rm_vector b) { return (rm_vector)_mm512_mask_blend_pd(where, (__m512d)b, (__m512d)a); }
RM_INLINE rm_mask rm_choose_truth(rm_mask where, rm_mask a, rm_mask b) { return (where & a) | (~where & b); }
RM_INLINE int rm_any(rm_mask where) { return where != 0; }
#define RM_COMPARISON(name, predicate) RM_INLINE rm_mask name(rm_vector a, rm_vector b) { return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, predicate); }
RM_COMPARISON(rm_v_lt, _CMP_LT_OQ)
RM_COMPARISON(rm_v_le, _CMP_LE_OQ)
RM_COMPARISON(rm_v_gt, _CMP_GT_OQ)
RM_COMPARISON(rm_v_ge, _CMP_GE_OQ)
RM_COMPARISON(rm_v_eq, _CMP_EQ_OQ)
RM_COMPARISON(rm_v_ne, _CMP_NEQ_UQ)
/* Lanes that leave a round go to the scalar form by themselves, the others go on and are skipped there. */
#define RM_LEAVE(condition, left, stop, i) left |= (condition);
#define RM_LEFT(left, skip, stop, i) if (left) { skip = 255 & ~left; stop = i + RM_WIDTH; break; }
RM_INLINE void rm_store_but(rm_mask left, double *at, rm_vector x) { _mm512_mask_storeu_pd(at, (__mmask8)~left, (__m512d)x); }
RM_INLINE rm_vector rm_v_sqrt(rm_vector x) { return (rm_vector)_mm512_sqrt_pd((__m512d)x); }
RM_INLINE rm_vector rm_v_floor(rm_vector x) { return (rm_vector)_mm512_roundscale_pd((__m512d)x, 9); }
RM_INLINE rm_vector rm_v_ceil(rm_vector x) { return (rm_vector)_mm512_roundscale_pd((__m512d)x, 10); }
#else
/* Where one lane leaves a round, all go to the scalar form. */
#define RM_LEAVE(condition, left, stop, i) if (rm_any(condition)) { stop = i + RM_WIDTH; break; }
#define RM_LEFT(left, skip, stop, i) (void)left;
/* A word for each lane, of ones or of zeros. */
typedef int64_t rm_mask __attribute__((vector_size(8 * RM_WIDTH)));
RM_INLINE void rm_store_but(rm_mask left, double *at, rm_vector x) { (void)left; rm_store(at, x); }
RM_INLINE rm_mask rm_splat_truth(int truth) { const int64_t x = -(int64_t)(truth != 0); return (rm_mask)RM_EACH(RM_SAME); }
RM_INLINE rm_mask rm_choose_truth(rm_mask where, rm_mask a, rm_mask b) { return (where & a) | (~where & b); }
#define RM_COMPARISON(name, operation) RM_INLINE rm_mask name(rm_vector a, rm_vector b) { return a operation b; }
RM_COMPARISON(rm_v_lt, <)
RM_COMPARISON(rm_v_le, <=)
RM_COMPARISON(rm_v_gt, >)
RM_COMPARISON(rm_v_ge, >=)
RM_COMPARISON(rm_v_eq, ==)
RM_COMPARISON(rm_v_ne, !=)
#if RM_WIDTH == 4 && defined(__AVX__)
RM_INLINE rm_vector rm_choose(rm_mask where, rm_vector a, rm_vector b) { return (rm_vector)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)where); }
RM_INLINE int rm_any(rm_mask where) { return _mm256_movemask_pd((__m256d)where) != 0; }
RM_INLINE rm_vector rm_v_sqrt(rm_vector x) { return (rm_vector)_mm256_sqrt_pd((__m256d)x); }
RM_INLINE rm_vector rm_v_floor(rm_vector x) { return (rm_vector)_mm256_floor_pd((__m256d)x); }
RM_INLINE rm_vector rm_v_ceil(rm_vector x) { return (rm_vector)_mm256_ceil_pd((__m256d)x); }
#else
RM_INLINE rm_vector rm_choose(rm_mask where, rm_vector a, rm_vector b) { return (rm_vector)((where & (rm_mask)a) | (~where & (rm_mask)b)); }
RM_INLINE int rm_any(rm_mask where) { int64_t any = 0; RM_LANES any |= where[lane]; return any != 0; }
RM_INLINE rm_vector rm_v_sqrt(rm_vector x) { rm_vector y; RM_LANES y[lane] = sqrt(x[lane]); return y; }
RM_INLINE rm_vector rm_v_floor(rm_vector x) { rm_vector y; RM_LANES y[lane] = floor(x[lane]); return y; }
RM_INLINE rm_vector rm_v_ceil(rm_vector x) { rm_vector y; RM_LANES y[lane] = ceil(x[lane]); return y; }
#endif
#endif
RM_INLINE rm_mask rm_all(void) { return rm_splat_truth(1); }
RM_INLINE rm_vector rm_v_abs(rm_vector x) { return (rm_vector)((rm_bits)x & UINT64_C(0x7fffffffffffffff)); }
RM_INLINE rm_vector rm_v_max_bound(rm_vector x, double bound) { const rm_vector all = rm_splat(bound); return rm_choose(rm_v_lt(x, all), all, x); }
RM_INLINE rm_vector rm_v_min_bound(rm_vector x, double bound) { const rm_vector all = rm_splat(bound); return rm_choose(rm_v_lt(all, x), all, x); }
RM_INLINE rm_vector rm_v_max(rm_vector a, rm_vector b) { return rm_choose(rm_v_ne(a, a), a, rm_choose(rm_v_eq(a, b), (rm_vector)((rm_bits)a & (rm_bits)b), rm_choose(rm_v_gt(a, b), a, b))); }
RM_INLINE rm_vector rm_v_min(rm_vector a, rm_vector b) { return rm_choose(rm_v_ne(a, a), a, rm_choose(rm_v_eq(a, b), (rm_vector)((rm_bits)a | (rm_bits)b), rm_choose(rm_v_lt(a, b), a, b))); }
RM_INLINE rm_vector rm_v_exponent(rm_vector x) { return (rm_vector)(((rm_bits)x << 1) >> 53 | UINT64_C(0x4330000000000000)) - 4503599627371519.0; }
RM_INLINE rm_vector rm_v_power(rm_vector x) { return (rm_vector)(((rm_bits)(x + 4503599627371519.0) << 53) >> 1); }
#endif`;

/** Accesses that check their index against the memory's size: outside, they set a fault and touch a spare place. */
const checked = `static _Thread_local int rm_fault;
static _Thread_local int64_t rm_doubles, rm_words;
static _Thread_local double rm_nowhere[16];
#define RM_CHECKED static inline __attribute__((unused))
RM_CHECKED double *rm_double(double *F, int64_t at, int64_t size) {
  if (at >= 0 && at < size) return F + at;
  rm_fault = 1;
  return rm_nowhere;
}
RM_CHECKED int32_t *rm_word(int32_t *I, int64_t at, int64_t size) {
  if (at >= 0 && at < size) return I + at;
  rm_fault = 1;
  return (int32_t *)(void *)rm_nowhere;
}
RM_CHECKED double *rm_doubles_at(double *F, int64_t at, int64_t size) {
  if (at >= 0 && at <= size - RM_WIDTH) return F + at;
  rm_fault = 1;
  return rm_nowhere;
}`;

/** Head of a C text whose functions are `body`. */
export function prelude(body: string, { wide, checked: isChecked }: { readonly wide: boolean; readonly checked: boolean }): string {
  const all = wide ? `${body}\n${vectors}` : body;
  const used = Object.entries(scalar).filter(([name]) => new RegExp(`\\b${name}\\(`).test(all));
  return [
    strict,
    ...(body.includes('RM_RARE ') ? [rare] : []),
    ...used.map(([, text]) => text),
    ...(wide ? [vectors] : []),
    ...(isChecked ? [checked] : []),
  ].join('\n');
}
