/**
 * A run as C11 that stands by itself: one text with everything of the circuit, its header, a main that prints the rows of the run, a Makefile and a page. No allocation, no global
 * state, no library but sqrt, floor, ceil and fabs: an instance is one block of memory, and what is saved of it is a copy of that block.
 */
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { cText } from '../cText.js';
import { numberText } from '../names.js';

/** A recorded quantity: cells whose rows are its value, the first less the others. */
export interface ExportedQuantity {
  readonly name: string;
  readonly unit: string;
  readonly cells: readonly { readonly plane0: number; readonly plane1: number; readonly at: number }[];
}

/** A parameter or input that may be set: doubles that hold it, and words that then name the first of these. */
export interface ExportedSetting {
  readonly name: string;
  readonly unit: string;
  readonly doubles: readonly number[];
  readonly words: readonly number[];
  readonly above?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly below?: number | undefined;
  readonly atMost?: number | undefined;
}

/** What is known of a run. */
export interface ExportedRun {
  readonly circuit: string;
  readonly title: string;
  /** 'ringmain 0.1.0' */
  readonly by: string;
  readonly sources: readonly KernelSource[];
  /** The memory at t = 0. */
  readonly memory: Uint8Array;
  readonly quantities: readonly ExportedQuantity[];
  readonly settings: readonly ExportedSetting[];
  /** Doubles: time and number of accepted steps, last verdict, rows that are whole; the first time of the rows. */
  readonly words: {
    readonly time: number;
    readonly accepted: number;
    readonly verdict: number;
    readonly rows: number;
    readonly times: number;
  };
  readonly startPlane: number;
  readonly accept: number;
  readonly outcomes: { readonly goOn: number; readonly finished: number };
  /** Whether the means of wave lines are worked out where they are asked for. */
  readonly means: readonly string[];
  /** s */
  readonly end: number;
}

/** Texts by the names of their files. */
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

/** What every file of a folder that was exported begins with, behind the signs of its comment. */
export const exportMark = 'written by ringmain export';

/** A name that C takes. */
export function identifier(name: string): string {
  const plain = name.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  return /^[a-z]/i.test(plain) ? plain : `circuit_${plain}`;
}

const mark = ({ circuit, by }: ExportedRun): string => `${exportMark} c (${by}) of ${circuit}`;
const handleOf = (name: string, of: string): string => `${name}_${of.replace(/\W/g, '_')}`.toUpperCase();

/** Handles, made different where names become the same. */
function handles(name: string, all: readonly { readonly name: string }[], kind: string): string[] {
  const seen = new Map<string, number>();
  return all.map((one) => {
    const handle = handleOf(`${name}_${kind}`, one.name);
    const before = seen.get(handle) ?? 0;
    seen.set(handle, before + 1);
    return before === 0 ? handle : `${handle}_${before + 1}`;
  });
}

const enumText = (list: readonly string[], of: readonly { readonly name: string; readonly unit: string }[], count: string): string =>
  `enum {\n${list.map((handle, k) => `  ${handle} = ${k}, /* ${of[k]?.name} [${of[k]?.unit}] */`).join('\n')}\n  ${count} = ${list.length}\n};`;

function headerText(run: ExportedRun, name: string): string {
  const guard = `${name}_H`.toUpperCase();
  const doubles = run.memory.byteLength / 8;
  return `/* ${mark(run)}. ${run.title}
 * SI throughout. An instance belongs to one thread at a time; different instances share nothing.
 */
#ifndef ${guard}
#define ${guard}
#include <stdint.h>

/* An instance. To save it, copy it; to restore it, copy it back. */
typedef struct {
  union {
    double F[${doubles}];
    int32_t I[${2 * doubles}];
  } memory;
  int32_t outcome;
} ${name};

/* What steps and runs give. */
enum { ${name.toUpperCase()}_GOES_ON = 0, ${name.toUpperCase()}_ENDED = 1, ${name.toUpperCase()}_FAILED = 2 };

/* Quantities that are recorded and can be read. */
${enumText(handles(name, run.quantities, 'read'), run.quantities, `${name.toUpperCase()}_QUANTITIES`)}

/* Parameters and inputs that can be set. */
${enumText(handles(name, run.settings, 'set'), run.settings, `${name.toUpperCase()}_SETTINGS`)}

/* Puts an instance at t = 0. */
void ${name}_init(${name} *instance);
/* Takes one accepted step, after as many rejected ones as it needs. */
int ${name}_step(${name} *instance);
/* Takes steps until the first that ends at this time (s) or later, or the end of the run. */
int ${name}_run(${name} *instance, double until);
/* s */
double ${name}_time(const ${name} *instance);
/* A quantity as the last accepted step left it; NaN for no such handle. Before the first step what the first row holds. */
double ${name}_read(${name} *instance, int handle);
/* Sets a parameter or an input from the next step on. 0, or -1 where there is no such handle or the value is out of bounds. */
int ${name}_set(${name} *instance, int handle, double value);
/* Handles by name, -1 where there is none; names and units by handle, a null pointer where there is none. */
int ${name}_find(const char *quantity);
int ${name}_find_setting(const char *setting);
const char *${name}_name(int handle);
const char *${name}_unit(int handle);
/* Rows that have been recorded: how many, their times, and their values. Complete when the run has ended. */
int ${name}_rows(const ${name} *instance);
double ${name}_row_time(const ${name} *instance, int row);
double ${name}_row_value(const ${name} *instance, int row, int handle);

#endif
`;
}

