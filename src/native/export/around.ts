/** Files around an exported engine: header, a main that prints the rows of the run, Makefile, README. */
import { numberText } from '../names.js';
import { type ExportedRun, heading, mark } from './exportedRun.js';

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

/** Header of the engine. */
export function headerText(run: ExportedRun, name: string): string {
  const guard = `${name}_H`.toUpperCase();
  const doubles = run.memory.byteLength / 8;
  return `/* ${heading(run)}
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
} ${name}_instance;

/* What steps and runs give. */
enum { ${name.toUpperCase()}_GOES_ON = 0, ${name.toUpperCase()}_ENDED = 1, ${name.toUpperCase()}_FAILED = 2 };

/* Quantities that are recorded and can be read. */
${enumText(handles(name, run.quantities, 'read'), run.quantities, `${name.toUpperCase()}_QUANTITIES`)}

/* Parameters and inputs that can be set. */
${enumText(handles(name, run.settings, 'set'), run.settings, `${name.toUpperCase()}_SETTINGS`)}

/* 1, or 0 where the compiler rounds a product and a sum once in place of twice: results then differ from those of ringmain in their last digits. */
int ${name}_is_exact(void);
/* Puts an instance at t = 0. */
void ${name}_init(${name}_instance *instance);
/* Takes one accepted step, after as many rejected ones as it needs. */
int ${name}_step(${name}_instance *instance);
/* Takes steps until the first that ends at this time (s) or later, or the end of the run. */
int ${name}_run(${name}_instance *instance, double until);
/* s */
double ${name}_time(const ${name}_instance *instance);
/* A quantity as the last accepted step left it; NaN for no such handle. Before the first step what the first row holds. */
double ${name}_read(${name}_instance *instance, int handle);
/* Sets a parameter or an input from the next step on. 0, or -1 where there is no such handle or the value is out of bounds. */
int ${name}_set(${name}_instance *instance, int handle, double value);
/* Handles by name, -1 where there is none; names and units by handle, a null pointer where there is none. */
int ${name}_find(const char *quantity);
int ${name}_find_setting(const char *setting);
const char *${name}_name(int handle);
const char *${name}_unit(int handle);
/* Rows that have been recorded: how many, their times, and their values. Complete when the run has ended. */
int ${name}_rows(const ${name}_instance *instance);
double ${name}_row_time(const ${name}_instance *instance, int row);
double ${name}_row_value(const ${name}_instance *instance, int row, int handle);

#endif
`;
}

