/*
 * The step of five component kinds, written by hand: what `ringmain bench kernels` holds its own kernels against.
 *
 *     kernels INPUT OUTPUT KERNEL ROUNDS SECONDS
 *
 * INPUT and OUTPUT are columns of doubles: number of rows and of columns (int64), then for each column 48 bytes of name and its rows. Every
 * kernel reads C and Z at its ports, accepted state and parameters, and writes p, the leaving wave w = p + Z q and the trial state, one array
 * a column, as ringmain does. What follows from parameters alone is computed before. Prints one JSON object: ns per call of ROUNDS samples of at
 * least SECONDS each.
 *
 * Two forms of one text. Compiled as it stands, each instance branches to a cold function if it must leave the ordinary step (vapour pressure,
 * a stop, sticking). With -DVECTORS, instances have no branch, which is what compilers can make vectors of: all of them are computed, and
 * a flag for the batch says that at least one must leave. The inputs of the measurement never do; the cold function counts those that would.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
#define IN double const *restrict
#define OUT double *restrict

#if !defined(VECTORS)
#define INDEPENDENT
#define LEAVES(condition) if (condition) { leave(i); continue; }
#else
/* One comparison each: gcc 12 makes no vectors of a flag that is made of several. */
#define LEAVES(condition) if (condition) leaving = 1;
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#endif

/* Where a signal stands. SSE2 has no gather of 32-bit places that gcc 12 could make vectors of; it has of 64. */
#ifdef VECTORS
typedef int64_t Place;
#else
typedef int32_t Place;
#endif

static long rows;
/* Instances that must leave the ordinary step. */
static long left;

/* Where the step would be solved again, with vapour pressure or at a stop. */
__attribute__((noinline, cold)) static void leave(long instance) {
  left += 1 + 0 * instance;
}

/* ---- kernels ---- */

/* Q = K ssqrt(p_in - p_out): Q = K d / (b + sqrt(b^2 + |d|)), b = K (Z_in + Z_out) / 2, d = C_in - C_out. */
NOINLINE static void orifice(double vapour, IN conductance, IN c_in, IN z_in, IN c_out, IN z_out, OUT p_in, OUT w_in, OUT p_out, OUT w_out) {
  double leaving = 0;
  INDEPENDENT
  for (long i = 0; i < rows; i++) {
    double const k = conductance[i];
    double const half = 0.5 * (z_in[i] * k + z_out[i] * k);
    double const difference = c_in[i] - c_out[i];
    double const sum = half + sqrt(half * half + fabs(difference));
    double const quotient = difference / sum;
    double const flow = k * (sum == 0 ? 0 : quotient);
    double const a = z_in[i] * flow, b = z_out[i] * flow;
    double const p1 = c_in[i] - a, p2 = c_out[i] + b;
    LEAVES(p1 < vapour) LEAVES(p2 < vapour)
    p_in[i] = p1; w_in[i] = p1 - a;
    p_out[i] = p2; w_out[i] = p2 + b;
  }
  if (leaving != 0) leave(0);
}

/* p = (sum of C/Z) / (sum of 1/Z), both multiplied by all Z. */
NOINLINE static void junction(double vapour, IN c_0, IN z_0, IN c_1, IN z_1, IN c_2, IN z_2, OUT p_0, OUT w_0, OUT p_1, OUT w_1, OUT p_2,
                              OUT w_2) {
  double leaving = 0;
  INDEPENDENT
  for (long i = 0; i < rows; i++) {
    double const m0 = z_1[i] * z_2[i], m1 = z_0[i] * z_2[i], m2 = z_0[i] * z_1[i];
    double const p = (c_0[i] * m0 + c_1[i] * m1 + c_2[i] * m2) / (m0 + m1 + m2);
    LEAVES(p < vapour)
    p_0[i] = p; w_0[i] = 2 * p - c_0[i];
    p_1[i] = p; w_1[i] = 2 * p - c_1[i];
    p_2[i] = p; w_2[i] = 2 * p - c_2[i];
  }
  if (leaving != 0) leave(0);
}

