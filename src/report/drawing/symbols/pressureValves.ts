/** Pressure and flow valves: a square, an arrow beside its line (shut at rest) or in it (open at rest), a spring, control lines. */
import { arrow, box, circle, dashes, edges, lines, solid, spring, throat } from './ink.js';
import { east, type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

/** Of the square. */
const [left, top, side] = [14, 7, 30];
const middle = left + side / 2;
const [right, bottom] = [left + side, top + side];
const height = bottom + 7;

const frame = box(left, top, side, side) + lines(`M${middle} 0V${top}M${middle} ${bottom}V${height}`);
const shut = arrow(middle - 8, bottom - 3, middle - 8, top + 3);
const open = arrow(middle, bottom, middle, top);
const load = spring(right, top + 15, right + 16, top + 15);
/** Control lines to the left of the square: from below, from above, from a port. */
const fromInlet = dashes(`M${middle} ${height - 3}H6V${top + 15}H${left}`);
const fromOutlet = dashes(`M${middle} 3H6V${top + 15}H${left}`);
const fromPilot = (y: number): string => dashes(`M0 ${y}H${left}`);
const toDrain = dashes(`M${right + 10} ${top + 20}V${bottom}H${right + 18}`);

function valve(art: string, ports: HydraulicSymbol['ports'] = {}): HydraulicSymbol {
  return {
    width: right + 18,
    height,
    ports: { in: south(middle, height), out: north(middle), ...ports },
    art: frame + art,
    turns: true,
    mirrors: true,
  };
}

const drain = { drain: east(right + 18, bottom) };
const pilot = (y: number): HydraulicSymbol['ports'] => ({ pilot: west(0, y) });
const relief = shut + load + fromInlet;

/** A check valve at an x beside the square, free from outlet to inlet. */
const bypass = (x: number): string =>
  lines(`M${middle} 3H${x}V16M${x} 26V${height - 3}H${middle}M${x - 8} 27L${x} 16L${x + 8} 27`) + circle(x, 26, 5);
/** Px that it takes. */
const beside = 24;
const withBypass = ({ width, ...symbol }: HydraulicSymbol): HydraulicSymbol => ({
  ...symbol,
  width: width + beside,
  art: symbol.art + bypass(right + 34),
});
/** To the left, where the right has a drain. */
const withBypassLeft = ({ width, ports, ...symbol }: HydraulicSymbol): HydraulicSymbol => ({
  ...symbol,
  width: width + beside,
  ports: Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { ...port, x: port.x + beside }])),
  art: `<g transform="translate(${beside} 0)">${symbol.art}${bypass(8 - beside)}</g>`,
});

const divider =
  box(0, 7, 76, 30) + lines('M38 44V37M19 0V7M57 0V7') + arrow(34, 37, 19, 7) + arrow(42, 37, 57, 7) + edges(26.5, 22) + edges(49.5, 22);

const compensator = valve(open + load + fromOutlet + dashes(`M${right + 18} ${top + 24}H${right}`), {
  load: east(right + 18, top + 24),
});

export const pressureValves: Family = {
  reliefValve: valve(relief),
  dampedReliefValve: valve(`${relief}${lines('M2 25L5 29L2 33M10 25L7 29L10 33')}`),
  dynamicReliefValve: valve(relief + lines(`M${right + 16} ${top + 9}V${top + 21}`)),
  twoStageReliefValve: valve(relief + solid(`M${left} ${top + 10}l-8 -5v10z`)),
  unloadingValve: valve(shut + load + fromPilot(top + 15), pilot(top + 15)),
  chargingValve: valve(shut + load + fromPilot(top + 15) + lines(`M${left + 3} ${bottom - 4}h6v-4h6`), pilot(top + 15)),
  pressureReducingValve: valve(open + load + fromOutlet + toDrain, drain),
  sequenceValve: withBypassLeft(valve(relief + toDrain, drain)),
  counterbalanceValve: withBypass(valve(relief + fromPilot(top + 7), pilot(top + 7))),
  flowControlValve: valve(
    throat(middle, top + 4, bottom - 4) +
      lines(`M${middle} ${top}V${bottom}`) +
      arrow(left - 6, bottom + 5, right + 6, top - 4, 8) +
      arrow(right - 5, bottom - 3, right - 5, top + 3, 5),
    {
      opening: west(left - 6, bottom + 5),
    },
  ),
  pressureCompensator: compensator,
  semiEmpiricalCompensator: compensator,
  shuttleCompensator: valve(
    open +
      load +
      fromOutlet +
      dashes(`M${right + 18} ${top + 18}H${right + 8}V${top + 30}H${right + 18}M${right + 8} ${top + 24}H${right}`),
    { load1: east(right + 18, top + 18), load2: east(right + 18, top + 30) },
  ),
  priorityValve: {
    width: 76,
    height: 44,
    ports: { in: south(30, 44), priority: north(19), excess: north(45), load: east(76, 30) },
    art:
      box(8, 7, 50, 30) +
      lines('M30 44V37M19 0V7M45 0V7') +
      arrow(28, 37, 19, 7) +
      arrow(32, 37, 45, 7) +
      spring(58, 16, 74, 16) +
      dashes('M76 30H58M19 3H3V22H8'),
    mirrors: true,
  },
  spoolFlowDivider: { width: 76, height: 44, ports: { in: south(38, 44), out1: north(19), out2: north(57) }, art: divider, mirrors: true },
};
