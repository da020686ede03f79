/**
 * The master step controller: after every attempt it takes the largest error of all partitions, and one decision holds for all of them. Every partition
 * takes it for itself after the meeting, over what all have published: the same numbers in the same order give the same decision, and none waits for
 * another to take it, nor for the words of it to come over from another core.
 * Written in the language of the kernels, so that it runs beside them in JavaScript or WebAssembly.
 *
 * Laws: `thesis` as printed in Burton 1994 (3.28)-(3.31), which rejects above ten times the reference as its text says (§3.5, §5.4.2.1);
 * `thesisStrict` above the reference itself, as its Fig. 5.2; `standard`: see `standardGrowth`.
 */
import type { ControlLaw, LineEquations, RecordGrid } from '../../circuit/circuit.js';
import type { Unit } from '../../equations/unit.js';
import { type DecisionWord, publishedStride, publishedWords } from '../../network/layout.js';
import { crowd, leastDistance } from '../../results/crowded.js';
import { firstCrossingText, landedText, repeatText } from './crossings.js';
import { dueRowsText } from './exactRows.js';
import { mailStride } from './mail.js';
import { outcomes, verdicts } from './outcomes.js';
import type { List } from './partitionTexts.js';

export interface MasterProgram {
  readonly decision: Readonly<Record<DecisionWord, number>>;
  /** Where partitions publish. */
  readonly partitions: List;
  /** Where partitions that have crossings publish, and whether any acts in the step after only; null where steps end at none. */
  readonly crossings: { readonly list: List; readonly late: boolean } | null;
  /** Cut lines: number, p of both ends in the mail; a list for each scale of their errors. */
  readonly cut: readonly { readonly list: List; readonly scale: number }[];
  /** Offsets of the counters, limited and rejected by line, and of those of `specialCounters`; null where another partition counts. */
  readonly counters: { readonly lines: number; readonly specials: number } | null;
  /** Offset of the recorded times. */
  readonly times: number;
  readonly settings: MasterSettings;
  /** Of a partition that takes `steps` steps of its own from meeting to meeting, `interval` apart, s; rows are recorded at meetings only. */
  readonly meeting?: { readonly interval: number; readonly steps: number } | null;
}

export interface MasterSettings {
  readonly end: number;
  readonly fixedStep: number | null;
  readonly law: ControlLaw;
  readonly line: LineEquations;
  readonly overfullCavity: 'end' | 'report';
  readonly pressureError: number;
  readonly forceError: number;
  readonly torqueError: number;
  readonly initialStep: number;
  readonly minimumStep: number;
  readonly maximumStep: number;
  readonly every: number;
  /** Whether rows stand at the first step at or after each multiple of `every`, or at the multiple itself. */
  readonly grid: RecordGrid;
  /** Where partitions take their own steps: time between their meetings, s; else null. */
  readonly meetEvery: number | null;
}

/** Whether a step is judged by line means and component states too: the printed laws know pressure differences only, and a fixed step is not judged. */
export const judgesStates = ({ fixedStep, law }: Pick<MasterSettings, 'fixedStep' | 'law'>): boolean =>
  fixedStep === null && law === 'standard';

/** Values of the `clippedBy` word. */
export const clips = { none: 0, event: 1, maximum: 2, meeting: 3, crossing: 5 } as const;
/** What limits or rejects steps beside lines, in the order of their counters, from 1; what clips has that number among `clips`. */
export const specialCounters = ['event', 'maximum step', 'meeting', 'failed solve', 'crossing'] as const;

/** Exponents and bounds of the laws. */
export const constants = {
  thesis: { a: 1e-3, b: 5e-3, c: 0.7, floor: 1, rejectsAbove: 10 },
  standard: { target: 0.7, gain: 0.02, nearMinimum: 200, nearGain: 0.0025, memory: 0.97, grow: 1.05, shrink: 0.5, rejection: 0.7 },
};