/* Q = G max(0, p_in - p_out - cracking). */
NOINLINE static void relief_valve(double vapour, IN cracking, IN gradient, IN c_in, IN z_in, IN c_out, IN z_out, OUT p_in, OUT w_in, OUT p_out,
                                  OUT w_out) {
  double leaving = 0;
  INDEPENDENT
  for (long i = 0; i < rows; i++) {
    double const g = gradient[i];
    double const excess = c_in[i] - c_out[i] - cracking[i];
    double const flow = g * ((excess > 0 ? excess : 0) / (1 + (z_in[i] * g + z_out[i] * g)));
    double const a = z_in[i] * flow, b = z_out[i] * flow;
    double const p1 = c_in[i] - a, p2 = c_out[i] + b;
    LEAVES(p1 < vapour) LEAVES(p2 < vapour)
    p_in[i] = p1; w_in[i] = p1 - a;
    p_out[i] = p2; w_out[i] = p2 + b;
  }
  if (leaving != 0) leave(0);
}

/* Two orifices: from P to A (u > 0) or B, and from the other of the two to T. */
NOINLINE static void directional_valve(double vapour, double const *signals, Place const *restrict place, IN conductance, IN fraction_pa,
                                       IN fraction_pb, IN fraction_bt, IN fraction_at, IN c_p, IN z_p, IN c_a, IN z_a, IN c_b, IN z_b, IN c_t,
                                       IN z_t, OUT p_p, OUT w_p, OUT p_a, OUT w_a, OUT p_b, OUT w_b, OUT p_t, OUT w_t) {
  double leaving = 0;
  INDEPENDENT
  for (long i = 0; i < rows; i++) {
    double u = signals[place[i]];
    u = u < 1 ? u : 1;
    u = u > -1 ? u : -1;
    double const k = fabs(u) * conductance[i];
    double const pa = fraction_pa[i], pb = fraction_pb[i], bt = fraction_bt[i], at = fraction_at[i];
    double const ca = c_a[i], cb = c_b[i], za = z_a[i], zb = z_b[i];
    double const k1 = k * (u > 0 ? pa : pb), k2 = k * (u > 0 ? bt : at);
    double const half1 = 0.5 * (z_p[i] * k1 + (u > 0 ? za : zb) * k1), half2 = 0.5 * ((u > 0 ? zb : za) * k2 + z_t[i] * k2);
    double const difference1 = c_p[i] - (u > 0 ? ca : cb), difference2 = (u > 0 ? cb : ca) - c_t[i];
    double const sum1 = half1 + sqrt(half1 * half1 + fabs(difference1)), sum2 = half2 + sqrt(half2 * half2 + fabs(difference2));
    double const quotient1 = difference1 / sum1, quotient2 = difference2 / sum2;
    double const q1 = k1 * (sum1 == 0 ? 0 : quotient1), q2 = k2 * (sum2 == 0 ? 0 : quotient2);
    double const flow_a = u > 0 ? q1 : -q2, flow_b = u > 0 ? -q2 : q1;
    double const dp = z_p[i] * q1, da = za * flow_a, db = zb * flow_b, dt = z_t[i] * q2;
    double const pp = c_p[i] - dp, pa_ = ca + da, pb_ = cb + db, pt = c_t[i] + dt;
    LEAVES(pp < vapour)
    LEAVES(pa_ < vapour)
    LEAVES(pb_ < vapour)
    LEAVES(pt < vapour)
    p_p[i] = pp; w_p[i] = pp - dp;
    p_a[i] = pa_; w_a[i] = pa_ + da;
    p_b[i] = pb_; w_b[i] = pb_ + db;
    p_t[i] = pt; w_t[i] = pt + dt;
  }
  if (leaving != 0) leave(0);
}