/** Runs of the memory's 64-bit words that are not zero. */
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
  /** Where each begins of so many. */
  const firsts = (counts: readonly number[]): number[] => counts.map((_, k) => counts.slice(0, k).reduce((sum, count) => sum + count, 0));
  const firstCells = firsts(quantities.map((one) => one.cells.length));
  const firstDoubles = firsts(settings.map((one) => one.doubles.length));
  const firstWords = firsts(settings.map((one) => one.words.length));
  const listed = <Made>(list: readonly Made[], empty: string): string => (list.length > 0 ? list.join(', ') : empty);
  const bounds = settings.map(
    ({ above, atLeast, below, atMost }) =>
      `{${numberText(above ?? Number.NEGATIVE_INFINITY)}, ${numberText(atLeast ?? Number.NEGATIVE_INFINITY)}, ${numberText(below ?? Number.POSITIVE_INFINITY)}, ${numberText(atMost ?? Number.POSITIVE_INFINITY)}}`,
  );
  return `/* ${mark(run)}. ${run.title}
 * Compile without contraction of products and sums (-ffp-contract=off) and without -ffast-math: the results then have the bits of ringmain run.
 * -DRM_WIDTH=4 takes four components of a kind at a time, by the vectors of gcc and clang; the results stay the same.
 */
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

static int rm_plane(const ${name} *instance) {
  /* The planes change with every accepted step. */
  return (int)((${run.startPlane} + (int64_t)instance->memory.F[${words.accepted}]) % 2);
}

void ${name}_init(${name} *instance) {
  const uint64_t *from = rm_image;
  memset(instance, 0, sizeof *instance);
  for (size_t k = 0; k < sizeof rm_runs / sizeof rm_runs[0]; k++) {
    memcpy(instance->memory.F + rm_runs[k][0], from, 8 * (size_t)rm_runs[k][1]);
    from += rm_runs[k][1];
  }
  instance->outcome = ${upper}_GOES_ON;
}

/* One attempt. Behind the last one waves arrive and the record is completed, as before the next one in a run that goes on. */
static void rm_attempt(${name} *instance) {
  double *F = instance->memory.F;
  int32_t *I = instance->memory.I;
  const int32_t outcome = run_rounds_0(F, I, 1);
  if (outcome == ${outcomes.goOn}) return;
  instance->outcome = outcome == ${outcomes.finished} ? ${upper}_ENDED : ${upper}_FAILED;
  if (outcome == ${outcomes.finished}) run_receiveAndRecord_0(F, I, rm_plane(instance));
}

int ${name}_step(${name} *instance) {
  while (instance->outcome == ${upper}_GOES_ON) {
    rm_attempt(instance);
    if (instance->memory.F[${words.verdict}] == ${numberText(run.accept)}) break;
  }
  return instance->outcome;
}

int ${name}_run(${name} *instance, double until) {
  while (instance->outcome == ${upper}_GOES_ON && instance->memory.F[${words.time}] < until * (1.0 - 1e-12)) ${name}_step(instance);
  return instance->outcome;
}

double ${name}_time(const ${name} *instance) {
  return instance->memory.F[${words.time}];
}

double ${name}_row_value(const ${name} *instance, int row, int handle) {
  const double *F = instance->memory.F;
  double value;
  if (handle < 0 || handle >= ${upper}_QUANTITIES || row < 0 || row >= ${name}_rows(instance)) return (double)NAN;
  value = F[rm_cells[rm_quantities[handle].first][2] + row];
  for (int k = 1; k < rm_quantities[handle].count; k++) value = value - F[rm_cells[rm_quantities[handle].first + k][2] + row];
  return value;
}

double ${name}_read(${name} *instance, int handle) {
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

int ${name}_set(${name} *instance, int handle, double value) {
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

int ${name}_rows(const ${name} *instance) {
  return (int)instance->memory.F[${words.rows}];
}

double ${name}_row_time(const ${name} *instance, int row) {
  return row < 0 || row >= ${name}_rows(instance) ? (double)NAN : instance->memory.F[${words.times} + row];
}
`;
}

