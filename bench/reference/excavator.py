"""Reference solution of circuits/excavator-boom.yaml by an independent program: SciPy's Radau IIA at rtol 1e-10, begun anew at every corner of the duty cycle
and wherever the pump's swash meets or leaves a stop.

Development only: python3 with numpy and scipy. Equations and values are written out here once more, on purpose; what it rests on:

- Lines that touch are one volume, p' = (sum of the flows into it) / (V / B), V with the chambers of the cylinders; tanks set the pressure 0 of what they end.
- Square roots of pressure differences below 1000 Pa are replaced by the polynomial that goes on with the same value and slope.
- The pump always fills: at full stroke it asks for 0.7 / 0.95 bar above vapour, and has 1 bar.

    python3 bench/reference/excavator.py                    the table, excavator-boom.csv beside it
    python3 bench/reference/excavator.py --rtol 1e-8        how far that is from the table
"""
import argparse
from math import cos, hypot, pi, sin, sqrt
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

BAR, LPM, DEGREE = 1e5, 1e-3 / 60, pi / 180
BULK, VAPOUR = 16000 * BAR, -1 * BAR
WIDE, NARROW = pi / 4 * 0.050**2, pi / 4 * 0.010**2  # m2, of lines
MAIN, SIDE_A, SIDE_B, SIGNAL = 2.5 * WIDE, 1.0 * WIDE + 1.0 * NARROW, 1.5 * WIDE + 1.0 * NARROW, 2.0 * NARROW  # m3

DUTY = [(0, 0), (1, 0), (2, -0.9), (3, -0.9), (4, 0), (8, 0), (9, 0.5), (12.5, 0.5), (13.5, 0), (15, 0)]
FULL = 500e-6 / (2 * pi) * 150  # m3/s
LEAK = 1.8e-9 * 500e-6 / (2 * pi) / (870 * 46e-6)  # m3/s/Pa
CAP = 2 * pi / 4 * 0.135**2
ROD = CAP - 2 * pi / 4 * 0.050**2
CLOSED, STROKE = 2.48, 1.25
MOMENT_X, MOMENT_Y, INERTIA = 10198.0, -142.3, 71383.0
STOPS = (-16 * DEGREE, 54 * DEGREE)

P, A, B, LS, SWASH, SPOOL, SPEED, SENSE, ANGLE, RATE = range(10)
START = [5 * BAR, 31.6 * BAR, 5 * BAR, 5 * BAR, 0.0, 0.0, 0.0, 0.0, 50 * DEGREE, 0.0]
SIZES = np.array([BAR, BAR, BAR, BAR, 1e-2, 1e-2, 1.0, 1e-2, 1e-2, 1e-2])  # below these an error counts absolutely


def root(dp):
    """Signed square root, without its infinite slope at 0."""
    x, sign = abs(dp), 1 if dp >= 0 else -1
    return sign * (sqrt(x) if x >= 1000 else sqrt(1000) / 2 * x / 1000 * (3 - x / 1000))


def limited(x, low=0.0, high=1.0):
    return max(low, min(high, x))


def boom(angle):
    """Length of the cylinders between their pins, and their lever arm about the boom's pin, which is dlength/dangle."""
    base_x, base_y, pin_x, pin_y = 0.819, -0.725, 2.85, 1.18
    x = pin_x * cos(angle) - pin_y * sin(angle) - base_x
    y = pin_x * sin(angle) + pin_y * cos(angle) - base_y
    length = hypot(x, y)
    return length, (base_x * y - base_y * x) / length


def swing(pressures):
    """Speed of the swash, not limited by its stops, 1/s."""
    main, _, _, load = pressures
    error = min(3 * BAR - (main - load), 300 * BAR - main)
    return limited(error / (3 * BAR), -1, 1) / 0.050


def seen(y):
    """The oil's pressures as parts see them: none below that of vapour."""
    return [max(p, VAPOUR) for p in y[:4]]


