"""SciPy's integrators on a circuit that jumps (thesis_model.py): Radau IIA or LSODA between guards, begun anew after each.

A guard is positive or zero while the modes hold. Where one is negative within a step, its root is bracketed on the step's own polynomial; then the
step is integrated anew up to that point, since the polynomial of an integrator is less accurate than its end points.
"""
import bisect
import sys

import numpy as np
from scipy.integrate import LSODA, Radau

METHODS = {"Radau": Radau, "LSODA": LSODA}
RESOLUTION = 1e-13  # s, of a guard's root
LOOKS = 8  # at the guards in a step


class Work:
    def __init__(self):
        self.steps = self.evaluations = self.jacobians = self.located = 0
        self.changes = {}


class Hybrid:
    def __init__(self, circuit, method="Radau", rtol=1e-8, longest=np.inf, progress=False):
        self.circuit, self.method, self.rtol, self.longest, self.progress = circuit, METHODS[method], rtol, longest, progress
        self.atol = rtol * np.array(circuit.sizes)
        self.work = Work()

    def rates(self, t, y):
        return np.array(self.circuit.rates(t, y))

    def jacobian(self, t, y):
        """Forward differences in steps of the accuracy of the arithmetic; not counted as evaluations, as with a Jacobian in hand."""
        f, columns = self.rates(t, y), []
        for k in range(len(y)):
            step = 1.5e-8 * max(abs(y[k]), self.circuit.sizes[k])
            other = y.copy()
            other[k] += step
            columns.append((self.rates(t, other) - f) / (other[k] - y[k]))
        return np.array(columns).T

    def solver(self, t, y, end):
        return self.method(self.rates, t, y, end, rtol=self.rtol, atol=self.atol, jac=self.jacobian, max_step=min(self.longest, end - t))

    def count(self, solver):
        self.work.evaluations += solver.nfev
        self.work.jacobians += solver.njev

    def run(self, times, read, until=None):
        """Values of the readers at rising times: where an input or state jumps, those before."""
        circuit, until = self.circuit, until or self.circuit.end
        y, rows, times = np.array(circuit.y0), [], [t for t in times if t <= until * (1 + 1e-12)]
        corners = [t for t in circuit.corners() if t < until] + [until]
        self.read, self.rows, self.times = read, rows, times
        for a, b in zip(corners[:-1], corners[1:]):
            circuit.enter(a, b)
            if not rows:
                self.take(0.0, lambda _: y)
            circuit.settle(a, y)
            y = self.piece(a, y, b)
            if self.progress:
                print(f"  {b:.4f} s: {self.work.steps} steps, {self.work.evaluations} evaluations", file=sys.stderr)
        return np.array(rows)

    def take(self, until, at):
        last = bisect.bisect_right(self.times, until)
        for t in self.times[len(self.rows):last]:
            y = at(t)
            self.rows.append([read(t, y) for read in self.read])

    def piece(self, t, y, end):
        circuit, still = self.circuit, 0
        while t < end:
            solver = self.solver(t, y, end)
            before = circuit.guards(t, y)
            changed = None
            while solver.status == "running":
                failure = solver.step()
                if solver.status == "failed":
                    sys.exit(f"{self.method.__name__} fails at {solver.t} s: {failure}")
                self.work.steps += 1
                at = solver.dense_output()
                found, before = self.violated(solver, at, before)
                if found:
                    when, changed, judged = min(found, key=lambda one: one[0])
                    y = self.arrive(solver.t_old, at(solver.t_old), when)
                    still = still + 1 if when - t < 2 * RESOLUTION else 0
                    if still > 100:
                        sys.exit(f"{changed[0]} {changed[2]} without end at {when} s")
                    t = when
                    break
                self.take(solver.t, at)
            self.count(solver)
            if changed is None:
                return solver.y
            name, part, what, _ = changed
            if judged and self.guard_of(part, what, t, y) > 0:
                continue  # the polynomial had it a little early: another, shorter step finds it
            self.work.located += 1
            self.work.changes[name, what] = self.work.changes.get((name, what), 0) + 1
            circuit.change(part, what, t, y)
        return y

    def violated(self, solver, at, start):
        """
        Guards that become negative within the last step: (when, guard, whether it was positive before). Of sticking also judged at points within the step:
        a piston may fall below its friction of rest and leave the band of sticking in one step.
        """
        points, before = np.linspace(solver.t_old, solver.t, LOOKS + 1), start
        for a, b in zip(points[:-1], points[1:]):
            last = b == points[-1]
            after = self.circuit.guards(b, solver.y if last else at(b))
            found = []
            for k, guard in enumerate(after):
                sticks = guard[2] == "sticks"
                old = (before if sticks else start)[k][3]
                # A guard that is a rounding error below zero from the start is not crossed while it rises.
                if (sticks or last) and guard[3] < 0 and guard[3] < old:
                    since = a if sticks else solver.t_old
                    found.append((self.locate(since, b, at, k) if old >= 0 else since, guard, old >= 0))
            if found:
                break
            before = after
        return found, after

    def guard_of(self, part, what, t, y):
        return next(value for _, owner, name, value in self.circuit.guards(t, y) if owner is part and name == what)

    def locate(self, inside, outside, at, k):
        """First point known to lie beyond a guard's root."""
        while outside - inside > RESOLUTION:
            middle = (inside + outside) / 2
            if not inside < middle < outside:
                break
            if self.circuit.guards(middle, at(middle))[k][3] < 0:
                outside = middle
            else:
                inside = middle
        return outside

    def arrive(self, t, y, at):
        if at <= t:
            return np.array(y)
        solver = self.solver(t, y, at)
        while solver.status == "running":
            if solver.step() and solver.status == "failed":
                sys.exit(f"{self.method.__name__} fails at {solver.t} s")
            self.take(solver.t, solver.dense_output())
        self.count(solver)
        return np.array(solver.y)
