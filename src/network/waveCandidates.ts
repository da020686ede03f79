/** Which lines waves matter in, and what their friction is: for `ringmain check`. */

import { frictionAt, frictionNames, lossOf } from '../blocks/waves/frictions.js';
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';

export interface WaveCandidate {
  readonly line: string;
  readonly model: 'capacitive' | 'wave';
  readonly friction: string;
  readonly elements: number;
  /** That a turbulent line is meant for, m/s; null for others. */
  readonly velocity: number | null;
  /** T = L/c, s */
  readonly delay: number;
  /** T over the fixed step, or the longest variable one */
  readonly steps: number;
  /** R/Z, R of laminar flow */
  readonly resistance: number;
  /** Damping number ν T/r² */
  readonly damping: number;
  /** The simplest friction whose error is below a percent of a wave a passage while the flow is laminar. */
  readonly enough: 'none' | 'unsteady' | 'laminar';
  /** Flow from which it is turbulent (Re 2300), m3/s */
  readonly turbulentFrom: number;
  /** Of a capacitive line: the inertance that it has at that step, Δ²/((1-α)² C), over the oil's own, T²/C. */
  readonly inertance: number | null;
}

/** Re at which a flow is taken to be turbulent. */
const turbulentReynolds = 2300;
/** A wave that loses less than this a passage may as well lose nothing. */
const small = 0.01;

/**
 * Lines that were given by length and diameter and whose delay is at least the step, the longest delays first; at most `most`. By their damping
 * number (Goodson, Leonard, J. Basic Eng. 94 (1972) 474): the quarter wave ω = π/2T loses √(π/4 · νT/r²) a passage while r √(ω/ν) is large, so that
 * below νT/r² = 1.3e-4 it needs no friction; where r √(ω/ν) is below 2, from νT/r² = 0.4 on, its flow is that of steady flow at every moment.
 */
export function waveCandidates(circuit: Circuit, most: number): WaveCandidate[] {
  const { lines } = tablesOf(circuit);
  const { density, viscosity } = circuit.fluid;
  const step = circuit.run.step ?? circuit.run.maximumStep;
  const found: { line: number; delay: number }[] = [];
  for (let line = 0; line < lines.count; line++) {
    const length = lineValue(lines, line, 'length');
    if (Number.isNaN(length)) continue;
    const own = lineValue(lines, line, 'delay');
    const delay = Number.isNaN(own) ? length * Math.sqrt(density / lineValue(lines, line, 'bulkModulus')) : own;
    if (!Number.isNaN(own) || delay >= step) found.push({ line, delay });
  }
  found.sort((a, b) => b.delay - a.delay || a.line - b.line);
  return found.slice(0, most).map(({ line, delay }): WaveCandidate => {
    const value = (name: Parameters<typeof lineValue>[2]): number => lineValue(lines, line, name);
    const isWave = !Number.isNaN(value('delay'));
    const radius = value('diameter') / 2;
    const damping = (viscosity * delay) / (radius * radius);
    return {
      line: lines.nameOf(line),
      model: isWave ? 'wave' : 'capacitive',
      friction: frictionNames[value('friction')] ?? 'none',
      elements: value('elements'),
      velocity: lossOf(frictionAt(value('friction'))) ? value('velocity') : null,
      delay,
      steps: delay / step,
      resistance: 8 * damping,
      damping,
      enough: (Math.PI / 4) * damping < small * small ? 'none' : Math.PI / (2 * damping) < 4 ? 'laminar' : 'unsteady',
      turbulentFrom: (turbulentReynolds * Math.PI * radius * viscosity) / 2,
      inertance: isWave ? null : (step / ((1 - value('filter')) * delay)) ** 2,
    };
  });
}

export interface ShorterLines {
  /** Capacitive lines given by length whose delay is below the step, s. */
  readonly count: number;
  readonly step: number;
  /** The one that has most inertance at that step over its oil's own, (Δ/((1-α)T))². */
  readonly line: string;
  readonly inertance: number;
}

/** Lines that a wave would cross within the fixed step, or the longest variable one; null where there are none. */
export function shorterLines(circuit: Circuit): ShorterLines | null {
  const { lines } = tablesOf(circuit);
  const step = circuit.run.step ?? circuit.run.maximumStep;
  let [count, worst, inertance] = [0, -1, 0];
  for (let line = 0; line < lines.count; line++) {
    const length = lineValue(lines, line, 'length');
    if (Number.isNaN(length) || !Number.isNaN(lineValue(lines, line, 'delay'))) continue;
    const delay = length * Math.sqrt(circuit.fluid.density / lineValue(lines, line, 'bulkModulus'));
    if (delay >= step) continue;
    count++;
    const own = (step / ((1 - lineValue(lines, line, 'filter')) * delay)) ** 2;
    if (own > inertance) [worst, inertance] = [line, own];
  }
  return count === 0 ? null : { count, step, line: lines.nameOf(worst), inertance };
}
