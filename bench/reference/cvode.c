/*
 * CVODE (SUNDIALS, BDF, dense Newton, analytic Jacobian) on four stiff problems: what ringmain's 'bdf' is held against by multistep.mjs.
 *
 * Build (Debian: apt-get install libsundials-dev; written for SUNDIALS 6):
 *   cc -O2 -o cvode bench/reference/cvode.c -lsundials_cvode -lsundials_nvecserial -lsundials_sunlinsoldense -lsundials_sunmatrixdense -lm
 * Run:
 *   ./cvode problem rtol atol     prints: steps, error test failures, convergence failures, calls of f, Jacobians, factorizations, y(end)
 * Problems: hires, vanderpol2, vanderpol12, robertson, chain.
 */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#define CHAIN 20

typedef struct {
  const char *name;
  int size;
  double end;
  CVRhsFn rates;
  CVLsJacFn jacobian;
  double y0[CHAIN];
} Problem;

static int hires(double t, N_Vector yv, N_Vector fv, void *data) {
  const double *y = N_VGetArrayPointer(yv);
  double *f = N_VGetArrayPointer(fv);
  f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
  f[1] = 1.71 * y[0] - 8.75 * y[1];
  f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
  f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
  f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
  f[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
  f[6] = 280 * y[5] * y[7] - 1.81 * y[6];
  f[7] = -f[6];
  return 0;
}

static int hiresJacobian(double t, N_Vector yv, N_Vector fv, SUNMatrix J, void *d, N_Vector a, N_Vector b, N_Vector c) {
  const double *y = N_VGetArrayPointer(yv);
  const double table[][3] = {
      {0, 0, -1.71}, {0, 1, 0.43}, {0, 2, 8.32}, {1, 0, 1.71}, {1, 1, -8.75}, {2, 2, -10.03}, {2, 3, 0.43}, {2, 4, 0.035},
      {3, 1, 8.32}, {3, 2, 1.71}, {3, 3, -1.12}, {4, 4, -1.745}, {4, 5, 0.43}, {4, 6, 0.43}, {5, 3, 0.69}, {5, 4, 1.71},
      {5, 5, -280 * y[7] - 0.43}, {5, 6, 0.69}, {5, 7, -280 * y[5]}, {6, 5, 280 * y[7]}, {6, 6, -1.81}, {6, 7, 280 * y[5]},
      {7, 5, -280 * y[7]}, {7, 6, 1.81}, {7, 7, -280 * y[5]}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) SM_ELEMENT_D(J, (int)table[k][0], (int)table[k][1]) = table[k][2];
  return 0;
}

static int vanDerPol(double t, N_Vector yv, N_Vector fv, void *data) {
  const double *y = N_VGetArrayPointer(yv);
  double *f = N_VGetArrayPointer(fv);
  f[0] = y[1];
  f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) * 1e6;
  return 0;
}

static int vanDerPolJacobian(double t, N_Vector yv, N_Vector fv, SUNMatrix J, void *d, N_Vector a, N_Vector b, N_Vector c) {
  const double *y = N_VGetArrayPointer(yv);
  SM_ELEMENT_D(J, 0, 1) = 1;
  SM_ELEMENT_D(J, 1, 0) = (-2 * y[0] * y[1] - 1) * 1e6;
  SM_ELEMENT_D(J, 1, 1) = (1 - y[0] * y[0]) * 1e6;
  return 0;
}

static int robertson(double t, N_Vector yv, N_Vector fv, void *data) {
  const double *y = N_VGetArrayPointer(yv);
  double *f = N_VGetArrayPointer(fv);
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
  return 0;
}

static int robertsonJacobian(double t, N_Vector yv, N_Vector fv, SUNMatrix J, void *d, N_Vector a, N_Vector b, N_Vector c) {
  const double *y = N_VGetArrayPointer(yv);
  SM_ELEMENT_D(J, 0, 0) = -0.04;
  SM_ELEMENT_D(J, 0, 1) = 1e4 * y[2];
  SM_ELEMENT_D(J, 0, 2) = 1e4 * y[1];
  SM_ELEMENT_D(J, 2, 1) = 6e7 * y[1];
  SM_ELEMENT_D(J, 1, 0) = 0.04;
  SM_ELEMENT_D(J, 1, 1) = -1e4 * y[2] - 6e7 * y[1];
  SM_ELEMENT_D(J, 1, 2) = -1e4 * y[1];
  return 0;
}

