"""Reference solutions of Esqué's circuits by an independent program: Radau IIA at rtol 1e-10, begun anew at every jump of an input.

Development only: python3 with numpy and scipy. The circuits are those of circuits/orifices-*.yaml, circuits/servo-cylinder.yaml,
circuits/hires.yaml and circuits/van-der-pol.yaml; equations and values are written out here once more, on purpose.

    python3 bench/reference/esque.py              every table
    python3 bench/reference/esque.py servo        one of: steady rt rt-const off ringing servo hires van-der-pol
    python3 bench/reference/esque.py servo --wall 1e13     pipes with a wall modulus, Pa
"""
import argparse
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

RHO, NU, CQ, RE_TR = 870.0, 30e-6, 0.6, 1000.0
TAIT_A, TAIT_B = 0.0894, 1.2e8
LPM = 1e-3 / 60


def tait(p):
    """Bulk modulus of the Tait-type law, Pa."""
    return (p + TAIT_B) * (1 / TAIT_A - np.log(1 + p / TAIT_B))


def constant(_):
    return 1.2e9


def orifice(dp, d, fraction=1.0):
    """Flow of the two-regime orifice, m3/s; an edge of a valve has a fraction of the area of diameter d."""
    if fraction == 0:
        return 0.0
    area, d = fraction * np.pi / 4 * d * d, d * np.sqrt(fraction)
    x, s = abs(dp), np.sign(dp)
    dp_tr = 9 * RE_TR**2 * RHO * NU**2 / (8 * CQ**2 * d**2)
    if x > dp_tr:
        return s * CQ * area * np.sqrt(2 * x / RHO)
    r = x / dp_tr
    return s * 3 * area * NU * RE_TR / (4 * d) * r * (3 - r)


def drop(q, d):
    """Pressure difference of a steady flow, Pa."""
    return brentq(lambda dp: orifice(dp, d) - q, 0, 1e9, xtol=1e-9, rtol=1e-15)


def pieces(rhs, y0, corners, times, rtol=1e-10, atol=1e-10):
    """Solution at the times, by a fresh solver between each two corners."""
    times, out = np.asarray(times, float), {}
    y = np.asarray(y0, float)
    for a, b in zip(corners[:-1], corners[1:]):
        middle = 0.5 * (a + b)
        inside = [t for t in times if a <= t <= b]
        solution = solve_ivp(lambda t, u: rhs(t, u, middle), (a, b), y, "Radau", rtol=rtol, atol=atol, dense_output=True)
        if not solution.success:
            sys.exit(f"from {a} s: {solution.message}")
        for t in inside:
            if t not in out:
                out[t] = solution.sol(t)
        y = solution.y[:, -1]
    return np.array([out[t] for t in times]), y


def two_volumes(v1, v2, d1, d2, flow, modulus):
    def rhs(t, y, middle):
        p1, p2 = y
        between, out = orifice(p1 - p2, d1), orifice(p2, d2)
        return [modulus(p1) / v1 * (flow(t, middle) - between), modulus(p2) / v2 * (between - out)]

    return rhs


def steady(q, d1, d2):
    p2 = drop(q, d2)
    return [p2 + drop(q, d1), p2]


def pulsating(mean, amplitude, frequency, end):
    return lambda t, middle: (mean + (amplitude * np.sin(2 * np.pi * frequency * t) if middle < end else 0)) * LPM


RT = {
    "RT-1": (0.05e-3, 1e-3, 4e-3, 4e-3, 40, 10),
    "RT-2": (0.01e-3, 1e-3, 6e-3, 4e-3, 60, 40),
}


def show_steady():
    print("steady drops, Pa")
    for q, d in [(20, 4e-3), (25, 4e-3), (30, 4e-3), (40, 4e-3), (60, 4e-3), (60, 6e-3)]:
        print(f"  {q:3d} l/min through {1e3 * d:.0f} mm: {drop(q * LPM, d)!r}")
    print("steady pressures at the start, Pa")
    for name, q, d1, d2 in [("rt-1", 40, 4e-3, 4e-3), ("rt-2, off-2", 60, 6e-3, 4e-3), ("off-1", 60, 4e-3, 4e-3), ("ringing", 18, 4e-3, 4e-3)]:
        print(f"  {name:12s} p1 {steady(q * LPM, d1, d2)[0]!r}  p2 {steady(q * LPM, d1, d2)[1]!r}")


