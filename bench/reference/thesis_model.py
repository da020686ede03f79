"""A circuit file as ordinary differential equations: the physics of thesis.py, independent of ringmain's own.

Only the values of a circuit file are taken over. How volumes come about and what a component does is written out here once more, on purpose:

- Lines and junctions that touch are one volume, p' = (sum of the flows into it) / (V / B), V with the chambers of cylinders; a tank or pressure source that
  ends a line sets the pressure of that volume. Components see max(p, vapour pressure); below it p goes on and counts the void.
- Square roots of pressure differences below 1000 Pa are replaced by the polynomial that goes on with the same value and slope.
- What jumps is a mode: an unloading valve is open or shut, a piston or shaft moves forward, backward or is held. Modes change only at guards
  (thesis_hybrid.py).
"""
import math
import re
import sys

import yaml  # PyYAML

TRANSITION = 1000.0  # Pa
ATMOSPHERE = 101325.0  # Pa

BAR, LPM, REV = 1e5, 1e-3 / 60, 2 * math.pi
RPM = REV / 60
UNITS = {
    "": 1, "%": 0.01, "s": 1, "ms": 1e-3, "us": 1e-6, "m": 1, "mm": 1e-3, "kg": 1, "kg/m3": 1, "kg m2": 1, "rad": 1, "bar": BAR, "cSt": 1e-6,
    "l/min": LPM, "l/min/bar": LPM / BAR, "cc/rev": 1e-6 / REV, "N": 1, "kN": 1e3, "N/(m/s)": 1, "kN/mm": 1e6, "Nm": 1, "kNm": 1e3,
    "Nm/rpm": 1 / RPM, "Nm s/rad": 1, "rev/min": RPM, "deg": math.pi / 180, "1/deg": 180 / math.pi, "1/deg/s": 180 / math.pi,
}
NUMBER = re.compile(r"([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*(.*)")


def si(text):
    """'121 l/min' -> m3/s; an unknown unit is an error, not a guess."""
    number, unit = NUMBER.fullmatch(str(text).strip()).groups()
    return float(number) * UNITS[unit]


def root(dp):
    """Signed square root, without its infinite slope at 0."""
    x = abs(dp)
    if x >= TRANSITION:
        y = math.sqrt(x)
    else:
        r = x / TRANSITION
        y = math.sqrt(TRANSITION) / 2 * r * (3 - r)
    return y if dp >= 0 else -y


class Duty:
    """Table of values; between two of its corners a straight line, chosen by a time inside so that jumps are unambiguous."""

    def __init__(self, points):
        self.points = [(si(t), si(value)) for t, value in points]
        self.corners = [t for t, _ in self.points]

    def piece(self, inside):
        for (a, u), (b, w) in zip(self.points[:-1], self.points[1:]):
            if a < inside < b:
                slope = (w - u) / (b - a)
                return lambda t: u + slope * (t - a)
        value = self.points[0][1] if inside < self.points[0][0] else self.points[-1][1]
        return lambda _: value


class Controller:
    def __init__(self, given):
        self.gain = si(given["gain"])
        self.low, self.high = si(given.get("lowerLimit", -1)), si(given.get("upperLimit", 1))


class Sum:
    def __init__(self, given):
        self.factors = [si(given["factor1"]), si(given["factor2"])]


class PiController:
    """Output gain · error + integral. Its limits are taken to be out of reach; where they are not, it says so."""

    def __init__(self, given):
        self.gain, self.rate = si(given["gain"]), si(given["integralGain"])
        self.low, self.high = si(given["lowerLimit"]), si(given["upperLimit"])

    def output(self, t, y):
        output = self.gain * self.error(t, y) + y[self.v]
        if not self.low <= output <= self.high:
            sys.exit(f"a PI controller reaches {output} at {t} s: its limits are not modelled")
        return output

    def rates(self, t, p, y, f):
        f[self.v] = self.rate * self.error(t, y)


class VariablePump:
    """Constant speed; the displacement follows the demand, limited to full stroke, with a lag of first order."""

    def __init__(self, given, port, viscosity):
        d = si(given["displacement"])
        self.full, self.lag = d * si(given["speed"]), si(given["timeConstant"])
        self.leak = si(given["slipCoefficient"]) * d / viscosity
        self.a, self.b = port("in"), port("out")

    def flows(self, t, p, y, q):
        flow = self.full * y[self.v] - self.leak * (p[self.b] - p[self.a])
        q[self.a] -= flow
        q[self.b] += flow

    def rates(self, t, p, y, f):
        f[self.v] = (max(-1.0, min(1.0, self.demand(t, y))) - y[self.v]) / self.lag