/**
 * Growth of the step under the `standard` law: 1 + g (log₁₀(0.7 P_ref/ē))², at most 1.05, never a shrinking: too long a step is rejected, not
 * foreseen. ē is the error with a fading maximum, ē = max(e_n, 0.97·ē): it remembers a jump (a valve that opened) for some thirty steps.
 * g = 0.02, but 0.0025 below two hundred smallest steps, where jumps have to be accepted whatever their error and patience buys accuracy.
 *
 * Why so slow: compensation keeps a line's flow while its parasitic inertance Δ²/C (3.14) changes, so a step that follows the error up and down
 * within a period of a short line's oscillation feeds that oscillation (a parametric oscillator: with 10 % a step the two-actuator circuit never
 * gets away from the smallest step). Filtered error and limited growth: Gustafsson, ACM TOMS 17, 1991; Söderlind, ACM TOMS 29, 2003; the form,
 * slow near P_ref and quick far below it, and its numbers are fitted on the two-actuator circuit: mean of eight runs with the flow changed in its
 * tenth digit, 77 002 attempts and 297 rejections against 86 105 and 3702 of `thesis`, both 0.445 of the tolerances off the ODE solution.
 */
export const standardGrowth: Unit = {
  text: `function standardGrowth(filteredError, pressureError, gain) {
  const decades = log10(Math.max(1, (${constants.standard.target} * pressureError) / filteredError));
  return Math.min(${constants.standard.grow}, 1 + gain * decades * decades);
}`,
  constants: {},
  name: 'standardGrowth',
  as: 'standardGrowth',
  parameters: 'double',
};

/** Text of `decide(parity)`: once after every meeting. `parity` tells this attempt's places of what was published, and of the mail. */
export function decideText(program: MasterProgram): string {
  const { decision: d, partitions, cut, settings } = program;
  const { fixedStep, law, pressureError, minimumStep } = settings;
  const word = (name: (typeof publishedWords)[number]): number => publishedWords.indexOf(name);
  const judged = law !== 'standard' ? `0.5 * (floored + (F[${d.errorBefore}] > 0 ? F[${d.errorBefore}] : floored))` : 'error';
  const acceptable =
    fixedStep !== null
      ? 'bad === 0'
      : `bad === 0 && (judged <= ${pressureError * (law === 'thesis' ? constants.thesis.rejectsAbove : 1)} || atMinimum)`;
  return `function decide(parity) {
  F[${d.attempts}] = F[${d.attempts}] + 1;
  let error = -0.5, line = -1 | 0, bad = 0 | 0;
  for (let k = 0; k < ${partitions.count}; k++) {
    const w = I[${partitions.at} + k] + ${publishedStride} * parity;
    const e = F[w + ${word('error')}], l = F[w + ${word('errorLine')}] | 0;
    if (e > error || (e === error && l < line)) { error = e; line = l; }
    const own = F[w + ${word('bad')}] | 0;
    if (own > bad) bad = own;
  }
${cut
  .map(
    ({ list, scale }) => `  for (let k = 0; k < ${3 * list.count}; k = k + 3) {
    const l = I[${list.at} + k];
    const a = I[${list.at + 1} + k] + ${mailStride} * parity, b = I[${list.at + 2} + k] + ${mailStride} * parity;
    const between = Math.abs(F[a] - F[b])${judgesStates(settings) ? ', mean = Math.abs(F[a + 3] + F[b + 3])' : ''};
    const e = ${scale === 1 ? '' : `${scale} * `}${judgesStates(settings) ? '(mean > between ? mean : between)' : 'between'};
    // NaN passes no comparison: it is looked for, not compared.
    if (e !== e) bad = Math.max(bad, 1) | 0;
    else if (e > error || (e === error && l < line)) { error = e; line = l; }
  }
`,
  )
  .join('')}  if (error === Infinity) bad = Math.max(bad, 1) | 0;
  if (error < 0) error = 0;
  if (line < 0) line = 0;
  const step = F[${d.step}], floored = Math.max(error, ${constants.thesis.floor}), judged = ${judged};
  const atMinimum = step <= ${minimumStep * (1 + 1e-9)};
  let outcome = ${outcomes.goOn} | 0;${firstCrossingText(program)}
  ${
    program.crossings
      ? `if (repeats) {${takenBackText(program, special(program, 'crossing'))}${repeatText(program)}
  } else `
      : ''
  }if (${acceptable}) {${acceptedText(program)}
  } else {
    if (bad !== 0 && ${fixedStep !== null ? '0 === 0' : '(atMinimum || bad > 1)'}) return ${outcomes.failed} | 0;${rejectedText(program)}
  }${fixedStep === null ? proposedText(program) : fixedText(program, fixedStep)}
  return outcome;
}`;
}

