/**
 * Writes a run as C11 that needs nothing of ringmain: one text with everything of the circuit, its header, a main that prints the rows of the run, a Makefile and a README. No allocation,
 * no global state, no library but sqrt, floor, ceil and fabs: an instance is one block of memory, and a copy of that block saves it.
 */
import { cText } from '../cText.js';
import { numberText } from '../names.js';
import { headerText, mainText, makefileText, readmeText } from './around.js';
import { type ExportedRun, heading, identifier } from './exportedRun.js';

/** Texts of the folder by file name. */
export function exportedFiles(run: ExportedRun): Map<string, string> {
  const name = identifier(run.circuit);
  return new Map([
    [`${name}.h`, headerText(run, name)],
    [`${name}.c`, engineText(run, name)],
    ['main.c', mainText(run, name)],
    ['Makefile', makefileText(run, name)],
    ['README.md', readmeText(run, name)],
  ]);
}

/** The memory at t = 0 as C: runs of its 64-bit words other than zero. */
function imageText(memory: Uint8Array): string {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.byteLength / 8);
  const runs: { at: number; count: number }[] = [];
  const values: string[] = [];
  for (let k = 0; k < words.length; k++) {
    if (words[k] === 0n) continue;
    const last = runs.at(-1);
    if (last && last.at + last.count === k) last.count++;
    else runs.push({ at: k, count: 1 });
    values.push(`0x${(words[k] as bigint).toString(16)}u`);
  }
  const lines = (list: readonly string[], each: number): string =>
    Array.from({ length: Math.ceil(list.length / each) }, (_, k) => `  ${list.slice(each * k, each * (k + 1)).join(', ')},`).join('\n');
  return `/* The memory at t = 0: runs of 64-bit words that are not zero, where they begin and how many they are. */
static const uint32_t rm_runs[][2] = {
${lines(
  runs.map(({ at, count }) => `{${at}, ${count}}`),
  8,
)}
};
static const uint64_t rm_image[] = {
${lines(values, 4)}
};`;
}

