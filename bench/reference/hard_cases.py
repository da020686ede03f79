"""SciPy's implicit integrators on the hard cases of `ringmain bench precision hard-cases`, by equations that are written here once more; into bench/hardCasesScipy.json.

Development only, and never needed by the project: python3 with numpy 2.4.6 and scipy 1.17.1, which the file names.

    python3 bench/reference/hard_cases.py              all cases
    python3 bench/reference/hard_cases.py HIRES        some
    python3 bench/reference/hard_cases.py --sundials   CVODE of SUNDIALS instead, by hardCasesCvode.c, into bench/hardCasesSundials.json; needs cc and libsundials-dev

Problems are judged by the solution of radau5 at 1e-12 that bench/hardCases.json holds, with the error measure of the benchmark; circuits by SciPy's own Radau at 1e-11, as largest
deviation of the same rows in parts of their range. Time is that of solve_ivp, with equations in Python: it says what a user of SciPy waits. Where a solution slides along a switch, solve_ivp knows none:
a run is given up after so many evaluations. It is begun anew at jumps of an input.
"""
import json
import platform
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import scipy
from scipy.integrate import solve_ivp

import esque

HERE = Path(__file__).resolve().parent.parent
TOLERANCES, METHODS, MOST = (1e-4, 1e-6), ("Radau", "BDF", "LSODA"), 300_000


def hires(_, y):
    a, b, c, d, e, f, g, h = y
    last = 280 * f * h - 1.81 * g
    return np.array([-1.71 * a + 0.43 * b + 8.32 * c + 0.0007, 1.71 * a - 8.75 * b, -10.03 * c + 0.43 * d + 0.035 * e,
                     8.32 * b + 1.71 * c - 1.12 * d, -1.745 * e + 0.43 * f + 0.43 * g,
                     -280 * f * h + 0.69 * d + 1.71 * e - 0.43 * f + 0.69 * g, last, -last])


def robertson(_, y):
    slow, back, fast = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] ** 2
    return np.array([back - slow, slow - back - fast, fast])


def van_der_pol(_, y):
    return np.array([y[1], 1e6 * ((1 - y[0] ** 2) * y[1] - y[0])])


def orego(_, y):
    return np.array([77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1])), (y[2] - (1 + y[0]) * y[1]) / 77.27, 0.161 * (y[0] - y[2])])


def e5(_, y):
    one, two, three, four = 7.89e-10 * y[0], 1.1e7 * y[0] * y[2], 1.13e9 * y[1] * y[2], 1.13e3 * y[3]
    return np.array([-one - two, one - three, one - two + four - three, two - four])


REACTIONS = [
    (0.35, [1], [2, 3]), (26.6, [2, 4], [1]), (1.23e4, [5, 2], [1, 6]), (8.6e-4, [7], [5, 5, 8]), (8.2e-4, [7], [8]), (1.5e4, [7, 6], [5, 8]),
    (1.3e-4, [9], [5, 8, 10]), (2.4e4, [9, 6], [11]), (1.65e4, [11, 2], [1, 10, 12]), (9e3, [11, 1], [13]), (0.022, [13], [11, 1]),
    (1.2e4, [10, 2], [14, 1]), (1.88, [14], [7, 5]), (1.63e4, [1, 6], [15]), (4.8e6, [3], [4]), (3.5e-4, [4], [16]), (0.0175, [4], [3]),
    (1e8, [16], [6, 6]), (4.44e11, [16], [3]), (1240, [17, 6], [5, 18]), (2.1, [19], [2]), (5.78, [19], [1, 3]), (0.0474, [1, 4], [19]),
    (1780, [19, 1], [20]), (3.12, [20], [1, 19]),
]


def pollution(_, y):
    rates = np.zeros(20)
    for k, taken, made in REACTIONS:
        flow = k * np.prod([y[i - 1] for i in taken])
        for i in taken:
            rates[i - 1] -= flow
        for i in made:
            rates[i - 1] += flow
    return rates