function rejectedText(program: MasterProgram): string {
  const { decision: d, counters, settings } = program;
  const { law, pressureError, minimumStep } = settings;
  const { thesis, standard } = constants;
  const ratio = `${pressureError} / judged`;
  const factor =
    law !== 'standard' ? `power(${ratio}, ${thesis.c})` : `Math.min(${standard.shrink}, power(${ratio}, ${standard.rejection}))`;
  const culprit = counters && `bad !== 0 ? ${special(program, 'failed solve')} : ${counters.lines + 1} + 2 * line`;
  return `${takenBackText(program, culprit)}
    F[${d.wanted}] = Math.max(${minimumStep}, step * (bad !== 0 ? 0.5 : ${factor}));`;
}

/** Of what is numbered so: its counter of rejections, null where another partition counts. */
const special = ({ counters }: MasterProgram, what: (typeof specialCounters)[number]): string | null =>
  counters && `${counters.specials + 2 * specialCounters.indexOf(what) + 1} | 0`;

/** Of a step that is not accepted; `culprit`: whose counter tells why. */
function takenBackText({ decision: d }: MasterProgram, culprit: string | null): string {
  const counted = culprit === null ? '' : `    const culprit = ${culprit};\n    F[culprit] = F[culprit] + 1;\n`;
  return `
    F[${d.verdict}] = ${verdicts.reject};
    F[${d.rejected}] = F[${d.rejected}] + 1;
    F[${d.rejectedInARow}] = F[${d.rejectedInARow}] + 1;
    F[${d.worstRejectedInARow}] = Math.max(F[${d.worstRejectedInARow}], F[${d.rejectedInARow}]);
${counted}    F[${d.recordRow}] = -1;`;
}

function acceptedText(program: MasterProgram): string {
  const { decision: d, partitions, counters, times, settings, meeting } = program;
  const { end, every, grid, fixedStep, minimumStep, maximumStep, meetEvery } = settings;
  const event = publishedWords.indexOf('event');
  // With variable steps of their own, times of rows are meetings.
  const atMeeting = meeting ? `(F[${d.accepted}] | 0) % ${meeting.steps} === 0 && ` : '';
  const wanted = `
    F[${d.wanted}] = Math.min(${maximumStep}, Math.max(${minimumStep}, ${nextWanted(program)}));`;
  const limiter = counters
    ? `
    const clip = F[${d.clippedBy}] | 0;
    const limiter = clip === ${clips.none} ? ${counters.lines} + 2 * line : ${counters.specials - 2} + 2 * clip;
    F[limiter] = F[limiter] + 1;`
    : '';
  const forced = `
    if (error > ${settings.pressureError} && atMinimum) {
      F[${d.forced}] = F[${d.forced}] + 1;
      F[${d.forcedError}] = Math.max(F[${d.forcedError}], error);
    }`;
  const finished = fixedStep === null ? `time >= ${end} - ${near('end', end)}` : `F[${d.accepted}] >= ${Math.round(end / fixedStep)}`;
  const steps = `F[${d.recordRow}] = -1;
    if (${atMeeting}(time >= F[${d.nextRecord}] - ${near('time', end)} || finished)) {
      const row = F[${d.rows}] | 0;
      F[${d.recordRow}] = row;
      F[${times} + row] = time;
      F[${d.rows}] = row + 1;
      F[${d.nextRecord}] = ${every} * (Math.floor(time / ${every} + 1e-9) + 1);
    }`;
  // What rounding leaves between an event and the meeting does not count: the rows of all partitions have one time.
  const reached =
    meetEvery === null
      ? `const time = F[${d.time}];`
      : `const met = F[${d.time}] >= F[${d.meeting}] - ${near(`F[${d.time}]`, end)}, time = met ? F[${d.meeting}] : F[${d.time}];
    if (met) {
      F[${d.meetings}] = F[${d.meetings}] + 1;
      const next = (F[${d.meetings}] + 1) * ${meetEvery};
      F[${d.meeting}] = next < ${end} - ${near('end', end)} ? next : ${end};
    }`;
  return `${fixedStep === null ? crowdedText(program) : ''}
    ${reached}
    F[${d.verdict}] = ${verdicts.accept};
    F[${d.accepted}] = F[${d.accepted}] + 1;
    F[${d.rejectedInARow}] = 0;
    F[${d.timeBefore}] = F[${d.acceptedTime}];
    F[${d.acceptedTime}] = time;
    F[${d.error}] = ${fixedStep === null ? 'error' : '0'};
    F[${d.limit}] = ${fixedStep === null ? `(F[${d.clippedBy}] | 0) === ${clips.none} ? line + 1 : 0` : '0'};
    F[${d.lastStep}] = step;
    F[${d.smallest}] = Math.min(F[${d.smallest}], step);
    F[${d.largest}] = Math.max(F[${d.largest}], step);${fixedStep === null ? forced + limiter + filtered(program) + wanted : ''}
    F[${d.errorBefore}] = floored;
    F[${d.judgedBefore}] = judged;${landedText(program, near('time', end))}
    let event = 1e300;
    for (let k = 0; k < ${partitions.count}; k++) event = Math.min(event, F[I[${partitions.at} + k] + ${publishedStride} * parity + ${event}]);
    F[${d.event}] = event;
    const finished = ${finished};
    ${grid === 'exact' ? dueRowsText(d, times, every, near('time', end)) : steps}
    if (finished) outcome = ${outcomes.finished};`;
}