class Source:
    def __init__(self, given, port):
        self.flow, self.out = si(given["flow"]), port("out")

    def flows(self, t, p, y, q):
        q[self.out] += self.flow


class SpringValve:
    """Check and relief valve: shut up to the cracking pressure, then in proportion to the excess."""

    def __init__(self, given, port):
        self.cracking, self.gradient = si(given["crackingPressure"]), si(given["gradient"])
        self.a, self.b = port("in"), port("out")

    def through(self, p):
        return self.gradient * max(0.0, p[self.a] - p[self.b] - self.cracking)

    def flows(self, t, p, y, q):
        flow = self.through(p)
        q[self.a] -= flow
        q[self.b] += flow


class UnloadingValve(SpringValve):
    """
    Open or shut by its pilot; open, it lets the whole difference drive the flow. Its mode is 1 or 0.
    With a ramp, Pa, it opens in proportion over so much pilot pressure instead of at once: where the jump makes the solution slide along the cracking
    pressure, the ramp has a smooth solution beside it, and the two meet as the ramp goes to 0.
    """

    def __init__(self, given, port):
        super().__init__(given, port)
        self.pilot, self.mode, self.ramp = port("pilot"), 0, 0.0

    def through(self, p):
        if self.ramp:
            opening = max(0.0, min(1.0, (p[self.pilot] - self.cracking) / self.ramp))
        else:
            opening = self.mode
        return opening * self.gradient * max(0.0, p[self.a] - p[self.b])

    def settle(self, t, p, y):
        self.mode = int(p[self.pilot] > self.cracking)

    def guards(self, t, p, y):
        if self.ramp:
            return []
        excess = p[self.pilot] - self.cracking
        return [("switches", excess if self.mode else -excess)]

    def change(self, what, t, p, y):
        self.mode = 1 - self.mode


class Orifice:
    def __init__(self, given, port):
        self.k = si(given["ratedFlow"]) / math.sqrt(si(given["ratedPressureDrop"]))
        self.a, self.b = port("in"), port("out")

    def flows(self, t, p, y, q):
        flow = self.k * root(p[self.a] - p[self.b])
        q[self.a] -= flow
        q[self.b] += flow


class DirectionalValve:
    """Four edges of a spool; a positive position opens P-A and B-T, a negative one P-B and A-T."""

    def __init__(self, given, port):
        k = si(given["ratedFlow"]) / math.sqrt(si(given["ratedPressureDrop"]))
        ports = {name: port(name) for name in "PABT"}
        self.edges = {
            sign: [(ports[e[0]], ports[e[1]], k * si(given.get("fraction" + e, 1))) for e in pair]
            for sign, pair in ((1, ("PA", "BT")), (-1, ("PB", "AT")))
        }
        self.position = None

    def flows(self, t, p, y, q):
        u = max(-1.0, min(1.0, self.position(t, y)))
        for a, b, k in self.edges[1 if u > 0 else -1]:
            flow = abs(u) * k * root(p[a] - p[b])
            q[a] -= flow
            q[b] += flow


class Mover:
    """
    What moves against dry friction. Mode 1 or -1 is the direction of motion, against which friction acts; in mode 0 it is held at rest.
    It comes to rest where its velocity passes zero, at a stop, and where it is slower than the stick velocity while the driving force does not exceed the
    friction of rest; then its velocity is set to 0. It is let go when the driving force exceeds the friction of rest, from a stop only inward.
    Driving force: without dry and viscous friction.
    """

    stick = 0.0
    low, high = -math.inf, math.inf
    x = None
    stop = 0
    mode = 0

    def settle(self, t, p, y):
        """After a jump of an input: the force may have jumped."""
        force, _, rest = self.drive(t, p, y)
        if self.mode == 0:
            self.let_go(force, rest)
        elif abs(y[self.v]) < self.stick and abs(force) <= rest:
            self.mode, y[self.v] = 0, 0.0

    def let_go(self, force, rest):
        way = 1 if force > 0 else -1
        if abs(force) > rest and way != self.stop:
            self.mode, self.stop = way, 0

    def guards(self, t, p, y):
        force, _, rest = self.drive(t, p, y)
        if self.mode == 0:
            return [("is let go", rest - (abs(force) if self.stop == 0 else -self.stop * force))]
        v = y[self.v]
        guards = [("turns", self.mode * v)]
        if self.stick:
            guards.append(("sticks", max(abs(v) / self.stick - 1, (abs(force) - rest) / max(rest, 1e-9))))
        if self.x is not None:
            guards.append(("meets a stop", self.high - y[self.x] if self.mode > 0 else y[self.x] - self.low))
        return guards

    def change(self, what, t, p, y):
        force, _, rest = self.drive(t, p, y)
        if what == "is let go":
            self.mode, self.stop = (1 if force > 0 else -1), 0
            return
        y[self.v] = 0.0
        if what == "meets a stop":
            self.stop = self.mode
            y[self.x] = self.high if self.mode > 0 else self.low
        self.mode = 0
        if what != "sticks":  # at a stop too: what drove it there may have turned
            self.let_go(force, rest)

    def acceleration(self, t, p, y):
        if self.mode == 0:
            return 0.0
        force, friction, _ = self.drive(t, p, y)
        return (force - self.mode * friction - self.damping * y[self.v]) / self.inertia