def show_rt(modulus):
    times = [0, 0.010, 0.025, 0.100, 0.325, 0.790, 0.800, 0.810, 0.850, 1.000, 1.500]
    for name, (v1, v2, d1, d2, mean, amplitude) in RT.items():
        rhs = two_volumes(v1, v2, d1, d2, pulsating(mean, amplitude, 10, 0.8), modulus)
        rows, _ = pieces(rhs, steady(mean * LPM, d1, d2), [0, 0.8, 1.5], times, atol=1e-4)
        print(f"{name}, {'Tait' if modulus is tait else 'B = 1.2e9 Pa'}: t [s], p1, p2 [MPa]")
        for t, (p1, p2) in zip(times, rows):
            print(f"  {t:5.3f}  {p1 / 1e6:.6f}  {p2 / 1e6:.6f}")


def show_off():
    def steps(_, middle):
        return (60 if middle < 1 or middle > 2 else 30) * LPM

    rows, _ = pieces(two_volumes(0.01e-3, 10e-3, 4e-3, 4e-3, steps, tait), steady(60 * LPM, 4e-3, 4e-3), [0, 1, 2, 3], [1, 2, 3], atol=1e-4)
    print("OFF-1: t [s], p1, p2 [MPa]")
    for t, (p1, p2) in zip([1, 2, 3], rows):
        print(f"  {t}  {p1 / 1e6:.6f}  {p2 / 1e6:.6f}")
    flow = pulsating(60, 20, 4, 1e300)
    rows, _ = pieces(two_volumes(0.02e-3, 10e-3, 6e-3, 4e-3, flow, tait), steady(60 * LPM, 6e-3, 4e-3), [0, 3], [1, 3], atol=1e-4)
    print("OFF-2: t [s], p1, p2 [MPa]")
    for t, (p1, p2) in zip([1, 3], rows):
        print(f"  {t}  {p1 / 1e6:.6f}  {p2 / 1e6:.6f}")


def show_ringing():
    def flow(_, middle):
        return (18 if middle < 0.05 else 20) * LPM

    times = [0.05, 0.051, 0.06, 0.1]
    rhs = two_volumes(0.025e-3, 2.5e-3, 4e-3, 4e-3, flow, tait)
    rows, _ = pieces(rhs, steady(18 * LPM, 4e-3, 4e-3), [0, 0.05, 0.1], times, atol=1e-4)
    print("ringing: t [s], p1, p2 [MPa]")
    for t, (p1, p2) in zip(times, rows):
        print(f"  {t:.3f}  {p1 / 1e6:.6f}  {p2 / 1e6:.6f}")


U = [(0, 0), (1, 0), (1, 1), (2, 1), (2.4, 0), (4, 0), (4, -0.6), (4.8, -0.6), (5.2, 0), (6, 0), (6, 0.4), (7.2, 0.4), (7.6, 0), (8, 0),
     (8, -1), (8.4, -1), (8.8, 0), (10, 0)]


def position(t, middle):
    """Spool position on the piece that holds the middle, at its ends too."""
    for (a, u), (b, w) in zip(U[:-1], U[1:]):
        if a < middle < b:
            return u + (w - u) * (t - a) / (b - a)
    return 0.0


def servo(wall):
    bore, rod, stroke, mass = 50e-3, 28e-3, 0.5, 1000.0
    fc, fs, b, vs, veps = 200.0, 500.0, 500.0, 20e-3, 1e-3
    a_a, a_b = np.pi / 4 * bore**2, np.pi / 4 * (bore**2 - rod**2)
    length, diameter, xi = 3.0, 10e-3, 100.0
    area = np.pi / 4 * diameter**2
    kl, kt = 128 * NU * RHO * length / (np.pi * diameter**4), xi * RHO / (2 * area**2)
    half = area * length / 2
    dead, v11, v12, q_pump = 0.1e-3, 1e-3, 1e-3, 25 * LPM
    k1, k2 = 10 * LPM / np.sqrt(11e6), 60 * LPM / np.sqrt(13e6)
    c2 = (1e6 / k2 - 1e6 / k1) / 2e6
    c1 = 1e6 / k1 - 11e6 * c2
    c3 = 3e-3 * 1e6 / k1

    def pipe(p):
        return 1 / (1 / tait(p) + (1 / wall if wall else 0))

    def root(dp):
        return np.sign(dp) * np.sqrt(abs(dp)) if abs(dp) > 1e4 else 100 * (dp / 1e4) * (3 - abs(dp) / 1e4) / 2

    def rhs(t, y, middle):
        pa, pb, x, v, p5, p6, q7, p8, p9, q10, p11, p12, k = y
        u = position(t, middle)
        qa, qb = orifice(p5 - pa, 9.5e-3), orifice(p8 - pb, 9.5e-3)
        q_11_6 = orifice(p11 - p6, 4e-3, u) if u > 0 else 0.0
        q_9_12 = orifice(p9 - p12, 4e-3, u) if u > 0 else 0.0
        q_11_9 = orifice(p11 - p9, 4e-3, -u) if u < 0 else 0.0
        q_6_12 = orifice(p6 - p12, 4e-3, -u) if u < 0 else 0.0
        relief = k * root(p11)
        friction = (fc + (fs - fc) * np.exp(-((v / vs) ** 2))) * np.tanh(v / veps) + b * v
        return [
            tait(pa) / (dead + a_a * x) * (qa - a_a * v),
            tait(pb) / (dead + a_b * (stroke - x)) * (qb + a_b * v),
            v,
            (a_a * pa - a_b * pb - friction) / mass,
            pipe(p5) / half * (q7 - qa),
            pipe(p6) / half * (q_11_6 - q_6_12 - q7),
            area / (RHO * length) * (p6 - p5 - kl * q7 - kt * q7 * abs(q7)),
            pipe(p8) / half * (q10 - qb),
            pipe(p9) / half * (q_11_9 - q_9_12 - q10),
            area / (RHO * length) * (p9 - p8 - kl * q10 - kt * q10 * abs(q10)),
            tait(p11) / v11 * (q_pump - q_11_6 - q_11_9 - relief),
            tait(p12) / v12 * (q_9_12 + q_6_12 - orifice(p12, 4e-3)),
            (max(0.0, p11 - 10e6) - (c1 + c2 * p11) * k) / c3,
        ]

    return rhs, (c1, c2, c3)