/* Accepted and trial values of a cylinder, and what follows from its parameters. */
typedef struct {
  IN cap_area; IN rod_area; IN inverse_mass; IN damping; IN spring; IN spring_position; IN stiffness; IN dry; IN rest; IN stick; IN stroke;
  IN x; IN v; IN force;
  OUT next_x; OUT next_v; OUT next_force; OUT volume_cap; OUT volume_rod;
} Cylinders;

/* The midpoint rule for x and v with both pressures put in; one unknown is left, the compression of the spring in the middle of the step. */
NOINLINE static void actuator(double vapour, double step, double const *signals, Place const *restrict place, Cylinders const *cylinders,
                              IN c_cap, IN z_cap, IN c_rod, IN z_rod, OUT p_cap, OUT w_cap, OUT p_rod, OUT w_rod) {
  Cylinders const s = *cylinders;
  double const half = step / 2;
  double leaving = 0;
  INDEPENDENT
  for (long i = 0; i < rows; i++) {
    double const a1 = s.cap_area[i], a2 = s.rod_area[i], per_mass = s.inverse_mass[i], v = s.v[i], load = signals[place[i]];
    double const force = s.force[i], moving = v == 0 ? force : v;
    double const forward = moving > 0 ? 1 : 0;
    double const direction = moving < 0 ? -1 : forward;
    double const push = (a1 * c_cap[i] - a2 * c_rod[i] - load - s.dry[i] * direction) * per_mass;
    double const cap = a1 * z_cap[i] * per_mass, rod = a2 * z_rod[i] * per_mass;
    /* Velocity in the middle of the step: q = area velocity, dx = step velocity, dv = 2 (velocity - v). */
    double const per_whole = 1 / (1 + half * s.damping[i] + half * (cap * a1 + rod * a2));
    double const free_velocity = (v + half * push) * per_whole;
    double const give = half * s.spring[i] * per_whole;
    double const near = s.x[i] - s.spring_position[i] + half * free_velocity;
    double const compression = (near > 0 ? near : 0) / (1 + half * give);
    double const velocity = free_velocity - give * compression;
    double const dx = step * velocity, dv = 2 * (velocity - v);
    double const q_cap = -a1 * velocity, q_rod = a2 * velocity;
    double const dp_cap = z_cap[i] * q_cap, dp_rod = z_rod[i] * q_rod;
    double const p1 = c_cap[i] + dp_cap, p2 = c_rod[i] + dp_rod;
    double const x = s.x[i] + dx, w = v + dv;
    double const rest = s.rest[i];
    double const held = fabs(force) <= rest ? rest : -1;
    double const slow = (v == 0 ? 0 : fabs(w)) < s.stick[i] ? held : -1;
    double const sticks = direction * w <= 0 ? rest : slow;
    LEAVES(p1 < vapour) LEAVES(p2 < vapour)
    LEAVES(x < 0) LEAVES(x > s.stroke[i])
    LEAVES(sticks > 0)
    p_cap[i] = p1; w_cap[i] = p1 + dp_cap;
    p_rod[i] = p2; w_rod[i] = p2 + dp_rod;
    s.volume_cap[i] = a1 * x;
    s.volume_rod[i] = a2 * (s.stroke[i] - x);
    s.next_x[i] = x;
    s.next_v[i] = w;
    double const beyond = x - s.spring_position[i];
    s.next_force[i] = a1 * p1 - a2 * p2 - load - s.stiffness[i] * (beyond > 0 ? beyond : 0);
  }
  if (leaving != 0) leave(0);
}

/* ---- columns ---- */

enum { name_size = 48, most_columns = 96 };
typedef struct { char name[name_size]; double *values; } Column;
static Column columns[most_columns];
static int64_t given, count;
/* Next free column of the one block in which all lie, each from a multiple of 64 bytes on. */
static double *space;
static long stride;

static void fail(char const *what, char const *which) {
  fprintf(stderr, "kernels: %s %s\n", what, which);
  exit(1);
}

static Column *add(char const *name) {
  if (count == most_columns) fail("too many columns at", name);
  Column *const column = &columns[count++];
  snprintf(column->name, name_size, "%s", name);
  column->values = space;
  space += stride;
  return column;
}

