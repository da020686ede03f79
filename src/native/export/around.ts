/** What stands around an exported engine: its header, a main that prints the rows of the run, a Makefile and a page. */
import { numberText } from '../names.js';
import { type ExportedRun, mark } from './exportedRun.js';

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

/** What a program that takes steps by it includes. */
export function headerText(run: ExportedRun, name: string): string {
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

/** Prints rows, or the times of steps. */
export function mainText(run: ExportedRun, name: string): string {
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

/** The page of the folder. */
export const readmeText = (run: ExportedRun, name: string): string => `<!-- ${mark(run)} -->
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