POLLUTION = np.zeros(20)
POLLUTION[[1, 3, 6, 7, 8, 16]] = 0.2, 0.04, 0.1, 0.3, 0.01, 0.007
# rates, start, end, atol in parts of rtol: as in bench/precision/hardCases/problems.ts
PROBLEMS = {
    "HIRES": (hires, [1, 0, 0, 0, 0, 0, 0, 0.0057], 321.8122, 1e-4),
    "Robertson": (robertson, [1, 0, 0], 1e11, 1e-8),
    "Van der Pol, 1e6": (van_der_pol, [2, 0], 2, 1),
    "OREGO": (orego, [1, 2, 3], 360, 1e-6),
    "E5": (e5, [1.76e-3, 0, 0, 0], 1e7, 1e-15),
    "pollution": (pollution, POLLUTION, 60, 1e-6),
}


def orifices(volume):
    """Three orifices of 1 mm between 100 bar and a tank; a litre behind the first, `volume` m3 behind the second; roots by the polynomial below 1000 Pa."""
    k = 0.6 * 0.785398163397448e-6 * np.sqrt(2 / 900)

    def flow(dp):
        x = abs(dp) / 1e3
        return k * np.sign(dp) * (np.sqrt(abs(dp)) if x > 1 else np.sqrt(1e3) * x * (3 - x) / 2)

    def modulus(p):
        return 0.5 * 1.8e9 * np.log(90 * p / 2.8e7 + 3)

    def rhs(_, y, __):
        through = flow(y[0] - y[1])
        return np.array([modulus(y[0]) / 1e-3 * (flow(1e7 - y[0]) - through), modulus(y[1]) / volume * (through - flow(y[1]))])

    return rhs, [0, 0], [0, 1], np.array([1e5, 1e5]), [0, 1]


def pressure_switch():
    lpm = 1e-3 / 60

    def rhs(_, y, __):
        out = (0.05 + (0.5 if y[0] > 1e7 else 0)) * lpm / 1e5 * y[0]
        return np.array([1.4e9 / 1e-3 * (20 * lpm - out)])

    return rhs, [0], [0, 1], np.array([1e5]), [0]


def slide():
    return lambda _, y, __: np.array([y[1], -3.0 if y[0] + y[1] > 0 else 3.0]), [1, 0], [0, 3], np.array([1e-2, 1e-2]), [0, 1]


def servo():
    rhs, _ = esque.servo(0.0)
    scale = np.array([1e5, 1e5, 1e-2, 1e-2, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-5, 1e5, 1e5, 1e-8])
    return lambda t, y, middle: np.array(rhs(t, y, middle)), [1e5, 1e5, 0.1, 0, 1e5, 1e5, 0, 1e5, 1e5, 0, 1e5, 1e5, 0], [0, 1, 2], scale, range(13)


CIRCUITS = {
    "servo cylinder": servo, **{f"orifices, 1e-{n} m3": lambda n=n: orifices(10.0**-n) for n in (3, 5, 7)},
    "pressure switch": pressure_switch, "textbook slide": slide,
}


class GivenUp(Exception):
    pass


def solved(rhs, start, corners, method, rtol, atol, times=None):
    """Work, rows at the times and the end; begun anew at corners."""
    evaluations, accepted, rows, y = 0, 0, [], np.array(start, float)

    def counted(t, y, middle):
        nonlocal evaluations
        evaluations += 1
        if evaluations > MOST:
            raise GivenUp(f"given up at {t:.3g} s")
        return rhs(t, y, middle)

    began = time.process_time()
    ended = "done"
    try:
        for a, b in zip(corners[:-1], corners[1:]):
            inside = None if times is None else times[(times > a) & (times <= b)] if a > 0 else times[times <= b]
            found = solve_ivp(lambda t, u, m=(a + b) / 2: counted(t, u, m), (a, b), y, method, rtol=rtol, atol=atol, dense_output=times is not None)
            if not found.success:
                ended = f"stuck at {found.t[-1]:.3g} s"
                break
            accepted += len(found.t) - 1
            if inside is not None:
                rows.append(found.sol(inside).T)
            y = found.y[:, -1]
    except GivenUp as given_up:
        ended = str(given_up)
    return {"accepted": accepted, "rejected": 0, "evaluations": evaluations, "seconds": time.process_time() - began, "ended": ended}, rows, y