/* A column of the input. */
static double *in(char const *name) {
  for (long k = 0; k < given; k++)
    if (strcmp(columns[k].name, name) == 0) return columns[k].values;
  fail("the input has no column", name);
  return NULL;
}

/* A column to be written. */
static double *out(char const *name) { return add(name)->values; }

static void read_columns(char const *file) {
  FILE *const from = fopen(file, "rb");
  int64_t head[2];
  if (!from || fread(head, sizeof *head, 2, from) != 2) fail("cannot read", file);
  rows = head[0];
  stride = (rows + 7) / 8 * 8;
  if (posix_memalign((void **)&space, 64, sizeof(double) * stride * most_columns)) fail("no memory for", file);
  memset(space, 0, sizeof(double) * stride * most_columns);
  for (given = 0; given < head[1]; given++) {
    char name[name_size];
    if (fread(name, 1, name_size, from) != name_size) fail("cannot read", file);
    if (fread(add(name)->values, sizeof(double), rows, from) != (size_t)rows) fail("cannot read", file);
  }
  fclose(from);
}

static void write_columns(char const *file) {
  FILE *const to = fopen(file, "wb");
  int64_t const head[2] = {rows, count - given};
  if (!to || fwrite(head, sizeof *head, 2, to) != 2) fail("cannot write", file);
  for (long k = given; k < count; k++) {
    fwrite(columns[k].name, 1, name_size, to);
    fwrite(columns[k].values, sizeof(double), rows, to);
  }
  if (fclose(to)) fail("cannot write", file);
}

/* A column that follows from others before the first step. */
#define DERIVE(name, expression) for (long i = 0; i < rows; i++) name[i] = (expression);

static double *scratch(void) {
  double *const values = space;
  space += stride;
  return values;
}

static Place *places(void) {
  Place *const values = (Place *)scratch();
  for (long i = 0; i < rows; i++) values[i] = i;
  return values;
}

/* ---- one call of each, on the columns ---- */

static double vapour, step;

#define ENDS(port) in("c_" port), in("z_" port)
#define WAVES(port) out("p_" port), out("w_" port)


static double *a[32];
static Place *at;
static Cylinders cylinders;

static void ready_orifice(void) {
  double const *const area = in("area"), *const coefficient = in("dischargeCoefficient"), *const density = in("density");
  a[0] = scratch();
  DERIVE(a[0], coefficient[i] * area[i] * sqrt(2 / density[i]))
  double *const all[] = {ENDS("in"), ENDS("out"), WAVES("in"), WAVES("out")};
  memcpy(a + 1, all, sizeof all);
}
static void call_orifice(void) { orifice(vapour, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]); }

static void ready_junction(void) {
  double *const all[] = {ENDS("0"), ENDS("1"), ENDS("2"), WAVES("0"), WAVES("1"), WAVES("2")};
  memcpy(a, all, sizeof all);
}
static void call_junction(void) { junction(vapour, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]); }

static void ready_relief_valve(void) {
  double *const all[] = {in("crackingPressure"), in("gradient"), ENDS("in"), ENDS("out"), WAVES("in"), WAVES("out")};
  memcpy(a, all, sizeof all);
}
static void call_relief_valve(void) { relief_valve(vapour, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]); }

static void ready_directional_valve(void) {
  double const *const flow = in("ratedFlow"), *const drop = in("ratedPressureDrop");
  a[0] = in("position");
  at = places();
  a[1] = scratch();
  DERIVE(a[1], flow[i] / sqrt(drop[i]))
  double *const all[] = {in("fractionPA"), in("fractionPB"), in("fractionBT"), in("fractionAT"), ENDS("P"), ENDS("A"), ENDS("B"), ENDS("T"),
                         WAVES("P"), WAVES("A"), WAVES("B"), WAVES("T")};
  memcpy(a + 2, all, sizeof all);
}
static void call_directional_valve(void) {
  directional_valve(vapour, a[0], at, a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17],
                    a[18], a[19], a[20], a[21]);
}

