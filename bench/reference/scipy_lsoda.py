"""SciPy's LSODA (ODEPACK, Petzold and Hindmarsh) on the problems of cvode.c: what ringmain's 'lsoda' is held against by multistep.mjs.

python3 scipy_lsoda.py problem rtol atol    prints: steps, -1, -1, calls of f, Jacobians, factorizations (-1: not told), y(end)
Tolerances below 1e-10 are for reference solutions and are left to Radau IIA. Needs numpy and scipy.
"""
import json
import sys

import numpy as np
from scipy.integrate import solve_ivp


def hires(_, y):
    f = np.empty(8)
    f[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007
    f[1] = 1.71 * y[0] - 8.75 * y[1]
    f[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4]
    f[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3]
    f[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6]
    f[5] = -280 * y[5] * y[7] + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6]
    f[6] = 280 * y[5] * y[7] - 1.81 * y[6]
    f[7] = -f[6]
    return f


def hires_jacobian(_, y):
    j = np.zeros((8, 8))
    j[0, :3] = -1.71, 0.43, 8.32
    j[1, :2] = 1.71, -8.75
    j[2, 2:5] = -10.03, 0.43, 0.035
    j[3, 1:4] = 8.32, 1.71, -1.12
    j[4, 4:7] = -1.745, 0.43, 0.43
    j[5, 3:8] = 0.69, 1.71, -280 * y[7] - 0.43, 0.69, -280 * y[5]
    j[6, 5:8] = 280 * y[7], -1.81, 280 * y[5]
    j[7, 5:8] = -j[6, 5:8]
    return j


def van_der_pol(_, y):
    return [y[1], ((1 - y[0] ** 2) * y[1] - y[0]) * 1e6]


def van_der_pol_jacobian(_, y):
    return np.array([[0, 1], [(-2 * y[0] * y[1] - 1) * 1e6, (1 - y[0] ** 2) * 1e6]])


def robertson(_, y):
    first = -0.04 * y[0] + 1e4 * y[1] * y[2]
    third = 3e7 * y[1] ** 2
    return [first, -first - third, third]


def robertson_jacobian(_, y):
    return np.array([[-0.04, 1e4 * y[2], 1e4 * y[1]], [0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]], [0, 6e7 * y[1], 0]])


LENGTH = 20
STIFFNESS = 1.2e9 / np.where(np.arange(LENGTH) % 2 == 0, 1e-5, 1e-3)
TRANSITION = 152929.6875
AREA = np.pi * 0.004**2 / 4


def orifices(p):
    drop = p - np.append(p[1:], 0)
    x = np.abs(drop)
    u = x / TRANSITION
    scale = 3 * AREA * 30e-6 * 1000 / (4 * 0.004)
    turbulent = x > TRANSITION
    root = 0.6 * AREA * np.sqrt(2 * x / 870)
    flow = np.sign(drop) * np.where(turbulent, root, scale * u * (3 - u))
    return flow, np.where(turbulent, root / (2 * np.maximum(x, 1)), scale / TRANSITION * (3 - 2 * u))


def chain(_, p):
    flow, _ = orifices(p)
    return STIFFNESS * (np.append(40e-3 / 60, flow[:-1]) - flow)


def chain_jacobian(_, p):
    _, slope = orifices(p)
    inner = slope[:-1]
    j = np.diag(-slope - np.append(0, inner)) + np.diag(inner, 1) + np.diag(inner, -1)
    return STIFFNESS[:, None] * j


PROBLEMS = {
    "hires": (hires, hires_jacobian, 321.8122, [1, 0, 0, 0, 0, 0, 0, 0.0057]),
    "vanderpol2": (van_der_pol, van_der_pol_jacobian, 2, [2, 0]),
    "vanderpol12": (van_der_pol, van_der_pol_jacobian, 12, [2, 0]),
    "robertson": (robertson, robertson_jacobian, 4e6, [1, 0, 0]),
    "chain": (chain, chain_jacobian, 1, [1e5] * LENGTH),
}

rates, jacobian, end, start = PROBLEMS[sys.argv[1]]
rtol, atol = float(sys.argv[2]), float(sys.argv[3])
method = "LSODA" if rtol > 1e-10 else "Radau"
run = solve_ivp(rates, (0, end), np.array(start, float), method=method, rtol=rtol, atol=atol, jac=jacobian)
print(json.dumps([len(run.t) - 1, -1, -1, int(run.nfev), int(run.njev), -1, *map(float, run.y[:, -1])]))