/**
 * Events that creep fail the run. Looked at are steps that are hardly longer than the smallest, or than creeping events are apart, and that an event has cut
 * short: others are no concern of theirs.
 */
function crowdedText({ decision: d, settings: { end, minimumStep } }: MasterProgram): string {
  const distance = leastDistance(end);
  return `
    if (step <= ${Math.max(minimumStep * (1 + 1e-9), distance)} && (F[${d.clippedBy}] | 0) === ${clips.event}) {
      if (F[${d.crowded}] === 0) F[${d.crowdedSince}] = F[${d.time}];
      F[${d.crowded}] = F[${d.crowded}] + 1;
      if (F[${d.crowded}] >= ${crowd}) {
        if (F[${d.time}] - F[${d.crowdedSince}] < ${crowd * distance}) return ${outcomes.failed} | 0;
        F[${d.crowded}] = 0;
      }
    }`;
}

/** An event nearer than this to the present time has been reached. */
const near = (time: string, end: number): string => `1e-12 * Math.max(${time === 'end' ? end : time}, ${end * 1e-3})`;

/** Whether the meeting comes before the next event. */
const meetsFirst = (d: MasterProgram['decision']): string => `!(F[${d.event}] > t && F[${d.event}] < F[${d.meeting}])`;

/** The error that the `standard` law grows by: a fading maximum. */
function filtered({ decision: d, settings }: MasterProgram): string {
  if (settings.law !== 'standard') return '';
  return `
    const filtered = Math.max(floored, ${constants.standard.memory} * F[${d.filteredError}]);
    F[${d.filteredError}] = filtered;`;
}

/** The step that comes next unless something else is nearer; one that was cut short for an event does not shorten the ones after it. */
function nextWanted({ decision: d, settings, crossings }: MasterProgram): string {
  const { law, pressureError, minimumStep, meetEvery } = settings;
  const { thesis, standard } = constants;
  // a and b of (3.29) while below P_ref; c = 0.7 also where a step above P_ref had to be accepted.
  const before = `(F[${d.judgedBefore}] > 0 ? F[${d.judgedBefore}] : judged)`;
  const small = `power(${pressureError} / judged, ${thesis.a}) * power(${before} / judged, ${thesis.b})`;
  const gain = `(step < ${standard.nearMinimum * minimumStep} ? ${standard.nearGain} : ${standard.gain})`;
  const large = `Math.min(${standard.shrink}, power(${pressureError} / floored, ${standard.rejection}))`;
  const factor =
    law !== 'standard'
      ? `judged > ${pressureError} ? power(${pressureError} / judged, ${thesis.c}) : ${small}`
      : `floored > ${pressureError} ? ${large} : standardGrowth(filtered, ${pressureError}, ${gain})`;
  // Own steps are parts of what is left to the meeting: what is wanted grows as the error of the part allows, so that fewer parts can follow.
  if (meetEvery !== null) return `nextStep(2 * step >= F[${d.wanted}] ? Math.max(step, F[${d.wanted}]) : step, ${factor}, F[${d.wanted}])`;
  const wasCut = `(F[${d.clippedBy}] === ${clips.event}${crossings ? ` || F[${d.clippedBy}] === ${clips.crossing}` : ''})`;
  return `nextStep(step, ${factor}, ${wasCut} ? F[${d.wanted}] : 0)`;
}

