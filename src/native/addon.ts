/**
 * C text → C text of a library that Node loads by Node-API, which all its versions share. `open(bytes, wait, notify, abortWord, abortValue, given)` returns the exported functions over a memory. Threads sleep
 * in JavaScript: `wait` and `notify` are Atomics.wait and Atomics.notify on its words, and notify wakes only those who sleep by wait.
 * A function that is given (kernelSource.ts) is called in C where it has an address (`Address`), else in JavaScript.
 */
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { addressText } from './address.js';
import { cText } from './cText.js';
import { textName, type WriterOptions } from './names.js';

const head = `#include <stdlib.h>
#include <node_api.h>
#if !defined(_WIN32)
#include <time.h>
#endif
#define rm_atomic_load(at) __atomic_load_n(at, __ATOMIC_SEQ_CST)
#define rm_atomic_store(at, value) __atomic_store_n(at, value, __ATOMIC_SEQ_CST)
#define rm_atomic_fetch_add(at, value) __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST)
#define rm_atomic_fetch_sub(at, value) __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST)
#define rm_atomic_exchange(at, expected, value) rm_exchange(at, expected, value)
static inline __attribute__((unused)) int32_t rm_exchange(int32_t *at, int32_t expected, int32_t value) {
  __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
${addressText}
/* A memory with what is called for those who sleep, and the function that is given. */
typedef struct {
  void *memory;
  size_t bytes;
  napi_ref array, wait, notify, given;
  const rm_address *address;
  int functions;
  /* What a thread that is being ended writes, so that the others leave too; a null pointer where there are no others. */
  int32_t *abort_word;
  int32_t abort_value;
} rm_opened;
typedef struct {
  rm_opened *opened;
  int which;
} rm_bound;
static _Thread_local napi_env rm_env;
static _Thread_local rm_opened *rm_now;
static napi_status rm_call(napi_ref function, int count, const double *numbers, int32_t *gives) {
  napi_handle_scope scope;
  napi_value made, undefined, given[3], result;
  napi_status status = napi_open_handle_scope(rm_env, &scope);
  if (status != napi_ok) return status;
  napi_get_undefined(rm_env, &undefined);
  for (int k = 0; k < count; k++) napi_create_double(rm_env, numbers[k], &given[k]);
  status = napi_get_reference_value(rm_env, function, &made);
  if (status == napi_ok) status = napi_call_function(rm_env, undefined, made, (size_t)count, given, &result);
  if (status == napi_ok && gives) status = napi_get_value_int32(rm_env, result, gives);
  napi_close_handle_scope(rm_env, scope);
  /* A thread that is being ended calls no JavaScript: nobody is woken by it any more. */
  if (status != napi_ok && rm_now->abort_word) rm_atomic_store(rm_now->abort_word, rm_now->abort_value);
  return status;
}
static __attribute__((unused)) void rm_wait(double word, int32_t expected, int32_t milliseconds) {
  const double numbers[3] = {word, (double)expected, (double)milliseconds};
  if (rm_call(rm_now->wait, 3, numbers, NULL) == napi_ok) return;
#if !defined(_WIN32)
  /* Until it has looked at the abort word. */
  const struct timespec nap = {0, 1000000};
  nanosleep(&nap, NULL);
#endif
}
static __attribute__((unused)) void rm_notify(double word) {
  rm_call(rm_now->notify, 1, &word, NULL);
}
/* May change any place of the memory, whatever the compiler knows of its own pointers to it. */
static __attribute__((unused, noinline)) int32_t rm_given(double *F, int32_t *I) {
  int32_t gives = -1;
  __asm__ volatile("" : : "r"(F), "r"(I) : "memory");
  if (rm_now->address) gives = rm_now->address->call(rm_now->address->context);
  else if (rm_now->given) rm_call(rm_now->given, 0, NULL, &gives);
  __asm__ volatile("" : : "r"(F), "r"(I) : "memory");
  return gives;
}`;

