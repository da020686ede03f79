/** Gauges: a circle with a pointer; what measures flow stands in its line. */
import { arrow, box, circle, lines } from './ink.js';
import { east, type Family, type HydraulicSymbol, north, south } from './symbol.js';

const output = { output: east(32, 14), measured: east(32, 14), power: east(32, 14), energy: east(32, 14), passed: east(32, 14) };

const gauge = (art: string, ports: HydraulicSymbol['ports']): HydraulicSymbol => ({
  width: 32,
  height: 36,
  ports: { ...ports, ...output },
  art: circle(16, 14, 14) + arrow(8, 22, 24, 6, 7) + art,
  turns: true,
});

const meter = (art: string, letter: string): HydraulicSymbol => ({
  width: 32,
  height: 36,
  ports: { in: south(16, 36), out: north(16), ...output, output: east(30, 18), power: east(30, 18), measured: east(30, 18) },
  art: circle(16, 18, 14) + lines('M16 0V4M16 32V36') + art,
  letters: [[letter, 16, 22]],
  turns: true,
});

export const sensors: Family = {
  pressureSensor: gauge(lines('M16 28V36'), { in: south(16, 36) }),
  differentialPressureSensor: { ...gauge(lines('M10 27V36M22 27V36'), { high: south(10, 36), low: south(22, 36) }), mirrors: true },
  flowSensor: meter('', 'Q'),
  energyMeter: meter(box(4, 10, 24, 16), 'kW'),
};