def runs_of_problem(name, exact):
    rates, start, end, absolute = PROBLEMS[name]
    for method in METHODS:
        for rtol in TOLERANCES:
            work, _, y = solved(lambda t, u, _: rates(t, u), start, [0, end], method, rtol, rtol * absolute)
            error = float(np.max(np.abs(y - exact) / (np.abs(exact) + absolute))) if work["ended"] == "done" else None
            yield {"method": method, "tolerance": rtol, **work, "error": error}


def exact_rows(name):
    """Rows of a circuit by SciPy's Radau at 1e-11; None where a switch slides."""
    if name in ("pressure switch", "textbook slide"):
        return None
    rhs, start, corners, scale, judged = CIRCUITS[name]()
    _, rows, _ = solved(rhs, start, corners, "Radau", 1e-11, 1e-11 * scale, np.linspace(0, corners[-1], 201))
    return np.vstack(rows)[:, list(judged)]


def runs_of_circuit(name):
    rhs, start, corners, scale, judged = CIRCUITS[name]()
    times = np.linspace(0, corners[-1], 201)
    exact = exact_rows(name)
    for method in METHODS:
        for rtol in TOLERANCES:
            work, rows, _ = solved(rhs, start, corners, method, rtol, rtol * scale, times)
            error = None
            if exact is not None and work["ended"] == "done":
                error = float(np.max(np.abs(np.vstack(rows)[:, list(judged)] - exact) / np.ptp(exact, axis=0)))
            yield {"method": method, "tolerance": rtol, **work, "error": error}


def runs_by_cvode(name, program, reference):
    for rtol in TOLERANCES:
        work = json.loads(subprocess.run([program, name, str(rtol)], check=True, capture_output=True, text=True).stdout)
        rows, error = np.array(work.pop("rows")), None
        if work["ended"] == "done" and name in PROBLEMS:
            error = float(np.max(np.abs(rows[0] - reference) / (np.abs(reference) + PROBLEMS[name][3])))
        elif work["ended"] == "done" and reference is not None:
            error = float(np.max(np.abs(rows[:, list(CIRCUITS[name]()[4])] - reference) / np.ptp(reference, axis=0)))
        yield {"method": "CVODE", "tolerance": rtol, **work, "error": error}


def sundials(stored):
    """CVODE's runs of all cases, and its version."""
    global MOST
    MOST = 10**9
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/cvode"
        libraries = [f"-lsundials_{name}" for name in ("cvode", "nvecserial", "sunmatrixdense", "sunlinsoldense")]
        subprocess.run(["cc", "-O2", str(HERE / "reference/hardCasesCvode.c"), "-o", program, *libraries, "-lm"], check=True)
        version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
        found = {"sundials": version, "cases": []}
        for name in [*PROBLEMS, *CIRCUITS]:
            reference = np.array(stored[name]) if name in PROBLEMS else exact_rows(name)
            found["cases"].append({"name": name, "runs": told(name, runs_by_cvode(name, program, reference))})
        (HERE / "hardCasesSundials.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")


def told(name, runs):
    """Runs with three digits, as they are stored, and printed."""
    rounded = [{key: float(f"{value:.3g}") if isinstance(value, float) else value for key, value in run.items()} for run in runs]
    for run in rounded:
        print(name, run, flush=True)
    return rounded


def main():
    global MOST
    warnings.simplefilter("ignore")
    stored = {one["name"]: one["reference"]["end"] for one in json.loads((HERE / "hardCases.json").read_text(encoding="utf8"))["cases"]}
    if sys.argv[1:] == ["--sundials"]:
        sundials(stored)
        return
    found = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__, "cases": []}
    for name in [*PROBLEMS, *CIRCUITS]:
        if len(sys.argv) > 1 and name.split(",")[0] not in sys.argv[1:]:
            continue
        MOST = 10**9 if name == "servo cylinder" else 300_000
        runs = runs_of_problem(name, np.array(stored[name])) if name in PROBLEMS else runs_of_circuit(name)
        found["cases"].append({"name": name, "runs": told(name, runs)})
    (HERE / "hardCasesScipy.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")


main()
