/** What stands before the functions of the step in C: what the language of the kernels means by its operations. */

/** Refuses what would change bits. `FLT_EVAL_METHOD` is 2 where doubles are worked out in 80 bits. */
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

/** Scalar operations, by name. Each is taken where a text needs it. */
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

/** Rare functions stay functions: in a loop they would take its registers. */
const rare = `#if defined(__GNUC__)
#define RM_RARE __attribute__((noinline, cold))
#else
#define RM_RARE
#endif`;

/** Vectors of RM_WIDTH doubles. Selects are bitwise, so that they are C; where the processor has an instruction for one, it is that. */
const vectors = `#if RM_WIDTH > 1
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif
typedef double rm_vector __attribute__((vector_size(8 * RM_WIDTH)));
typedef int64_t rm_mask __attribute__((vector_size(8 * RM_WIDTH)));
typedef uint64_t rm_bits __attribute__((vector_size(8 * RM_WIDTH)));
typedef double rm_unaligned __attribute__((vector_size(8 * RM_WIDTH), aligned(8), may_alias));
#define RM_LANES for (int lane = 0; lane < RM_WIDTH; lane++)
#define RM_INLINE static inline __attribute__((unused, always_inline))
RM_INLINE rm_vector rm_load(const double *at) { return *(const rm_unaligned *)at; }
RM_INLINE void rm_store(double *at, rm_vector x) { *(rm_unaligned *)at = x; }
RM_INLINE rm_vector rm_splat(double x) { rm_vector all; RM_LANES all[lane] = x; return all; }
RM_INLINE rm_mask rm_splat_truth(int x) { rm_mask all; RM_LANES all[lane] = -(int64_t)(x != 0); return all; }
RM_INLINE rm_mask rm_all(void) { return rm_splat_truth(1); }
RM_INLINE rm_mask rm_choose_truth(rm_mask where, rm_mask a, rm_mask b) { return (where & a) | (~where & b); }
#if RM_WIDTH == 8 && defined(__AVX512F__) && defined(__AVX512DQ__)
RM_INLINE rm_vector rm_choose(rm_mask where, rm_vector a, rm_vector b) { return (rm_vector)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)where), (__m512d)b, (__m512d)a); }
RM_INLINE int rm_any(rm_mask where) { return _mm512_movepi64_mask((__m512i)where) != 0; }
RM_INLINE rm_vector rm_v_sqrt(rm_vector x) { return (rm_vector)_mm512_sqrt_pd((__m512d)x); }
RM_INLINE rm_vector rm_v_floor(rm_vector x) { return (rm_vector)_mm512_roundscale_pd((__m512d)x, 9); }
RM_INLINE rm_vector rm_v_ceil(rm_vector x) { return (rm_vector)_mm512_roundscale_pd((__m512d)x, 10); }
#elif RM_WIDTH == 4 && defined(__AVX__)
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
RM_INLINE rm_vector rm_v_abs(rm_vector x) { return (rm_vector)((rm_bits)x & UINT64_C(0x7fffffffffffffff)); }
RM_INLINE rm_vector rm_v_max_bound(rm_vector x, double bound) { const rm_vector all = rm_splat(bound); return rm_choose(x < all, all, x); }
RM_INLINE rm_vector rm_v_min_bound(rm_vector x, double bound) { const rm_vector all = rm_splat(bound); return rm_choose(all < x, all, x); }
RM_INLINE rm_vector rm_v_max(rm_vector a, rm_vector b) { return rm_choose(a != a, a, rm_choose(a == b, (rm_vector)((rm_bits)a & (rm_bits)b), rm_choose(a > b, a, b))); }
RM_INLINE rm_vector rm_v_min(rm_vector a, rm_vector b) { return rm_choose(a != a, a, rm_choose(a == b, (rm_vector)((rm_bits)a | (rm_bits)b), rm_choose(a < b, a, b))); }
RM_INLINE rm_vector rm_v_exponent(rm_vector x) { return (rm_vector)(((rm_bits)x << 1) >> 53 | UINT64_C(0x4330000000000000)) - 4503599627371519.0; }
RM_INLINE rm_vector rm_v_power(rm_vector x) { return (rm_vector)(((rm_bits)(x + 4503599627371519.0) << 53) >> 1); }
#endif`;

/** Places that are held against the size of the memory: outside of it they are a fault, and nowhere. */
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

/** Text before functions whose text is `body`. */
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