def rates(y, command, held):
    main, a, b, load = seen(y)
    # Valve: the four edges by the spool.
    k = 0.01 / sqrt(3 * BAR)
    forward, backward = k * limited(y[SPOOL]), k * limited(-y[SPOOL])
    p_to_a, b_to_t = forward * root(main - a), forward * root(b)
    p_to_b, a_to_t = backward * root(main - b), 0.4 * backward * root(a)
    # Valve of the load signal: open by 0.2 at either side in between.
    k, travel = 10 * LPM / sqrt(BAR), 2 * y[SENSE] - 1
    a_to_load = k * limited((travel + 0.2) / 1.2) * root(a - load)
    load_to_b = k * limited((-travel + 0.2) / 1.2) * root(load - b)
    relief = 70 * LPM / BAR * max(0.0, main - 300 * BAR)
    feed = 2000 * LPM / BAR * max(0.0, -b - 0.2 * BAR)
    pump = FULL * y[SWASH] - LEAK * main
    length, lever = boom(y[ANGLE])
    velocity = lever * y[RATE]
    force = CAP * a - ROD * b - 20e3 * velocity
    weight = 9.81 * (MOMENT_X * cos(y[ANGLE]) - MOMENT_Y * sin(y[ANGLE]))
    wn = 2 * pi * 10
    return [
        (pump - relief - p_to_a - p_to_b) * BULK / MAIN,
        (p_to_a - a_to_t - a_to_load - CAP * velocity) * BULK / (SIDE_A + CAP * (length - CLOSED)),
        (p_to_b - b_to_t + load_to_b + feed + ROD * velocity) * BULK / (SIDE_B + ROD * (CLOSED + STROKE - length)),
        (a_to_load - load_to_b) * BULK / SIGNAL,
        0.0 if held else swing((main, a, b, load)),
        y[SPEED],
        wn**2 * (limited(command, -1, 1) - y[SPOOL]) - 2 * wn * y[SPEED],
        (limited(10 * command) - y[SENSE]) / 0.010,
        y[RATE],
        (force * lever - weight) / INERTIA,
    ]


def event(direction, function):
    function.terminal, function.direction = True, direction
    return function


def solve(times, rtol):
    """States at the times, and what the swash met at its stops."""
    y, rows, changes = np.array(START), [], []
    held = False
    for (t, before), (end, after) in zip(DUTY[:-1], DUTY[1:]):
        slope = (after - before) / (end - t)
        command = lambda at, since=t, value=before, slope=slope: value + slope * (at - since)
        while t < end:
            leaves = event(0, lambda _, y: swing(seen(y)))
            at_low, at_high = event(-1, lambda _, y: y[SWASH]), event(1, lambda _, y: y[SWASH] - 1)
            events = [leaves] if held else [at_low, at_high]
            piece = solve_ivp(lambda at, y: rates(y, command(at), held), (t, end), y, "Radau", rtol=rtol, atol=rtol * SIZES, dense_output=True, events=events)
            if not piece.success:
                raise SystemExit(f"at {piece.t[-1]} s: {piece.message}")
            arrived = piece.t[-1]
            rows += [piece.sol(at) for at in times[(times >= t if t == 0 else times > t) & (times <= arrived)]]
            t, y = arrived, piece.y[:, -1].copy()
            if not STOPS[0] < y[ANGLE] < STOPS[1]:
                raise SystemExit(f"the boom meets a stop at {t} s: not modelled")
            if piece.status == 1:
                held = not held
                y[SWASH] = round(y[SWASH])
                changes.append(t)
    return np.array(rows), changes


COLUMNS = {
    "boom.angle": lambda y, p: y[ANGLE],
    "boom.rate": lambda y, p: y[RATE],
    "boom.extension": lambda y, p: boom(y[ANGLE])[0] - CLOSED,
    "boom.cap.p": lambda y, p: p[A],
    "boom.rod.p": lambda y, p: p[B],
    "valve.P.p": lambda y, p: p[P],
    "valve.spool": lambda y, p: y[SPOOL],
    "pump.swash": lambda y, p: y[SWASH],
    "pump.load.p": lambda y, p: p[LS],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rtol", type=float, help="compare a solution at this tolerance with the table instead of writing it")
    options = parser.parse_args()
    path = Path(__file__).with_name("excavator-boom.csv")
    times = np.arange(301) * 0.05
    states, changes = solve(times, options.rtol or 1e-10)
    values = np.array([[read(y, seen(y)) for read in COLUMNS.values()] for y in states])
    print("the swash meets or leaves a stop at", ", ".join(f"{t:.5f}" for t in changes), "s")
    if options.rtol:
        stored = np.loadtxt(path, delimiter=",", skiprows=1)[:, 1:]
        for name, difference in zip(COLUMNS, np.abs(values - stored).max(axis=0) / np.ptp(stored, axis=0)):
            print(f"  {name:16s} {difference:.1e} of its range")
        return
    with open(path, "w", encoding="utf8", newline="\n") as file:
        file.write(",".join(["t", *COLUMNS]) + "\n")
        for time, row in zip(times, values):
            file.write(",".join(f"{value:.9g}" for value in [time, *row]) + "\n")


main()