class Actuator(Mover):
    def __init__(self, given, port):
        def value(name, default=0):
            return si(given.get(name, default))

        bore, rod = value("bore"), value("rodDiameter")
        self.a1 = math.pi / 4 * bore**2
        self.a2 = self.a1 - math.pi / 4 * rod**2
        self.cap, self.rod = port("cap"), port("rod")
        self.low, self.high, self.start = 0.0, value("stroke"), value("initialPosition")
        self.inertia, self.damping = value("mass"), value("viscousFriction")
        self.dry = value("coulombFriction")
        self.rest = max(value("staticFriction"), self.dry)
        self.stick = value("stickVelocity", "0.001 m")
        self.contact, self.stiffness = value("springPosition"), value("springStiffness")
        self.load = lambda t, y: 0.0

    def drive(self, t, p, y):
        spring = self.stiffness * max(0.0, y[self.x] - self.contact)
        return self.a1 * p[self.cap] - self.a2 * p[self.rod] - self.load(t, y) - spring, self.dry, self.rest

    def flows(self, t, p, y, q):
        q[self.cap] -= self.a1 * y[self.v]
        q[self.rod] += self.a2 * y[self.v]

    def chambers(self, y):
        return (self.cap, self.a1 * y[self.x]), (self.rod, self.a2 * (self.high - y[self.x]))

    def rates(self, t, p, y, f):
        f[self.x] = y[self.v]
        f[self.v] = self.acceleration(t, p, y)


class Motor(Mover):
    """All on the motor's shaft; the gearbox divides speed and multiplies torque by n towards the drum."""

    def __init__(self, given, port, viscosity):
        def value(name, default=0):
            return si(given.get(name, default))

        n = self.n = value("gearRatio", 1)
        self.d = value("displacement")
        self.leak = value("slipCoefficient") * self.d / viscosity
        self.a, self.b = port("in"), port("out")
        self.inertia = value("motorInertia") + value("loadInertia") / n**2
        self.damping = value("viscousFriction") + value("loadViscousFriction") / n**2 + value("viscousCoefficient") * self.d * viscosity
        self.fraction, self.dry, self.brakes = value("coulombCoefficient"), value("coulombTorque"), value("brakeTorque")
        self.break_away = max(0.0, value("staticTorque") - self.dry)
        self.stick = 0.1 * RPM
        self.low, self.high, self.start = value("minimumAngle", -1e12), value("maximumAngle", 1e12), value("initialAngle")
        self.load = self.brake = lambda t, y: 0.0

    def drive(self, t, p, y):
        dp = p[self.a] - p[self.b]
        friction = self.fraction * self.d * abs(dp) + (self.dry + self.brakes * max(0.0, min(1.0, self.brake(t, y)))) / self.n
        return self.d * dp - self.load(t, y) / self.n, friction, friction + self.break_away / self.n

    def flows(self, t, p, y, q):
        flow = self.d * y[self.v] + self.leak * (p[self.a] - p[self.b])
        q[self.a] -= flow
        q[self.b] += flow

    def rates(self, t, p, y, f):
        f[self.x] = y[self.v] / self.n
        f[self.v] = self.acceleration(t, p, y)


class FlowDivider(Mover):
    """Two motors on one shaft, each with its own friction in proportion to its pressure difference."""

    def __init__(self, given, port, viscosity):
        self.halves = []
        self.inertia, self.damping = si(given["inertia"]), si(given["viscousFriction"])
        for i in "12":
            d = si(given["displacement" + i])
            self.halves.append((port("in" + i), port("out" + i), d, si(given["coulombCoefficient" + i]), si(given["slipCoefficient" + i]) * d / viscosity))
            self.damping += si(given["viscousCoefficient" + i]) * d * viscosity

    def drive(self, t, p, y):
        torque = friction = 0.0
        for a, b, d, fraction, _ in self.halves:
            dp = p[a] - p[b]
            torque += d * dp
            friction += fraction * d * abs(dp)
        return torque, friction, friction

    def flows(self, t, p, y, q):
        for a, b, d, _, leak in self.halves:
            flow = d * y[self.v] + leak * (p[a] - p[b])
            q[a] -= flow
            q[b] += flow

    def rates(self, t, p, y, f):
        f[self.v] = self.acceleration(t, p, y)


