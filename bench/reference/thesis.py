"""The thesis' circuits and those of the papers appended to it by an independent program: how far is ringmain's lumped solution from SciPy's Radau IIA or LSODA?

Development only: python3 with numpy, scipy and PyYAML. Equations are written out once more in thesis_model.py, jumps are located in thesis_hybrid.py.

    npx ringmain run circuits/ring-main.yaml --solver radau5 --tolerance 1e-7 --every 1ms --out ring.csv
    python3 bench/reference/thesis.py circuits/ring-main.yaml ring.csv        largest differences, each in parts of its quantity's range
    python3 bench/reference/thesis.py circuits/ring-main.yaml --work          evaluations at rtol 1e-5 by Radau and LSODA

The tables in this folder, which `ringmain validate` reads, are made with --write, from results of --solver radau5 --every 25ms (ring-main: 50ms, servo-drive: 10ms
to 3 s of its states and f1.p, r1.p, b1.p; ring-main-air: ring-main --set 'fluid.air=1 %' to 1 s, without a2_act, which stands still). Tables of circuits with two actuators and an unloading valve with --ramp 1e4.

two-actuator.yaml chatters: its unloading valve has no width, and the solution slides along the cracking pressure (0.044 to 0.05 s, 1.3 to 1.7 s). Located
exactly, the valve bounces ever faster until rounding takes over. So it is solved with a ramp of 0.1 bar in place of the jump (--ramp; 0 for the jump): one
of 0.01 bar differs by 1e-6 of the range, and so does, in the first chatter, the jump at rtol 1e-10; but for p1's pressure where the valve opens for good,
at 1.69 s, which lasts as long as the ramp takes. It is judged outside of chatter:

    python3 bench/reference/thesis.py circuits/two-actuator.yaml two.csv --ramp 1e4 --aside 0.044:0.06 --aside 1.3:1.75
    python3 bench/reference/thesis.py circuits/two-actuator.yaml high.csv --set prv.crackingPressure='300 bar'     no chatter at all
"""
import argparse
import csv

import numpy as np
from thesis_hybrid import METHODS, Hybrid
from thesis_model import Circuit, UnloadingValve


def circuit_of(options):
    circuit = Circuit(options.circuit, options.set)
    for part in circuit.parts.values():
        if isinstance(part, UnloadingValve):
            part.ramp = options.ramp
    return circuit


def table(path):
    with open(path, encoding="utf8") as file:
        header, *rows = csv.reader(file)
    return [name.split(" ")[0] for name in header[1:]], np.array(rows, float)


def largest(differences, times, chosen):
    if not chosen.any():
        return f"{'':19s}"
    k = np.argmax(np.where(chosen, differences, -1))
    return f"{differences[k]:9.1e} {times[k]:8.3f} s"


def compare(options):
    names, theirs = table(options.results)
    circuit = circuit_of(options)
    hybrid = Hybrid(circuit, options.method, options.rtol)
    ours = hybrid.run(theirs[:, 0], [circuit.reader(name) for name in names])
    times = theirs[:len(ours), 0]
    differences = np.abs(theirs[:len(ours), 1:] - ours) / np.ptp(ours, axis=0)
    outside = np.ones(len(times), bool)
    for window in options.aside:
        a, b = map(float, window.split(":"))
        outside &= (times < a) | (times > b)
    if options.write:
        with open(options.write, "w", encoding="utf8", newline="\n") as file:
            file.write(",".join(["t", *names]) + "\n")
            for time, row in zip(times, ours):
                file.write(",".join(f"{value:.9g}" for value in [time, *row]) + "\n")
    print(f"{circuit.given['name']}: {options.method}, rtol {options.rtol:g}: {hybrid.work.steps} steps, {hybrid.work.evaluations} evaluations")
    for (name, what), times_ in sorted(hybrid.work.changes.items()):
        print(f"  {name} {what}: {times_}")
    print(f"largest difference in parts of the range, and when{'; set aside' if options.aside else ''}")
    for k, name in enumerate(names):
        aside = largest(differences[:, k], times, ~outside) if options.aside else ""
        print(f"  {name:16s} {largest(differences[:, k], times, outside)}   {aside}".rstrip())
    worst = differences[outside].max()
    share = np.mean(differences[outside].max(axis=1) <= options.limit)
    verdict = "within" if worst <= options.limit else "NOT within"
    print(f"{verdict} {options.limit:g}: largest {worst:.1e}; {share:.1%} of the rows are within")


def work(options):
    for method in METHODS:
        hybrid = Hybrid(circuit_of(options), method, options.rtol)
        hybrid.run([], [])
        done = hybrid.work
        print(f"{method:6s} rtol {options.rtol:g}: {done.steps} steps, {done.evaluations} evaluations, {done.jacobians} Jacobians, "
              f"{done.located} changes located")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("circuit")
    parser.add_argument("results", nargs="?", help="table written by ringmain")
    parser.add_argument("--method", choices=METHODS, default="Radau")
    parser.add_argument("--rtol", type=float, help="default: 1e-8, 1e-5 with --work")
    parser.add_argument("--limit", type=float, default=1e-5, help="largest difference accepted, in parts of the range")
    parser.add_argument("--ramp", type=float, default=0.0, help="Pa over which unloading valves open")
    parser.add_argument("--aside", action="append", default=[], help="FROM:TO, s, not judged")
    parser.add_argument("--set", action="append", default=[], help="component.parameter=value, or fluid.air=value")
    parser.add_argument("--write", help="file for the reference's values at the times of the results")
    parser.add_argument("--work", action="store_true")
    options = parser.parse_args()
    options.rtol = options.rtol or (1e-5 if options.work else 1e-8)
    if options.work:
        work(options)
    elif options.results:
        compare(options)
    else:
        parser.error("a table of results, or --work")


main()
