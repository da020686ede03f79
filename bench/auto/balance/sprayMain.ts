/**
 * A circuit whose load moves: a main with spray stations, each a pipe of several pieces with a nozzle at its end. A front of stations that pulse goes along the
 * main in the course of the run; the others rest. Friction of pipes is solved by Newton's method from the last step's flow: one round at rest, several
 * where the flow pulses, so a station that sprays costs several times one that rests.
 */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';

/** Pieces of a station's pipe. */
const pieces = 6;
/** Share of the stations that spray at the same time. */
const width = 0.25;

/** Twelve components a station and two for the supply. The run's end stretches the front's way. */
export function sprayMain(stations: number, seconds: number): Circuit {
  const built = circuit(`spray-${stations}`)
    .run({ end: `${seconds} s`, step: '0.5 ms' })
    .initialPressure('100 bar')
    .component('supply', 'pressureSource', { pressure: '100 bar' })
    .component('inlet', 'orifice', { area: '2000 mm2' })
    .direct('inlet.in', 'supply');
  built.line('main0', 'inlet.out', 'm0', { volume: '1 l' });
  for (let n = 0; n < stations; n++) addStation(built, n, stations, seconds);
  return built.record({ every: `${seconds / 100} s`, signals: ['m0.p'] }).build();
}

function addStation(built: CircuitBuilder, n: number, stations: number, seconds: number): void {
  built.component(`m${n}`, 'junction');
  if (n > 0) built.line(`main${n}`, `m${n - 1}`, `m${n}`, { volume: '1 l' });
  let last = `m${n}`;
  for (let k = 0; k < pieces; k++) {
    built.component(`pipe${n}_${k}`, 'pipeFriction', { diameter: '12 mm', length: '2 m' });
    built.line(`l${n}_${k}`, last, `pipe${n}_${k}.in`, { volume: '0.1 l' });
    last = `pipe${n}_${k}.out`;
  }
  const from = (n / stations) * (1 - width) * seconds;
  const until = from + width * seconds;
  const points = [[0, 0], ...(from > 0 ? [[from, 0]] : []), [from + 0.01, 1], [until - 0.01, 1], [until, 0]];
  built
    .component(`duty${n}`, 'dutyCycle', { points: points.map(([t, y]) => [`${t} s`, y as number]) })
    .component(`pulse${n}`, 'sine', { amplitude: 1, frequency: '100 Hz' })
    .component(`opening${n}`, 'product')
    .component(`nozzle${n}`, 'variableOrifice', {
      maximumArea: '30 mm2',
      profile: [
        [0, 0],
        [1, 1],
      ],
    })
    .component(`drain${n}`, 'tank')
    .line(`l${n}`, last, `nozzle${n}.in`, { volume: '0.1 l' })
    .direct(`nozzle${n}.out`, `drain${n}`)
    .signal(`duty${n}`, `opening${n}.input1`)
    .signal(`pulse${n}`, `opening${n}.input2`)
    .signal(`opening${n}`, `nozzle${n}.opening`);
}
