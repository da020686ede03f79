/*
 * SUNDIALS' CVODE on the hard cases of `ringmain bench precision hard-cases`, by equations that are written here once more. Development only; hard_cases.py compiles and runs it.
 *
 *   cc -O2 bench/reference/hardCasesCvode.c -o cvode -lsundials_cvode -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense -lm        (SUNDIALS 6.4, Debian 12: libsundials-dev)
 *   ./cvode HIRES 1e-4          one JSON object: work, how it ended, and the solution at the end, of circuits at 201 times
 *   ./cvode --version
 *
 * BDF with Newton's method, a dense Jacobian by differences, and defaults else. It is begun anew at jumps of an input, knows no switches, and is given up after 300 000 evaluations.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

#define MOST 300000
#define ROWS 201
#define PI 3.14159265358979323846
#define LPM (1e-3 / 60)

/* t, y, the middle of the piece between two jumps of an input, the size of a small volume → y' */
typedef void Rates(double t, const double *y, double middle, double volume, double *f);

static void hires(double t, const double *y, double m, double w, double *f) {
  const double last = 280 * y[5] * y[7] - 1.81 * y[6];
  f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
  f[1] = 1.71 * y[0] - 8.75 * y[1];
  f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
  f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
  f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
  f[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
  f[6] = last;
  f[7] = -last;
}

static void robertson(double t, const double *y, double m, double w, double *f) {
  const double slow = 0.04 * y[0], back = 1e4 * y[1] * y[2], fast = 3e7 * y[1] * y[1];
  f[0] = back - slow;
  f[1] = slow - back - fast;
  f[2] = fast;
}

static void vanDerPol(double t, const double *y, double m, double w, double *f) {
  f[0] = y[1];
  f[1] = 1e6 * ((1 - y[0] * y[0]) * y[1] - y[0]);
}

static void orego(double t, const double *y, double m, double w, double *f) {
  f[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
  f[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
  f[2] = 0.161 * (y[0] - y[2]);
}

static void e5(double t, const double *y, double m, double w, double *f) {
  const double one = 7.89e-10 * y[0], two = 1.1e7 * y[0] * y[2], three = 1.13e9 * y[1] * y[2], four = 1.13e3 * y[3];
  f[0] = -one - two;
  f[1] = one - three;
  f[2] = one - two + four - three;
  f[3] = two - four;
}

/* k, what is taken, what is made: species from 1, 0 for none. */
static const struct {
  double k;
  int taken[2], made[3];
} reactions[25] = {
    {0.35, {1}, {2, 3}},      {26.6, {2, 4}, {1}},        {1.23e4, {5, 2}, {1, 6}}, {8.6e-4, {7}, {5, 5, 8}},       {8.2e-4, {7}, {8}},
    {1.5e4, {7, 6}, {5, 8}},  {1.3e-4, {9}, {5, 8, 10}},  {2.4e4, {9, 6}, {11}},    {1.65e4, {11, 2}, {1, 10, 12}}, {9e3, {11, 1}, {13}},
    {0.022, {13}, {11, 1}},   {1.2e4, {10, 2}, {14, 1}},  {1.88, {14}, {7, 5}},     {1.63e4, {1, 6}, {15}},         {4.8e6, {3}, {4}},
    {3.5e-4, {4}, {16}},      {0.0175, {4}, {3}},         {1e8, {16}, {6, 6}},      {4.44e11, {16}, {3}},           {1240, {17, 6}, {5, 18}},
    {2.1, {19}, {2}},         {5.78, {19}, {1, 3}},       {0.0474, {1, 4}, {19}},   {1780, {19, 1}, {20}},          {3.12, {20}, {1, 19}},
};

static void pollution(double t, const double *y, double m, double w, double *f) {
  memset(f, 0, 20 * sizeof(double));
  for (int r = 0; r < 25; r++) {
    double flow = reactions[r].k;
    for (int i = 0; i < 2; i++) if (reactions[r].taken[i]) flow *= y[reactions[r].taken[i] - 1];
    for (int i = 0; i < 2; i++) if (reactions[r].taken[i]) f[reactions[r].taken[i] - 1] -= flow;
    for (int i = 0; i < 3; i++) if (reactions[r].made[i]) f[reactions[r].made[i] - 1] += flow;
  }
}

static double sign(double x) { return (x > 0) - (x < 0); }

/* Through an orifice of 1 mm; a polynomial below 1000 Pa. */
static double throughOrifice(double dp) {
  const double k = 0.6 * PI / 4 * 1e-6 * sqrt(2.0 / 900), x = fabs(dp) / 1e3;
  return k * sign(dp) * (x > 1 ? sqrt(fabs(dp)) : sqrt(1e3) * x * (3 - x) / 2);
}
static double modulus(double p) { return 0.5 * 1.8e9 * log(90 * p / 2.8e7 + 3); }

static void orifices(double t, const double *y, double m, double volume, double *f) {
  const double through = throughOrifice(y[0] - y[1]);
  f[0] = modulus(y[0]) / 1e-3 * (throughOrifice(1e7 - y[0]) - through);
  f[1] = modulus(y[1]) / volume * (through - throughOrifice(y[1]));
}

static void pressureSwitch(double t, const double *y, double m, double w, double *f) {
  f[0] = 1.4e9 / 1e-3 * (20 * LPM - (0.05 + (y[0] > 1e7 ? 0.5 : 0)) * LPM / 1e5 * y[0]);
}

static void slide(double t, const double *y, double m, double w, double *f) {
  f[0] = y[1];
  f[1] = y[0] + y[1] > 0 ? -3 : 3;
}

#define RHO 870.0
#define NU 30e-6
#define CQ 0.6
#define RE 1000.0
static double tait(double p) { return (p + 1.2e8) * (1 / 0.0894 - log(1 + p / 1.2e8)); }

static double edge(double dp, double whole, double fraction) {
  if (fraction <= 0) return 0;
  const double area = fraction * PI / 4 * whole * whole, d = whole * sqrt(fraction), x = fabs(dp);
  const double transition = 9 * RE * RE * RHO * NU * NU / (8 * CQ * CQ * d * d), r = x / transition;
  return sign(dp) * (x > transition ? CQ * area * sqrt(2 * x / RHO) : 3 * area * NU * RE / (4 * d) * r * (3 - r));
}

/* Of circuits/servo-cylinder.yaml to 2 s: the valve jumps from 0 to 1 at 1 s. */
static void servo(double t, const double *y, double middle, double w, double *f) {
  const double bore = 50e-3, rod = 28e-3, stroke = 0.5, aA = PI / 4 * bore * bore, aB = PI / 4 * (bore * bore - rod * rod);
  const double length = 3, d = 10e-3, area = PI / 4 * d * d, half = area * length / 2, dead = 0.1e-3;
  const double kl = 128 * NU * RHO * length / (PI * d * d * d * d), kt = 100 * RHO / (2 * area * area);
  const double k1 = 10 * LPM / sqrt(11e6), k2 = 60 * LPM / sqrt(13e6), c2 = (1e6 / k2 - 1e6 / k1) / 2e6, c1 = 1e6 / k1 - 11e6 * c2, c3 = 3e-3 * 1e6 / k1;
  const double pa = y[0], pb = y[1], x = y[2], v = y[3], p5 = y[4], p6 = y[5], q7 = y[6], p8 = y[7], p9 = y[8], q10 = y[9], p11 = y[10], p12 = y[11], k = y[12];
  const double u = middle > 1 ? 1 : 0;
  const double qa = edge(p5 - pa, 9.5e-3, 1), qb = edge(p8 - pb, 9.5e-3, 1), in = edge(p11 - p6, 4e-3, u), back = edge(p9 - p12, 4e-3, u);
  const double root = fabs(p11) > 1e4 ? sign(p11) * sqrt(fabs(p11)) : 100 * (p11 / 1e4) * (3 - fabs(p11) / 1e4) / 2;
  const double friction = (200 + 300 * exp(-(v / 20e-3) * (v / 20e-3))) * tanh(v / 1e-3) + 500 * v;
  f[0] = tait(pa) / (dead + aA * x) * (qa - aA * v);
  f[1] = tait(pb) / (dead + aB * (stroke - x)) * (qb + aB * v);
  f[2] = v;
  f[3] = (aA * pa - aB * pb - friction) / 1000;
  f[4] = tait(p5) / half * (q7 - qa);
  f[5] = tait(p6) / half * (in - q7);
  f[6] = area / (RHO * length) * (p6 - p5 - kl * q7 - kt * q7 * fabs(q7));
  f[7] = tait(p8) / half * (q10 - qb);
  f[8] = tait(p9) / half * (-back - q10);
  f[9] = area / (RHO * length) * (p9 - p8 - kl * q10 - kt * q10 * fabs(q10));
  f[10] = tait(p11) / 1e-3 * (25 * LPM - in - k * root);
  f[11] = tait(p12) / 1e-3 * (back - edge(p12, 4e-3, 1));
  f[12] = ((p11 > 10e6 ? p11 - 10e6 : 0) - (c1 + c2 * p11) * k) / c3;
}

/* Start, end, a jump of an input (0: none), atol in parts of rtol by unknown (problems: one for all), and whether rows are printed: of circuits. */
static const struct Case {
  const char *name;
  Rates *rates;
  int size;
  double start[20], end, jump, absolute[20], volume;
  int isCircuit;
} cases[] = {
    {"HIRES", hires, 8, {1, 0, 0, 0, 0, 0, 0, 0.0057}, 321.8122, 0, {1e-4}},
    {"Robertson", robertson, 3, {1, 0, 0}, 1e11, 0, {1e-8}},
    {"Van der Pol, 1e6", vanDerPol, 2, {2, 0}, 2, 0, {1}},
    {"OREGO", orego, 3, {1, 2, 3}, 360, 0, {1e-6}},
    {"E5", e5, 4, {1.76e-3, 0, 0, 0}, 1e7, 0, {1e-15}},
    {"pollution", pollution, 20, {0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007}, 60, 0, {1e-6}},
    {"servo cylinder", servo, 13, {1e5, 1e5, 0.1, 0, 1e5, 1e5, 0, 1e5, 1e5, 0, 1e5, 1e5, 0}, 2, 1,
     {1e5, 1e5, 1e-2, 1e-2, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-8}, 0, 1},
    {"orifices, 1e-3 m3", orifices, 2, {0, 0}, 1, 0, {1e5, 1e5}, 1e-3, 1},
    {"orifices, 1e-5 m3", orifices, 2, {0, 0}, 1, 0, {1e5, 1e5}, 1e-5, 1},
    {"orifices, 1e-7 m3", orifices, 2, {0, 0}, 1, 0, {1e5, 1e5}, 1e-7, 1},
    {"pressure switch", pressureSwitch, 1, {0}, 1, 0, {1e5}, 0, 1},
    {"textbook slide", slide, 2, {1, 0}, 3, 0, {1e-2, 1e-2}, 0, 1},
};

struct Work {
  const struct Case *of;
  double middle;
  long accepted, rejected, evaluations;
  char ended[64];
};

static int rates(realtype t, N_Vector y, N_Vector into, void *data) {
  struct Work *work = data;
  work->of->rates(t, NV_DATA_S(y), work->middle, work->of->volume, NV_DATA_S(into));
  return 0;
}

/* Adds what CVODE took since it was begun. */
static void count(void *cvode, struct Work *work) {
  long steps, errors, unsolved, evaluations, differences;
  CVodeGetNumSteps(cvode, &steps);
  CVodeGetNumErrTestFails(cvode, &errors);
  CVodeGetNumNonlinSolvConvFails(cvode, &unsolved);
  CVodeGetNumRhsEvals(cvode, &evaluations);
  CVodeGetNumLinRhsEvals(cvode, &differences);
  work->accepted += steps;
  work->rejected += errors + unsolved;
  work->evaluations += evaluations + differences;
}

static double solved(const struct Case *of, double rtol, SUNContext context, struct Work *work, double rows[ROWS][20]) {
  *work = (struct Work){.of = of, .ended = "done"};
  const double corners[3] = {0, of->jump > 0 ? of->jump : of->end, of->end};
  N_Vector y = N_VNew_Serial(of->size, context), at = N_VNew_Serial(of->size, context), absolute = N_VNew_Serial(of->size, context);
  SUNMatrix matrix = SUNDenseMatrix(of->size, of->size, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void *cvode = CVodeCreate(CV_BDF, context);
  for (int i = 0; i < of->size; i++) {
    NV_Ith_S(y, i) = of->start[i];
    NV_Ith_S(absolute, i) = rtol * (of->isCircuit ? of->absolute[i] : of->absolute[0]);
  }
  int row = 0;
  const clock_t began = clock();
  CVodeInit(cvode, rates, 0, y);
  CVodeSVtolerances(cvode, rtol, absolute);
  CVodeSetUserData(cvode, work);
  CVodeSetLinearSolver(cvode, solver, matrix);
  CVodeSetMaxNumSteps(cvode, -1);
  CVodeSetErrHandlerFn(cvode, NULL, NULL);
  CVodeSetErrFile(cvode, NULL);
  double t = 0;
  for (int piece = 0; piece < 2 && t < of->end && strcmp(work->ended, "done") == 0; piece++) {
    const double to = corners[piece + 1];
    work->middle = (corners[piece] + to) / 2;
    if (piece > 0) CVodeReInit(cvode, t, y);
    CVodeSetStopTime(cvode, to);
    long evaluations = 0;
    while (t < to) {
      if (CVode(cvode, to, y, &t, CV_ONE_STEP) < 0) {
        snprintf(work->ended, sizeof work->ended, "stuck at %.3g s", t);
        break;
      }
      CVodeGetNumRhsEvals(cvode, &evaluations);
      if (evaluations > MOST) {
        snprintf(work->ended, sizeof work->ended, "given up at %.3g s", t);
        break;
      }
      for (; of->isCircuit && row < ROWS && of->end * row / (ROWS - 1) <= t; row++) {
        CVodeGetDky(cvode, of->end * row / (ROWS - 1), 0, at);
        memcpy(rows[row], NV_DATA_S(at), of->size * sizeof(double));
      }
    }
    count(cvode, work);
  }
  const double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  if (!of->isCircuit) memcpy(rows[0], NV_DATA_S(y), of->size * sizeof(double));
  CVodeFree(&cvode);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(at);
  N_VDestroy(absolute);
  return seconds;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--version") == 0) {
    char version[32];
    SUNDIALSGetVersion(version, sizeof version);
    return puts(version) < 0;
  }
  const struct Case *of = NULL;
  for (size_t k = 0; count == 3 && k < sizeof cases / sizeof *cases; k++) if (strcmp(cases[k].name, words[1]) == 0) of = &cases[k];
  if (of == NULL) return fprintf(stderr, "cvode NAME RTOL, or cvode --version\n"), 1;
  static double rows[ROWS][20];
  SUNContext context;
  SUNContext_Create(NULL, &context);
  struct Work work;
  double seconds = INFINITY;
  /* The fastest of four of what is short. */
  for (int round = 0; round < 4 && (round == 0 || seconds < 0.2); round++) {
    const double took = solved(of, atof(words[2]), context, &work, rows);
    if (took < seconds) seconds = took;
  }
  printf("{\"accepted\": %ld, \"rejected\": %ld, \"evaluations\": %ld, \"seconds\": %g, \"ended\": \"%s\", \"rows\": [", work.accepted, work.rejected, work.evaluations, seconds, work.ended);
  for (int r = 0; r < (of->isCircuit ? ROWS : 1); r++) {
    printf(r ? ", [" : "[");
    for (int i = 0; i < of->size; i++) printf(i ? ", %.17g" : "%.17g", rows[r][i]);
    printf("]");
  }
  puts("]}");
  SUNContext_Free(&context);
  return 0;
}