function mainText(run: ExportedRun, name: string): string {
  const upper = name.toUpperCase();
  return `/* ${mark(run)}: prints the rows of the run as CSV, or, with a number, how long so many of its steps take. */
#define _POSIX_C_SOURCE 199309L
#include "${name}.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static ${name} instance;

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Mean, 99.9 % and longest of so many times, ns. */
static void account(const char *what, double *seconds, int count) {
  double sum = 0.0;
  if (count == 0) return;
  for (int k = 0; k < count; k++) sum += seconds[k];
  qsort(seconds, (size_t)count, sizeof *seconds, by_size);
  printf("%s mean %.0f ns, 99.9 %% below %.0f ns, longest %.0f ns (%d)\\n", what, 1e9 * sum / count, 1e9 * seconds[(int)(0.999 * (count - 1))], 1e9 * seconds[count - 1], count);
}

static int times(int count) {
  double *seconds = malloc((size_t)count * sizeof *seconds);
  int made = 0;
  if (!seconds) return 1;
  ${name}_init(&instance);
  for (int running = 1; running && made < count; made++) {
    const double began = now();
    running = ${name}_step(&instance) == ${upper}_GOES_ON;
    seconds[made] = now() - began;
  }
  account("a step:      ", seconds, made);
  for (int k = 0; k < made; k++) {
    const double began = now();
    seconds[k] = now() - began;
  }
  account("an empty one:", seconds, made);
  free(seconds);
  return 0;
}

int main(int count, char **words) {
  int outcome;
  if (count > 1) return times(atoi(words[1]) > 0 ? atoi(words[1]) : 1);
  ${name}_init(&instance);
  outcome = ${name}_run(&instance, ${numberText(run.end)} * 2.0);
  printf("t [s]");
  for (int k = 0; k < ${upper}_QUANTITIES; k++) printf(",%s [%s]", ${name}_name(k), ${name}_unit(k));
  printf("\\n");
  for (int row = 0; row < ${name}_rows(&instance); row++) {
    printf("%.17g", ${name}_row_time(&instance, row));
    for (int k = 0; k < ${upper}_QUANTITIES; k++) printf(",%.17g", ${name}_row_value(&instance, row, k));
    printf("\\n");
  }
  if (outcome == ${upper}_ENDED) return 0;
  fprintf(stderr, "the run failed at t = %.17g s\\n", ${name}_time(&instance));
  return 2;
}
`;
}

const makefileText = (run: ExportedRun, name: string): string => `# ${mark(run)}
CC = gcc
CFLAGS = -std=c11 -O2 -Wall -Wextra -Werror -pedantic
# Results have the bits of ringmain run only where products and sums are rounded one by one.
override CFLAGS += -ffp-contract=off

${name}: main.o ${name}.o
\t$(CC) $(CFLAGS) -o $@ main.o ${name}.o -lm

main.o: main.c ${name}.h
${name}.o: ${name}.c ${name}.h

clean:
\trm -f ${name} main.o ${name}.o

.PHONY: clean
`;

const readmeText = (run: ExportedRun, name: string): string => `<!-- ${mark(run)} -->
# ${run.circuit} in C

${run.title}

\`\`\`sh
make                      # or: make CC=clang
./${name} > rows.csv      # the rows of the run to t = ${run.end} s, doubles with 17 digits
./${name} 100000          # how long a step takes
\`\`\`

\`${name}.c\` is all there is of the engine: C11, no allocation, no global state, no library but sqrt, floor, ceil and fabs. An instance takes ${run.memory.byteLength + 8}
bytes; it belongs to one thread at a time, and is saved and restored by copying it. Results have the bits of \`ringmain run\`, as long as the compiler neither
joins products and sums (\`-ffp-contract=off\`) nor reorders them (\`-ffast-math\` is refused). \`make CFLAGS='-std=gnu11 -O2 -march=x86-64-v3 -DRM_WIDTH=4'\` takes four components of
a kind at a time; the results stay the same.

\`\`\`c
#include "${name}.h"
static ${name} a;
${name}_init(&a);
${name}_run(&a, 0.5 * ${run.end});
${
  run.quantities[0]
    ? `double x = ${name}_read(&a, ${handles(name, run.quantities, 'read')[0]});   /* ${run.quantities[0].name} [${run.quantities[0].unit}] */`
    : ''
}
${run.settings[0] ? `${name}_set(&a, ${handles(name, run.settings, 'set')[0]}, 1.0);   /* ${run.settings[0].name} [${run.settings[0].unit}] */` : ''}
\`\`\`

Values are SI. A run ends at ${run.end} s and holds all its rows; to go on for longer, export it with a later \`--end\`.

| quantity | unit |
| --- | --- |
${run.quantities.map((one) => `| ${one.name} | ${one.unit} |`).join('\n')}

| can be set | unit |
| --- | --- |
${run.settings.map((one) => `| ${one.name} | ${one.unit} |`).join('\n')}
`;