const body = `static napi_value rm_called(napi_env env, napi_callback_info info) {
  napi_value given[RM_MOST], result = NULL;
  size_t count = RM_MOST;
  void *data;
  int32_t a[RM_MOST] = {0};
  if (napi_get_cb_info(env, info, &count, given, NULL, &data) != napi_ok) return NULL;
  for (size_t k = 0; k < count && k < RM_MOST; k++) napi_get_value_int32(env, given[k], &a[k]);
  const rm_bound *bound = data;
  rm_env = env;
  rm_now = bound->opened;
#if RM_CHECKS
  rm_fault = 0;
  rm_doubles = (int64_t)(rm_now->bytes / 8);
  rm_words = (int64_t)(rm_now->bytes / 4);
#endif
  const int32_t gives = rm_dispatch(bound->which, rm_now->memory, rm_now->memory, a);
#if RM_CHECKS
  if (rm_fault) {
    napi_throw_error(env, NULL, "a place outside of the memory");
    return NULL;
  }
#endif
  napi_create_int32(env, gives, &result);
  return result;
}
static void rm_forget(napi_env env, void *data, void *hint) {
  rm_bound *bound = data;
  rm_opened *opened = bound->opened;
  (void)hint;
  free(bound);
  if (--opened->functions > 0) return;
  napi_delete_reference(env, opened->array);
  napi_delete_reference(env, opened->wait);
  napi_delete_reference(env, opened->notify);
  if (opened->given) napi_delete_reference(env, opened->given);
  free(opened);
}
static napi_value rm_open(napi_env env, napi_callback_info info) {
  napi_value given[6], functions = NULL;
  size_t count = 6, offset;
  int32_t abort_word = -1;
  napi_typedarray_type type;
  napi_valuetype kind;
  napi_value buffer;
  rm_opened *opened = calloc(1, sizeof *opened);
  if (!opened) return NULL;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 6 ||
      napi_get_typedarray_info(env, given[0], &type, &opened->bytes, &opened->memory, &buffer, &offset) != napi_ok) {
    free(opened);
    napi_throw_error(env, NULL, "no memory to open");
    return NULL;
  }
  napi_get_value_int32(env, given[3], &abort_word);
  napi_get_value_int32(env, given[4], &opened->abort_value);
  if (abort_word >= 0) opened->abort_word = (int32_t *)opened->memory + abort_word;
  napi_create_reference(env, given[0], 1, &opened->array);
  napi_create_reference(env, given[1], 1, &opened->wait);
  napi_create_reference(env, given[2], 1, &opened->notify);
  napi_typeof(env, given[5], &kind);
  if (kind == napi_external) {
    void *address;
    napi_get_value_external(env, given[5], &address);
    opened->address = address;
  }
  if (kind == napi_function || kind == napi_external) napi_create_reference(env, given[5], 1, &opened->given);
  napi_create_object(env, &functions);
  for (int k = 0; k < RM_FUNCTIONS; k++) {
    napi_value made;
    rm_bound *bound = malloc(sizeof *bound);
    if (!bound) return NULL;
    bound->opened = opened;
    bound->which = k;
    opened->functions++;
    if (napi_create_function(env, rm_names[k], NAPI_AUTO_LENGTH, rm_called, bound, &made) != napi_ok) return NULL;
    napi_add_finalizer(env, made, bound, rm_forget, NULL, NULL);
    napi_set_named_property(env, functions, rm_names[k], made);
  }
  return functions;
}
/* Products that are added in one rounding would change bits: (1 + e)(1 - e) - 1 is 0 where the product is rounded. */
static int rm_is_strict(void) {
  volatile double above = 1.0 + 0x1p-30, below = 1.0 - 0x1p-30, one = 1.0;
  int strict = above * below - one == 0.0;
#if RM_WIDTH > 1
  const rm_vector product = rm_splat(above) * rm_splat(below) - rm_splat(one);
  RM_LANES strict = strict && product[lane] == 0.0;
#endif
  return strict;
}
NAPI_MODULE_INIT() {
  napi_value open, width, strict;
  napi_create_function(env, "open", NAPI_AUTO_LENGTH, rm_open, NULL, &open);
  napi_create_int32(env, RM_WIDTH, &width);
  napi_get_boolean(env, rm_is_strict(), &strict);
  napi_set_named_property(env, exports, "open", open);
  napi_set_named_property(env, exports, "width", width);
  napi_set_named_property(env, exports, "isStrict", strict);
  return exports;
}`;

/** C of a function that is given. */
const givenText = ({ as }: KernelSource): string =>
  `static inline int32_t ${textName(as)}(double *F, int32_t *I) { return rm_given(F, I); }`;

/** C text of the library with the functions `names` of the sources, of which one at most is given. Throws SyntaxError as cText does. */
export function addonText(sources: readonly KernelSource[], names: readonly string[], options: WriterOptions): string {
  const { text, exported } = cText(sources, names, options, [head, ...sources.filter(({ isGiven }) => isGiven).map(givenText)]);
  const most = Math.max(1, ...exported.map(({ parameters }) => parameters));
  const cases = exported.map(({ name, parameters, gives }, k) => {
    const call = `${name}(${['F', 'I', ...Array.from({ length: parameters }, (_, n) => `a[${n}]`)].join(', ')})`;
    return `    case ${k}: ${gives ? `return ${call};` : `${call}; return 0;`}`;
  });
  return [
    '#define _POSIX_C_SOURCE 199309L',
    text,
    `#define RM_CHECKS ${options.checked ? 1 : 0}`,
    `#define RM_MOST ${most}`,
    `#define RM_FUNCTIONS ${exported.length}`,
    `static const char *const rm_names[] = {${exported.map(({ as }) => JSON.stringify(as)).join(', ')}};`,
    'static int32_t rm_dispatch(int which, double *F, int32_t *I, const int32_t *a) {',
    '  (void)a;',
    '  switch (which) {',
    ...cases,
    '    default: return 0;',
    '  }',
    '}',
    body,
    '',
  ].join('\n');
}