/* Volumes of 0.01 and 1 l in turn, bulk modulus 1.2 GPa, joined by orifices of 4 mm, the last one to tank; 40 l/min into the first. */
static const double transition = 152929.6875;
static double orifice(double drop, double *slope) {
  const double area = 3.14159265358979323846 * 0.004 * 0.004 / 4, x = fabs(drop), sign = drop < 0 ? -1 : 1;
  if (x > transition) {
    const double flow = 0.6 * area * sqrt(2 * x / 870);
    *slope = flow / (2 * x);
    return sign * flow;
  }
  const double scale = 3 * area * 30e-6 * 1000 / (4 * 0.004), u = x / transition;
  *slope = scale / transition * (3 - 2 * u);
  return sign * scale * u * (3 - u);
}
static double stiffness(int i) { return 1.2e9 / (i % 2 == 0 ? 1e-5 : 1e-3); }

static int chain(double t, N_Vector yv, N_Vector fv, void *data) {
  const double *p = N_VGetArrayPointer(yv);
  double *f = N_VGetArrayPointer(fv), slope, in = 40e-3 / 60;
  for (int i = 0; i < CHAIN; i++) {
    const double out = orifice(p[i] - (i + 1 < CHAIN ? p[i + 1] : 0), &slope);
    f[i] = stiffness(i) * (in - out);
    in = out;
  }
  return 0;
}

static int chainJacobian(double t, N_Vector yv, N_Vector fv, SUNMatrix J, void *d, N_Vector a, N_Vector b, N_Vector c) {
  const double *p = N_VGetArrayPointer(yv);
  for (int i = 0; i < CHAIN; i++) {
    double slope;
    orifice(p[i] - (i + 1 < CHAIN ? p[i + 1] : 0), &slope);
    SM_ELEMENT_D(J, i, i) -= stiffness(i) * slope;
    if (i + 1 == CHAIN) break;
    SM_ELEMENT_D(J, i, i + 1) += stiffness(i) * slope;
    SM_ELEMENT_D(J, i + 1, i) += stiffness(i + 1) * slope;
    SM_ELEMENT_D(J, i + 1, i + 1) -= stiffness(i + 1) * slope;
  }
  return 0;
}

static Problem problems[] = {
    {"hires", 8, 321.8122, hires, hiresJacobian, {1, 0, 0, 0, 0, 0, 0, 0.0057}},
    {"vanderpol2", 2, 2, vanDerPol, vanDerPolJacobian, {2, 0}},
    {"vanderpol12", 2, 12, vanDerPol, vanDerPolJacobian, {2, 0}},
    {"robertson", 3, 4e6, robertson, robertsonJacobian, {1, 0, 0}},
    {"chain", CHAIN, 1, chain, chainJacobian, {0}},
};

int main(int argc, char **argv) {
  Problem *p = NULL;
  for (size_t k = 0; argc == 4 && k < sizeof problems / sizeof problems[0]; k++)
    if (strcmp(problems[k].name, argv[1]) == 0) p = &problems[k];
  if (p == NULL) return fprintf(stderr, "usage: cvode problem rtol atol\n"), 2;
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(p->size, context);
  for (int i = 0; i < p->size; i++) NV_Ith_S(y, i) = p->rates == chain ? 1e5 : p->y0[i];
  SUNMatrix matrix = SUNDenseMatrix(p->size, p->size, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void *memory = CVodeCreate(CV_BDF, context);
  CVodeInit(memory, p->rates, 0, y);
  CVodeSStolerances(memory, atof(argv[2]), atof(argv[3]));
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory, p->jacobian);
  CVodeSetMaxNumSteps(memory, 10000000);
  CVodeSetStopTime(memory, p->end);
  double t;
  if (CVode(memory, p->end, y, &t, CV_NORMAL) < 0) return 1;
  long steps, errors, failures, rates, jacobians, setups;
  CVodeGetNumSteps(memory, &steps);
  CVodeGetNumErrTestFails(memory, &errors);
  CVodeGetNumNonlinSolvConvFails(memory, &failures);
  CVodeGetNumRhsEvals(memory, &rates);
  CVodeGetNumJacEvals(memory, &jacobians);
  CVodeGetNumLinSolvSetups(memory, &setups);
  printf("[%ld,%ld,%ld,%ld,%ld,%ld", steps, errors, failures, rates, jacobians, setups);
  for (int i = 0; i < p->size; i++) printf(",%.17g", NV_Ith_S(y, i));
  printf("]\n");
  return 0;
}