function engineText(run: ExportedRun, name: string): string {
  const { quantities, settings, words, outcomes } = run;
  const { text } = cText(run.sources, ['rounds_0', 'receiveAndRecord_0', ...run.means], { wide: true, checked: false });
  const upper = name.toUpperCase();
  const cells = quantities.flatMap((one) => one.cells);
  const doubles = settings.flatMap((one) => one.doubles);
  const ints = settings.flatMap((one) => one.words);
  /** First index of each group, of their lengths. */
  const firsts = (counts: readonly number[]): number[] => counts.map((_, k) => counts.slice(0, k).reduce((sum, count) => sum + count, 0));
  const firstCells = firsts(quantities.map((one) => one.cells.length));
  const firstDoubles = firsts(settings.map((one) => one.doubles.length));
  const firstWords = firsts(settings.map((one) => one.words.length));
  const listed = <Made>(list: readonly Made[], empty: string): string => (list.length > 0 ? list.join(', ') : empty);
  const bounds = settings.map(
    ({ above, atLeast, below, atMost }) =>
      `{${numberText(above ?? Number.NEGATIVE_INFINITY)}, ${numberText(atLeast ?? Number.NEGATIVE_INFINITY)}, ${numberText(below ?? Number.POSITIVE_INFINITY)}, ${numberText(atMost ?? Number.POSITIVE_INFINITY)}}`,
  );
  return `/* ${heading(run)}
 * Compile without contraction of products and sums (-ffp-contract=off) and without -ffast-math: the results then have the bits of ringmain run.
 * -DRM_WIDTH=4 takes four components of a kind at a time, by the vectors of gcc and clang; the results stay the same.
 */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
#include "${name}.h"

${text}
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the memory at t = 0 is written for little-endian processors"
#endif
${imageText(run.memory)}

/* Of recorded quantities: their first cell and how many they have; of cells where they stand by plane, and their first row. */
static const struct { const char *name, *unit; int first, count; } rm_quantities[] = {
${quantities.map((one, k) => `  {${JSON.stringify(one.name)}, ${JSON.stringify(one.unit)}, ${firstCells[k]}, ${one.cells.length}},`).join('\n')}
  {0, 0, 0, 0}
};
static const int32_t rm_cells[][3] = {${listed(
    cells.map(({ plane0, plane1, at }) => `{${plane0}, ${plane1}, ${at}}`),
    '{0, 0, 0}',
  )}};
/* Of what may be set: doubles that hold it, words that name the first of these, bounds: above, at least, below, at most. */
static const struct { const char *name; int double_first, double_count, word_first, word_count; double bounds[4]; } rm_settings[] = {
${settings.map((one, k) => `  {${JSON.stringify(one.name)}, ${firstDoubles[k]}, ${one.doubles.length}, ${firstWords[k]}, ${one.words.length}, ${bounds[k]}},`).join('\n')}
  {0, 0, 0, 0, 0, {0.0, 0.0, 0.0, 0.0}}
};
static const int32_t rm_setting_doubles[] = {${listed(doubles, '0')}};
static const int32_t rm_setting_words[] = {${listed(ints, '0')}};

static int rm_plane(const ${name}_instance *instance) {
  /* The planes change with every accepted step. */
  return (int)((${run.startPlane} + (int64_t)instance->memory.F[${words.accepted}]) % 2);
}

int ${name}_is_exact(void) {
  /* (1 + e)(1 - e) - 1 is 0 where the product is rounded by itself. */
  volatile double above = 1.0 + 0x1p-30, below = 1.0 - 0x1p-30, one = 1.0;
  return above * below - one == 0.0;
}

void ${name}_init(${name}_instance *instance) {
  const uint64_t *from = rm_image;
  memset(instance, 0, sizeof *instance);
  for (size_t k = 0; k < sizeof rm_runs / sizeof rm_runs[0]; k++) {
    memcpy(instance->memory.F + rm_runs[k][0], from, 8 * (size_t)rm_runs[k][1]);
    from += rm_runs[k][1];
  }
  instance->outcome = ${upper}_GOES_ON;
}

/* One attempt. Behind the last one waves arrive and the record is completed, as before the next one in a run that goes on. */
static void rm_attempt(${name}_instance *instance) {
  double *F = instance->memory.F;
  int32_t *I = instance->memory.I;
  const int32_t outcome = run_rounds_0(F, I, 1);
  if (outcome == ${outcomes.goOn}) return;
  instance->outcome = outcome == ${outcomes.finished} ? ${upper}_ENDED : ${upper}_FAILED;
  if (outcome == ${outcomes.finished}) run_receiveAndRecord_0(F, I, rm_plane(instance));
}

int ${name}_step(${name}_instance *instance) {
  while (instance->outcome == ${upper}_GOES_ON) {
    rm_attempt(instance);
    if (instance->memory.F[${words.verdict}] == ${numberText(run.accept)}) break;
  }
  return instance->outcome;
}

int ${name}_run(${name}_instance *instance, double until) {
  while (instance->outcome == ${upper}_GOES_ON && instance->memory.F[${words.time}] < until * (1.0 - 1e-12)) ${name}_step(instance);
  return instance->outcome;
}

double ${name}_time(const ${name}_instance *instance) {
  return instance->memory.F[${words.time}];
}

double ${name}_row_value(const ${name}_instance *instance, int row, int handle) {
  const double *F = instance->memory.F;
  double value;
  if (handle < 0 || handle >= ${upper}_QUANTITIES || row < 0 || row >= ${name}_rows(instance)) return (double)NAN;
  value = F[rm_cells[rm_quantities[handle].first][2] + row];
  for (int k = 1; k < rm_quantities[handle].count; k++) value = value - F[rm_cells[rm_quantities[handle].first + k][2] + row];
  return value;
}

double ${name}_read(${name}_instance *instance, int handle) {
  double *F = instance->memory.F;
  int32_t *I = instance->memory.I;
  double value;
  int plane;
  if (handle < 0 || handle >= ${upper}_QUANTITIES) return (double)NAN;
  if (F[${words.accepted}] == 0.0) return ${name}_row_value(instance, 0, handle);
${run.means.length === 0 ? '  (void)I;' : run.means.map((one) => `  ${`run_${one}`.replace(/\W/g, '_')}(F, I, 1);`).join('\n')}
  plane = rm_plane(instance);
  value = F[rm_cells[rm_quantities[handle].first][plane]];
  for (int k = 1; k < rm_quantities[handle].count; k++) value = value - F[rm_cells[rm_quantities[handle].first + k][plane]];
  return value;
}

int ${name}_set(${name}_instance *instance, int handle, double value) {
  if (handle < 0 || handle >= ${upper}_SETTINGS || !(value - value == 0.0)) return -1;
  if (!(value > rm_settings[handle].bounds[0]) || value < rm_settings[handle].bounds[1]) return -1;
  if (!(value < rm_settings[handle].bounds[2]) || value > rm_settings[handle].bounds[3]) return -1;
  for (int k = 0; k < rm_settings[handle].double_count; k++) instance->memory.F[rm_setting_doubles[rm_settings[handle].double_first + k]] = value;
  for (int k = 0; k < rm_settings[handle].word_count; k++)
    instance->memory.I[rm_setting_words[rm_settings[handle].word_first + k]] = rm_setting_doubles[rm_settings[handle].double_first];
  return 0;
}

int ${name}_find(const char *quantity) {
  for (int k = 0; k < ${upper}_QUANTITIES; k++)
    if (strcmp(rm_quantities[k].name, quantity) == 0) return k;
  return -1;
}

int ${name}_find_setting(const char *setting) {
  for (int k = 0; k < ${upper}_SETTINGS; k++)
    if (strcmp(rm_settings[k].name, setting) == 0) return k;
  return -1;
}

const char *${name}_name(int handle) {
  return handle < 0 || handle >= ${upper}_QUANTITIES ? 0 : rm_quantities[handle].name;
}

const char *${name}_unit(int handle) {
  return handle < 0 || handle >= ${upper}_QUANTITIES ? 0 : rm_quantities[handle].unit;
}

int ${name}_rows(const ${name}_instance *instance) {
  return (int)instance->memory.F[${words.rows}];
}

double ${name}_row_time(const ${name}_instance *instance, int row) {
  return row < 0 || row >= ${name}_rows(instance) ? (double)NAN : instance->memory.F[${words.times} + row];
}
`;
}