STATES = {
    Actuator: ("x", "v"), Motor: ("angle", "speed"), FlowDivider: (None, "speed"), VariablePump: (None, "swash"), PiController: (None, "integral"),
}
SIZES = {"p": 1e5, "x": 1e-2, "v": 1e-2, "angle": 1e-1, "speed": 1.0, "swash": 1e-2, "integral": 1e-2}  # below these an error counts absolutely


def error_of(setpoint, measured):
    return lambda t, y: setpoint(t, y) - measured(t, y)


class Circuit:
    def __init__(self, path, overrides=()):
        with open(path, encoding="utf8") as file:
            self.given = yaml.safe_load(file)
        for override in overrides:  # component.parameter=value, as ringmain's --set
            place, _, value = override.partition("=")
            name, _, parameter = place.partition(".")
            (self.given["fluid"] if name == "fluid" else self.given["components"][name])[parameter] = value
        fluid = self.given["fluid"]
        self.air = si(fluid.get("air", 0))
        self.bulk, self.vapour = si(fluid["bulkModulus"]), si(fluid["vapourPressure"])
        self.viscosity = si(fluid["density"]) * si(fluid["viscosity"])
        self.end = si(self.given["run"]["end"])
        self.merge()
        self.build()
        self.join()

    def merge(self):
        """Ports -> volumes: whatever lines and junctions join is one."""
        parts, parent = self.given["components"], {}

        def find(a):
            parent.setdefault(a, a)
            while parent[a] != a:
                a = parent[a]
            return a

        def end(text):  # a junction is one point; a source or tank may be named without its only port
            name, _, port = text.partition(".")
            kind = parts[name]["kind"]
            return name if kind == "junction" else f"{name}.{port or ('in' if kind == 'tank' else 'out')}"

        oil, usual = {}, self.given["defaults"]["line"]
        for line in self.given["lines"].values():
            a, b = end(line["from"]), end(line["to"])
            line = {**usual, **line}
            parent[find(a)] = find(b)
            oil[a] = oil.get(a, 0.0) + math.pi / 4 * si(line["diameter"])**2 * si(line["length"])
        for joint in self.given.get("direct", []):
            parent[find(end(joint["from"]))] = find(end(joint["to"]))
        set_at = {find(f"{name}.{port}"): si(part.get("pressure", 0)) for name, part in parts.items()
                  for kind, port in (("tank", "in"), ("pressureSource", "out")) if part["kind"] == kind}
        roots = sorted({find(a) for a in parent}, key=lambda a: a in set_at)  # unknown pressures first
        index = {a: i for i, a in enumerate(roots)}
        self.volume_of = {a: index[find(a)] for a in parent}
        self.free = sum(a not in set_at for a in roots)
        self.fixed = [set_at[a] for a in roots[self.free:]]
        self.lines_oil = [0.0] * len(roots)
        for a, volume in oil.items():
            self.lines_oil[index[find(a)]] += volume

    def build(self):
        makers = {
            "flowSource": Source, "checkValve": SpringValve, "reliefValve": SpringValve, "unloadingValve": UnloadingValve, "ratedOrifice": Orifice,
            "directionalValve": DirectionalValve, "actuator": Actuator,
            "motor": lambda given, port: Motor(given, port, self.viscosity),
            "flowDivider": lambda given, port: FlowDivider(given, port, self.viscosity),
            "variablePump": lambda given, port: VariablePump(given, port, self.viscosity),
        }
        blocks = {"proportionalController": Controller, "piController": PiController, "sum": Sum}
        self.parts, self.sizes, self.y0 = {}, [SIZES["p"]] * self.free, [si(self.given["initial"]["pressure"])] * self.free
        for name, given in self.given["components"].items():
            kind = given["kind"]
            if kind in ("junction", "tank", "pressureSource"):
                continue
            if kind == "dutyCycle":
                part = Duty(given["points"])
            elif kind == "step":  # from the start
                part = Duty([("0 s", given["finalValue"])])
            elif kind in blocks:
                part = blocks[kind](given)
            else:
                part = makers[kind](given, lambda port: self.volume_of[f"{name}.{port}"])
            self.parts[name] = part
            for attribute, state in zip("xv", STATES.get(type(part), ())):
                if state:
                    setattr(part, attribute, len(self.y0))
                    self.sizes.append(SIZES[state])
                    self.y0.append(part.start if attribute == "x" else 0.0)
        parts = self.parts.values()
        self.flowing = [part for part in parts if hasattr(part, "flows")]
        self.moving = [part for part in parts if hasattr(part, "rates")]
        self.actuators = [part for part in parts if isinstance(part, Actuator)]
        self.hybrid = [(name, part) for name, part in self.parts.items() if hasattr(part, "guards")]

    def join(self):
        """Signals: duty cycles, states and controllers to inputs, as functions of time and states."""
        sources = {}
        for signal in self.given["signals"]:
            name, _, entry = signal["to"].partition(".")
            sources[name, entry] = signal["from"]

        def value(source):
            name, _, state = source.partition(".")
            part = self.parts[name]
            if isinstance(part, Duty):
                return lambda t, y: part.now(t)
            if isinstance(part, Controller):
                setpoint, measured = value(sources[name, "setpoint"]), value(sources[name, "measured"])
                return lambda t, y: max(part.low, min(part.high, part.gain * (setpoint(t, y) - measured(t, y))))
            if isinstance(part, Sum):
                one, other = value(sources[name, "input1"]), value(sources[name, "input2"])
                return lambda t, y: part.factors[0] * one(t, y) + part.factors[1] * other(t, y)
            if isinstance(part, PiController) and not state:
                return part.output
            if state == "loadSpeed":
                return lambda t, y: y[part.v] / part.n
            k = part.x if state == STATES[type(part)][0] else part.v
            return lambda t, y: y[k]

        for (name, entry), source in sources.items():
            if not isinstance(self.parts[name], (Controller, Sum, PiController)):
                setattr(self.parts[name], entry, value(source))
        for name, part in self.parts.items():
            if isinstance(part, PiController):
                part.error = error_of(value(sources[name, "setpoint"]), value(sources[name, "measured"]))
        self.value = value

    def corners(self):
        inside = {t for part in self.parts.values() if isinstance(part, Duty) for t in part.corners if 0 < t < self.end}
        return [0.0, *sorted(inside), self.end]

    def enter(self, a, b):
        """The piece of all duty cycles between two corners."""
        for part in self.parts.values():
            if isinstance(part, Duty):
                part.now = part.piece((a + b) / 2)

    def pressures(self, y):
        return [p if p > self.vapour else self.vapour for p in y[:self.free]] + self.fixed

    def modulus(self, p):
        """Of oil with air: 1/B = -v'/v of v = (1 - air) exp((P0 - P)/B_oil) + air (P0/P)^(1/1.4); below 10 mbar it stays what it is there."""
        if not self.air:
            return self.bulk
        pressure = max(ATMOSPHERE + p, 1000.0)
        oil = (1 - self.air) * math.exp((ATMOSPHERE - pressure) / self.bulk)
        air = self.air * (ATMOSPHERE / pressure) ** (1 / 1.4)
        return (oil + air) / (oil / self.bulk + air / (1.4 * pressure))

    def rates(self, t, y):
        y = [float(value) for value in y]
        p, q, f = self.pressures(y), [0.0] * len(self.lines_oil), [0.0] * len(y)
        for part in self.flowing:
            part.flows(t, p, y, q)
        oil = list(self.lines_oil)
        for part in self.actuators:
            for volume, chamber in part.chambers(y):
                oil[volume] += chamber
        for i in range(self.free):
            f[i] = q[i] * self.modulus(p[i]) / oil[i]
        for part in self.moving:
            part.rates(t, p, y, f)
        return f

    def settle(self, t, y):
        p = self.pressures(y)
        for _, part in self.hybrid:
            part.settle(t, p, y)

    def guards(self, t, y):
        p = self.pressures(y)
        return [(name, part, what, value) for name, part in self.hybrid for what, value in part.guards(t, p, y)]

    def change(self, part, what, t, y):
        part.change(what, t, self.pressures(y), y)

    def reader(self, quantity):
        """A recorded quantity by its name, as a function of time and states."""
        name, *rest = quantity.split(".")
        part = self.parts.get(name)
        if rest[-1] == "p":
            volume = self.volume_of[".".join([name, *rest[:-1]])]
            return lambda t, y: self.pressures(y)[volume]
        if rest == ["in", "q"]:  # flow out of the component
            return lambda t, y: -part.through(self.pressures(y))
        if rest == ["output"]:
            return self.value(name)
        return self.value(quantity)