static void ready_actuator(void) {
  double const pi = 3.14159265358979323846;
  double const *const bore = in("bore"), *const rod = in("rodDiameter"), *const mass = in("mass"), *const viscous = in("viscousFriction");
  double const *const stiffness = in("springStiffness"), *const rest = in("staticFriction"), *const dry = in("coulombFriction");
  double *const derived[] = {scratch(), scratch(), scratch(), scratch(), scratch(), scratch()};
  DERIVE(derived[0], pi / 4 * (bore[i] * bore[i]))
  DERIVE(derived[1], derived[0][i] - pi / 4 * (rod[i] * rod[i]))
  DERIVE(derived[2], 1 / mass[i])
  DERIVE(derived[3], viscous[i] / mass[i])
  DERIVE(derived[4], stiffness[i] / mass[i])
  DERIVE(derived[5], rest[i] > dry[i] ? rest[i] : dry[i])
  a[0] = in("load");
  at = places();
  cylinders = (Cylinders){
      derived[0], derived[1], derived[2], derived[3], derived[4], in("springPosition"), stiffness, dry, derived[5], in("stickVelocity"), in("stroke"),
      in("state_x_0"), in("state_v_0"), in("hold_force_0"),
      out("state_x_1"), out("state_v_1"), out("hold_force_1"), out("volume_cap"), out("volume_rod"),
  };
  double *const all[] = {ENDS("cap"), ENDS("rod"), WAVES("cap"), WAVES("rod")};
  memcpy(a + 1, all, sizeof all);
}
static void call_actuator(void) { actuator(vapour, step, a[0], at, &cylinders, a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]); }

/* ---- measurement ---- */

static double nanoseconds(void (*call)(void), long calls) {
  struct timespec began, ended;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
  for (long n = 0; n < calls; n++) call();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
  return ((ended.tv_sec - began.tv_sec) * 1e9 + (ended.tv_nsec - began.tv_nsec)) / calls;
}

static int ascending(void const *a, void const *b) {
  double const x = *(double const *)a, y = *(double const *)b;
  return (x > y) - (x < y);
}

static struct { char const *name; void (*ready)(void); void (*call)(void); } const kernels[] = {
    {"orifice", ready_orifice, call_orifice},
    {"junction", ready_junction, call_junction},
    {"reliefValve", ready_relief_valve, call_relief_valve},
    {"directionalValve", ready_directional_valve, call_directional_valve},
    {"actuator", ready_actuator, call_actuator},
};

int main(int argc, char **argv) {
  if (argc != 6) fail("write", "kernels INPUT OUTPUT KERNEL ROUNDS SECONDS");
  long const rounds = atol(argv[4]);
  double const seconds = atof(argv[5]);
  read_columns(argv[1]);
  vapour = in("vapourPressure")[0];
  step = in("step")[0];
  unsigned long k = 0;
  while (k < sizeof kernels / sizeof *kernels && strcmp(kernels[k].name, argv[3]) != 0) k++;
  if (k == sizeof kernels / sizeof *kernels || rounds < 1) fail("no such kernel, or no rounds:", argv[3]);
  kernels[k].ready();
  kernels[k].call();
  write_columns(argv[2]);
  long const leaving = left;
  long calls = 1;
  while (nanoseconds(kernels[k].call, calls) * calls < seconds * 1e9) calls *= 2;
  double *const samples = malloc(sizeof(double) * rounds);
  printf("{\"kernel\":\"%s\",\"rows\":%ld,\"calls\":%ld,\"left\":%ld,\"nanoseconds\":[", argv[3], rows, calls, leaving);
  for (long round = 0; round < rounds; round++) {
    samples[round] = nanoseconds(kernels[k].call, calls);
    printf("%s%.9g", round ? "," : "", samples[round]);
  }
  qsort(samples, rounds, sizeof *samples, ascending);
  printf("],\"best\":%.9g,\"median\":%.9g}\n", samples[0], samples[rounds / 2]);
  return 0;
}
