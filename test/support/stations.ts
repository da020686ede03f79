/** Circuits whose parts are joined by wave lines only. */
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';

/** What stations are drawn from. */
export interface StationDraw {
  /** ms, in turn */
  readonly delays: readonly number[];
  /** litre, in turn: small ones ask for short steps */
  readonly volumes: readonly number[];
  readonly frictions?: readonly string[];
  readonly pressureError?: string;
  readonly maximumStep?: string;
  readonly end?: string;
  readonly every?: string;
}

/**
 * Stations on a closed main of wave lines: a source with a relief valve, or an orifice that a pulse train opens and shuts (events of that station
 * alone), on capacitive lines.
 */
export function stationsOnWaves(count: number, draw: StationDraw): Circuit {
  const { delays, volumes, frictions = ['none'], pressureError = '0.1 bar', maximumStep = '5 ms', end = '60 ms', every = '1.5 ms' } = draw;
  const of = <Value>(values: readonly Value[], i: number): Value => values[i % values.length] as Value;
  const built = circuit('stations').run({ end, pressureError, minimumStep: '1 us', maximumStep }).initialPressure('20 bar');
  for (let i = 0; i < count; i++) {
    const volume = `${of(volumes, i)} l`;
    built.component(`n${i}`, 'junction').component(`t${i}`, 'tank');
    if (i % 2 === 0) {
      built.component(`s${i}`, 'flowSource', { flow: `${20 + 3 * i} l/min` }).line(`a${i}`, `s${i}`, `n${i}`, { volume });
      built.component(`r${i}`, 'reliefValve', { crackingPressure: `${40 + 5 * i} bar`, gradient: '50 l/min/bar' });
      built.line(`b${i}`, `n${i}`, `r${i}.in`, { volume }).direct(`r${i}.out`, `t${i}`);
    } else {
      built.component(`u${i}`, 'pulseTrain', { period: `${11 + i} ms`, startTime: `${i} ms` });
      built.component(`o${i}`, 'meteringValve', { ratedFlow: `${15 + i} l/min`, ratedPressureDrop: '20 bar' });
      built.line(`b${i}`, `n${i}`, `o${i}.in`, { volume }).direct(`o${i}.out`, `t${i}`).signal(`u${i}.output`, `o${i}.opening`);
    }
    const line = { model: 'wave', length: `${of(delays, i)} m`, diameter: '12 mm', friction: of(frictions, i), elements: 1 };
    built.line(`w${i}`, `n${i}`, `n${(i + 1) % count}`, line);
  }
  return built.record({ every, signals: ['*.p', '*.q'] }).build();
}