def show_servo(wall):
    rhs, (c1, c2, c3) = servo(wall)
    y0 = [1e5, 1e5, 0.1, 0, 1e5, 1e5, 0, 1e5, 1e5, 0, 1e5, 1e5, 0]
    corners = sorted({t for t, _ in U})
    times = [0.999, 1.05, 1.5, 2.2, 3.9, 4.5, 5.0, 6.5, 7.5, 10.0]
    scale = np.array([1e5, 1e5, 1e-2, 1e-2, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-9])
    rows, _ = pieces(rhs, y0, corners, times, atol=1e-9 * scale)
    print(f"servo-cylinder, wall modulus {wall or 'infinite'}: c1 {c1:.6e}, c2 {c2:.6e}, c3 {c3:.5e}")
    print("  t [s]    x [m]      v [m/s]     pA [MPa]  pB       p6       p9       Q7 [l/min]  p11       p12      K")
    for t, (pa, pb, x, v, _, p6, q7, _, p9, _, p11, p12, k) in zip(times, rows):
        print(f"  {t:6.3f}  {x:.8f}  {v:+.6f}  {pa / 1e6:8.4f} {pb / 1e6:8.4f} {p6 / 1e6:8.4f} {p9 / 1e6:8.4f}  {q7 / LPM:9.3f}  "
              f"{p11 / 1e6:8.4f}  {p12 / 1e6:7.4f}  {k:.4e}")


def show_hires():
    def rhs(_, y, __):
        a, b, c, d, e, f, g, h = y
        last = 280 * f * h - 1.81 * g
        return [-1.71 * a + 0.43 * b + 8.32 * c + 0.0007, 1.71 * a - 8.75 * b, -10.03 * c + 0.43 * d + 0.035 * e,
                8.32 * b + 1.71 * c - 1.12 * d, -1.745 * e + 0.43 * f + 0.43 * g,
                -280 * f * h + 0.69 * d + 1.71 * e - 0.43 * f + 0.69 * g, last, -last]

    rows, _ = pieces(rhs, [1, 0, 0, 0, 0, 0, 0, 0.0057], [0, 370], [321.8122, 370], rtol=1e-12, atol=1e-16)
    print("hires: y1 … y8")
    for t, row in zip([321.8122, 370], rows):
        print(f"  {t}: " + ", ".join(f"{value:.9e}" for value in row))


def show_van_der_pol():
    rows, _ = pieces(lambda _, y, __: [y[1], ((1 - y[0] ** 2) * y[1] - y[0]) * 1e6], [2, 0], [0, 12], [1, 2, 12], rtol=1e-11, atol=1e-13)
    print("van-der-pol: y1, y2")
    for t, row in zip([1, 2, 12], rows):
        print(f"  {t}: " + ", ".join(f"{value:.9f}" for value in row))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?")
    parser.add_argument("--wall", type=float, default=0.0)
    options = parser.parse_args()
    tables = {
        "steady": show_steady,
        "rt": lambda: show_rt(tait),
        "rt-const": lambda: show_rt(constant),
        "off": show_off,
        "ringing": show_ringing,
        "servo": lambda: show_servo(options.wall),
        "hires": show_hires,
        "van-der-pol": show_van_der_pol,
    }
    if options.table and options.table not in tables:
        sys.exit(f"no table {options.table!r}; there are {', '.join(tables)}")
    for name, show in tables.items():
        if options.table in (None, name):
            show()


if __name__ == "__main__":
    main()
