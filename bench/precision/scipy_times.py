"""What SciPy's LSODA and Radau IIA take for the same circuits, by the independent equations of bench/reference/thesis_model.py: writes results/scipy.json.

Development only: python3 with numpy, scipy and PyYAML. The order of unknowns follows Python's hashes, and LSODA's path that order:

    PYTHONHASHSEED=0 python3 bench/precision/scipy_times.py [--rounds 2] [circuit …]

Times are processor time of the integration without recording. Nearly all of it is spent in equations that Python interprets, so evaluations are told too: those
of the rates, each Jacobian by differences counted as one for each unknown. Errors are by the measure of error.ts, written once more, against Radau at 1e-9.
"""
import argparse
import json
import os
import pathlib
import platform
import sys
import time

import numpy as np
import scipy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "reference"))
from thesis_hybrid import Hybrid  # noqa: E402
from thesis_model import Circuit, UnloadingValve, si  # noqa: E402

CIRCUITS = ["two-actuator-real-valve", "controlled-two-actuator", "ring-main", "marine"]
TOLERANCES = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6]
REFERENCE_ROWS, ROWS = 10000, 1000
SHIFT_OF_RUN = 0.01


def circuit_of(name):
    circuit = Circuit(HERE.parent.parent / "circuits" / f"{name}.yaml")
    for part, given in circuit.given["components"].items():
        if isinstance(circuit.parts.get(part), UnloadingValve) and "range" in given:
            circuit.parts[part].ramp = si(given["range"])
    return circuit


def recorded(circuit):
    """Names of the circuit's recorded quantities that the model can read, and their readers."""
    names = []
    for pattern in circuit.given["record"]["signals"]:
        if "*" in pattern:
            head, tail = pattern.split("*")
            names += sorted(f"{part}.{rest}" for part in circuit.given["components"] if part.startswith(head)
                            for stem, _, rest in [tail.partition(".")] if part.endswith(stem))
        else:
            names.append(pattern)
    readers = {}
    for name in names:
        try:
            readers[name] = circuit.reader(name)
        except (KeyError, TypeError):
            continue  # such as an opening, which is no state here
    return readers


def rows_of(name, method, rtol, count):
    circuit = circuit_of(name)
    times = np.linspace(0, circuit.end, count + 1)
    return times, Hybrid(circuit, method, rtol).run(times, list(recorded(circuit).values()))


def error_of(times, ours, at, exact):
    """Root of the mean square, over rows and quantities, of the distance of each row from the reference's line (error.ts)."""
    ranges = np.ptp(exact, axis=0)
    period = SHIFT_OF_RUN * (at[-1] - at[0])
    squares = []
    for k in range(exact.shape[1]):
        curve = exact[:, k] / (ranges[k] or 1)
        own = ours[:, k] / (ranges[k] or 1)
        for t, y, nearest in zip(times, own, np.abs(own - np.interp(times, at, curve))):
            near = slice(max(0, np.searchsorted(at, t - nearest * period) - 1), np.searchsorted(at, t + nearest * period) + 2)
            x, z = (at[near] - t) / period, curve[near] - y
            dx, dz = np.diff(x), np.diff(z)
            along = np.clip(-(x[:-1] * dx + z[:-1] * dz) / (dx**2 + dz**2), 0, 1)
            squares.append(min(nearest, np.hypot(x[:-1] + along * dx, z[:-1] + along * dz).min()) ** 2)
    return float(np.sqrt(np.mean(squares)))


def timed(name, method, rtol):
    hybrid = Hybrid(circuit_of(name), method, rtol)
    began = time.process_time()
    hybrid.run([], [])
    return time.process_time() - began, hybrid


def measure(name, rounds):
    print(name, flush=True)
    at, exact = rows_of(name, "Radau", 1e-9, REFERENCE_ROWS)
    cases = [(method, rtol) for method in ("LSODA", "Radau") for rtol in TOLERANCES]
    seconds, work = {case: [] for case in cases}, {}
    for k in range(rounds):
        for case in cases if k % 2 == 0 else cases[::-1]:
            took, work[case] = timed(name, *case)
            seconds[case].append(took)
    rows = []
    for method, rtol in cases:
        unknowns = len(work[method, rtol].circuit.y0)
        error = error_of(*rows_of(name, method, rtol, ROWS), at, exact)
        own, done = seconds[method, rtol], work[method, rtol].work
        rows.append({
            "method": method, "tolerance": rtol, "error": error, "seconds": {"lowest": min(own), "median": float(np.median(own)), "highest": max(own)},
            "steps": int(done.steps), "evaluations": int(done.evaluations + unknowns * done.jacobians), "jacobians": int(done.jacobians),
        })
        print(f"  {method} {rtol:g}: error {error:.2e}, {min(own):.2f} s, {rows[-1]['evaluations']} evaluations", flush=True)
    return {"circuit": name, "quantities": exact.shape[1], "rows": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("circuits", nargs="*", default=CIRCUITS)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    with open("/proc/cpuinfo", encoding="utf8") as file:
        cpu = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.processor())
    found = {
        "python": platform.python_version(), "scipy": scipy.__version__, "numpy": np.__version__, "cpu": cpu, "cores": os.cpu_count(),
        "rounds": options.rounds, "circuits": [],
    }
    for name in options.circuits:
        found["circuits"].append(measure(name, options.rounds))
        (HERE / "results" / "scipy.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")


main()