/** Prints rows, or the times of steps. */
export function mainText(run: ExportedRun, name: string): string {
  const upper = name.toUpperCase();
  return `/* ${mark(run)}: prints the rows of the run as CSV, or, with a number, how long so many of its steps take. */
#define _POSIX_C_SOURCE 199309L
#include "${name}.h"
#include <stdio.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif

static ${name}_instance instance;

/* s */
static double now(void) {
#if defined(_WIN32)
  LARGE_INTEGER at, each;
  QueryPerformanceCounter(&at);
  QueryPerformanceFrequency(&each);
  return (double)at.QuadPart / (double)each.QuadPart;
#else
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
#endif
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
  if (!${name}_is_exact()) {
    fprintf(stderr, "this program was compiled so that products and sums are rounded once: its rows would not be those of ringmain run; compile with -ffp-contract=off\\n");
    return 1;
  }
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

/** By gcc or clang, with every warning a mistake. */
export const makefileText = (run: ExportedRun, name: string): string => `# ${mark(run)}
CC = gcc
CFLAGS = -std=c11 -O2 -Wall -Wextra -Werror -pedantic
# Results have the bits of ringmain run only where products and sums are rounded one by one.
override CFLAGS += -ffp-contract=off
# No result depends on it: gcc 12 else warns of overflow in loops of the wide form that it unrolls beyond their end.
override CFLAGS += -fwrapv

${name}: main.o ${name}.o
\t$(CC) $(CFLAGS) -o $@ main.o ${name}.o -lm

main.o: main.c ${name}.h
${name}.o: ${name}.c ${name}.h

clean:
\trm -f ${name} main.o ${name}.o

.PHONY: clean
`;

/** Quantities or settings with their handles, as a table. */
const tableText = (head: string, of: readonly { readonly name: string; readonly unit: string }[], list: readonly string[]): string =>
  [`| ${head} | unit | handle |`, '| --- | --- | --- |', ...of.map((one, k) => `| ${one.name} | ${one.unit} | ${list[k]} |`)].join('\n');

/** The page of the folder. */
export function readmeText(run: ExportedRun, name: string): string {
  const upper = name.toUpperCase();
  const [reads, sets] = [handles(name, run.quantities, 'read'), handles(name, run.settings, 'set')];
  const [quantity, setting] = [run.quantities[0], run.settings[0]];
  const code = [
    [`${name}_init(&a);`, 't = 0'],
    [`while (${name}_time(&a) < 0.01 && ${name}_step(&a) == ${upper}_GOES_ON) {}`, 'accepted steps, one by one'],
    ['saved = a;', 'to go back: a = saved;'],
    [`int outcome = ${name}_run(&a, ${0.5 * run.end});`, 'to the first step that ends there or later'],
    ...(quantity ? [[`double x = ${name}_read(&a, ${reads[0]});`, `${quantity.name} [${quantity.unit}]`]] : []),
    ...(setting ? [[`int status = ${name}_set(&a, ${sets[0]}, 1.0);`, `${setting.name} [${setting.unit}]; -1: out of bounds`]] : []),
  ] as [string, string][];
  const longest = Math.max(...code.map(([text]) => text.length));
  const lines = [
    `#include "${name}.h"`,
    `static ${name}_instance a, saved;`,
    ...code.map(([text, about]) => `${text.padEnd(longest)} /* ${about} */`),
  ];
  return `<!-- ${mark(run)} -->
# ${run.circuit} in C
${run.title === '' ? '' : `\n${run.title}\n`}
\`\`\`sh
make                    # or: make CC=clang
./${name} > rows.csv    # the rows that ringmain run records to t = ${run.end} s, with 17 digits
./${name} 100000        # how long so many steps take
\`\`\`

| file | what it is |
| --- | --- |
| ${name}.c, ${name}.h | the engine and the circuit: C11, no allocation, no global state, no library but sqrt, floor, ceil and fabs |
| main.c | a program that prints rows: an example of their use |
| Makefile | builds it by gcc or clang, with every warning a mistake |

## In a program of your own

\`\`\`c
${lines.join('\n')}
\`\`\`

Values are SI. An instance takes ${run.memory.byteLength + 8} bytes and belongs to one thread at a time; instances share nothing. Functions that take steps return ${upper}_GOES_ON,
${upper}_ENDED at t = ${run.end} s, or ${upper}_FAILED where no step was small enough; after either of these they do nothing. An instance has room for the rows until ${run.end} s:
for a longer run, export the circuit with a later \`--end\`.

${tableText('quantity', run.quantities, reads)}

${
  run.settings.length === 0
    ? "No parameter or input can be set while it runs: `ringmain export c` with `--settable 'component.parameter'` makes some that can."
    : tableText('can be set', run.settings, sets)
}

## Compilers

The results have the bits of \`ringmain run\` where each product and each sum is rounded by itself. Compile with \`-ffp-contract=off\`, as the Makefile does: without it gcc rounds a product and a sum
once where the processor can (ARM, RISC-V, x86-64 by \`-march=native\`). \`${name}_is_exact()\` then returns 0, and the program of main.c prints no rows. \`-ffast-math\` does not compile.

\`make CFLAGS='-std=gnu11 -O2 -march=x86-64-v3 -DRM_WIDTH=4'\` takes four components of a kind at a time (RM_WIDTH may be 2, 4 or 8), by the vectors of gcc and clang; the results stay the same.
`;
}