/** A step that was cut short goes back to what was wanted before. */
export const nextStep: Unit = {
  text: 'function nextStep(step, factor, wantedBefore) { return Math.max(step * factor, factor >= 1 ? wantedBefore : 0); }',
  constants: {},
  name: 'nextStep',
  as: 'nextStep',
  parameters: 'double',
};

/** t = nΔ; where partitions take steps of their own, times of meetings are the same numbers in all of them. */
function fixedText({ decision: d, meeting }: MasterProgram, fixedStep: number): string {
  const next = `F[${d.accepted}] + 1`;
  return `
  F[${d.step}] = ${fixedStep};
  F[${d.half}] = ${fixedStep / 2};
  F[${d.time}] = ${meeting ? `((${next}) / ${meeting.steps}) * ${meeting.interval}` : `(${next}) * ${fixedStep}`};`;
}

/** Next trial step and its end time; event times are set, not summed. */
function proposedText({ decision: d, settings, crossings }: MasterProgram): string {
  const { end, minimumStep, maximumStep, meetEvery } = settings;
  const known =
    meetEvery === null
      ? `F[${d.event}] > t ? Math.min(F[${d.event}], ${end}) : ${end}`
      : `${meetsFirst(d)} ? F[${d.meeting}] : F[${d.event}]`;
  const until = crossings
    ? `const known = ${known}, crosses = F[${d.crossing}] > t && F[${d.crossing}] < known, until = crosses ? F[${d.crossing}] : known;`
    : `const until = ${known};`;
  const isMeeting = meetEvery === null ? '' : `${meetsFirst(d)}${crossings ? ' && !crosses' : ''}`;
  const clip = meetEvery === null ? `${clips.event}` : `meets ? ${clips.meeting} : ${clips.event}`;
  const clipped = crossings ? `crosses ? ${clips.crossing} : ${clip}` : clip;
  // Equal steps up to a meeting: a whole one and a sliver, window after window, would have the step swing.
  const parts =
    meetEvery === null
      ? ''
      : `if (meets) next = left / Math.ceil(left / wanted - 1e-9);
    else `;
  return `
  const t = F[${d.acceptedTime}], wanted = F[${d.wanted}];
  ${until}${
    isMeeting === ''
      ? ''
      : `
  const meets = ${isMeeting};`
  }
  const left = until - t;
  F[${d.clippedBy}] = wanted >= ${maximumStep} ? ${clips.maximum} : ${clips.none};
  let next = wanted;
  if (left <= ${near('t', end)}) {
    // Two events an ulp apart ('33.3 ms' and '0.0333 s'): too near to step to. The smallest step passes it, and the next events are asked for.
    next = ${minimumStep};
    F[${d.time}] = t + next;
    F[${d.clippedBy}] = ${clips.event};
    F[${d.crowdedSince}] = F[${d.crowdedSince}] + next;
  } else if (left <= wanted * ${1 + 1e-9}) {
    next = left;
    F[${d.time}] = until;
    F[${d.clippedBy}] = ${clipped};
  } else {
    // Two equal steps rather than a whole one and a sliver.
    ${parts}if (left < 2 * wanted) {
      next = left / 2;
      F[${d.clippedBy}] = ${crossings ? `crosses ? ${clips.crossing} : ${clips.event}` : clips.event};
    }
    F[${d.time}] = t + next;
  }
  F[${d.step}] = next;
  F[${d.half}] = next / 2;`;
}
