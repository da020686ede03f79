/**
 * Two-valued signals: above 0.5 is true, an output is 1 or 0. What is remembered is a hold, changed when a step is accepted; conditions are judged on
 * the input of the step itself, so that an answer comes in the step that brings the cause, and a lumped solver ends a step where the input crosses.
 */
import {
  component,
  type ParameterDeclaration,
  type QuantityDeclaration,
  type SignalDeclaration,
} from '../equations/language/definition.js';

const group = 'Signals';
const source = 'IEC 61131-3 (standard functions and function blocks)';
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', about: '1 or 0' } };
const truth = (about = 'true above 0.5'): SignalDeclaration => ({ unit: '1', about });
const orNone = (value: 0 | 1): SignalDeclaration => ({ ...truth('true above 0.5; not connected it does not count'), default: value });
const range: ParameterDeclaration = {
  unit: '1',
  atLeast: 0,
  default: 0,
  optional: true,
  about: 'rise of the input from off to fully on; 0: at once',
};
const initial = { unit: '1', atLeast: 0, atMost: 1, default: 0, about: '1 or 0 at t = 0' };

export const comparator = component({
  kind: 'comparator',
  about:
    'Is 1 while a signal is above a reference, else 0; with a range it rises to 1 over it, with a hysteresis it falls as much later. Without either it is an ' +
    'ideal switch and may chatter.',
  source,
  group,
  ports: {},
  parameters: {
    range,
    hysteresis: { unit: '1', atLeast: 0, default: 0, optional: true, about: 'fall of the input before the output begins to fall' },
  },
  switch: 'range == 0 and hysteresis == 0',
  inputs: {
    input: { unit: '1', anyUnit: true, about: 'signal compared' },
    reference: { unit: '1', anyUnit: true, default: 0, about: 'value that the input is compared with' },
  },
  outputs: { output: { unit: '1', about: '1 or 0; between them within the range' } },
  states: { level: { unit: '1', initial: 0, about: 'the output' } },
  equations: `
    excess = input - reference
    rising = if(range > 0, max(0, min(1, excess / range)), if(input > reference, 1, 0))
    falling = if(range > 0, max(0, min(1, (excess + hysteresis) / range)), if(excess + hysteresis > 0, 1, 0))
    hold level = if(hysteresis > 0, max(rising, min(falling, pre(level))), rising)
    output = level
  `,
});

export const relay = component({
  kind: 'relay',
  about:
    'Two-point switch with hysteresis: on above one level, off below a lower one, as it was in between. A pressure switch, or the ' +
    'loading and unloading of an accumulator.',
  source: 'elementary',
  group,
  ports: {},
  parameters: {
    onLevel: { unit: '1', about: 'input above which it is on' },
    offLevel: { unit: '1', about: 'input below which it is off; not above onLevel' },
    range: { ...range, about: 'rise of the input above either level from off to fully on; 0: at once' },
    offValue: { unit: '1', default: 0, about: 'output when off' },
    onValue: { unit: '1', default: 1, about: 'output when on' },
    initialState: initial,
  },
  switch: 'range == 0 and onLevel == offLevel',
  requires: ['offLevel <= onLevel'],
  inputs: { input: { unit: '1', anyUnit: true, about: 'signal watched' } },
  outputs: { output: { unit: '1', anyUnit: true, about: 'onValue or offValue; between them within the range' } },
  states: { closed: { unit: '1', initial: 'initialState', about: '1 when on, else 0; between them within the range' } },
  equations: `
    rising = max(0, min(1, (input - onLevel) / range))
    falling = max(0, min(1, (input - offLevel) / range))
    hold closed = if(range > 0, max(rising, min(falling, pre(closed))), if(input > onLevel, 1, if(input < offLevel, 0, pre(closed))))
    output = offValue + (onValue - offValue) * closed
  `,
});

export const logicAnd = component({
  kind: 'logicAnd',
  about: 'Is 1 while all of up to three signals are true.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input1: truth(), input2: truth(), input3: orNone(1) },
  outputs,
  equations: `
    output = if(input1 > 0.5 and input2 > 0.5 and input3 > 0.5, 1, 0)
  `,
});

export const logicOr = component({
  kind: 'logicOr',
  about: 'Is 1 while any of up to three signals is true.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input1: truth(), input2: truth(), input3: orNone(0) },
  outputs,
  equations: `
    output = if(input1 > 0.5 or input2 > 0.5 or input3 > 0.5, 1, 0)
  `,
});

export const logicNot = component({
  kind: 'logicNot',
  about: 'Is 1 while its input is not true.',
  source,
  group,
  ports: {},
  parameters: {},
  inputs: { input: truth() },
  outputs,
  equations: `
    output = if(input > 0.5, 0, 1)
  `,
});

export const flipFlop = component({
  kind: 'flipFlop',
  about: 'Becomes 1 when it is set and stays so until it is cleared, which goes before.',
  source,
  group,
  ports: {},
  parameters: { initialState: initial },
  inputs: { set: truth('sets it above 0.5'), clear: truth('clears it above 0.5') },
  outputs,
  states: { kept: { unit: '1', initial: 'initialState', about: '1 when set, else 0' } },
  equations: `
    hold kept = if(clear > 0.5, 0, if(set > 0.5, 1, pre(kept)))
    output = kept
  `,
});

export const onDelay = component({
  kind: 'onDelay',
  about:
    'Timer: becomes 1 when its input has been true for a time, and 0 at once when it is not. The time counts from the beginning of the TLM step ' +
    'that brings the input; a time step lands on its end, and the next one has the new value.',
  source,
  group,
  ports: {},
  parameters: { delay: { unit: 's', above: 0, about: 'time for which the input must be true' } },
  inputs: { input: truth() },
  outputs,
  states: {
    onTime: { unit: 's', initial: 0, about: 'time for which the input has been true in all' },
    since: { unit: 's', initial: 0, about: 'time at which the input became true' },
    ticking: { unit: '1', initial: 0, about: '1 while the input is true, else 0' },
  },
  // A lumped solver knows no step: there onTime tells how much of it the input was true. The output reads accepted values: the end is then an event.
  equations: `
    der(onTime) = if(input > 0.5, 1, 0)
    hold since = if(input > 0.5 and pre(ticking) == 0, time - max(step, onTime - pre(onTime)), pre(since))
    hold ticking = if(input > 0.5, 1, 0)
    output = if(input > 0.5 and pre(ticking) > 0 and time > pre(since) + delay, 1, 0)
    nextEvent = if(input > 0.5 and time < since + delay, since + delay, 1e300)
  `,
});

export const counter = component({
  kind: 'counter',
  about: 'Counts how often its input becomes true, until it is cleared, which goes before; an input that is true at t = 0 counts.',
  source,
  group,
  ports: {},
  parameters: { initialCount: { unit: '1', default: 0, about: 'count at t = 0' } },
  inputs: { input: truth(), clear: { ...truth('sets the count to 0 above 0.5'), default: 0 } },
  outputs: { output: { unit: '1', about: 'count' } },
  states: {
    edges: { unit: '1', initial: 'initialCount', about: 'count' },
    ticking: { unit: '1', initial: 0, about: '1 while the input is true, else 0' },
  },
  equations: `
    rises = if(input > 0.5 and pre(ticking) == 0, 1, 0)
    hold ticking = if(input > 0.5, 1, 0)
    hold edges = if(clear > 0.5, 0, pre(edges) + rises)
    output = edges
  `,
});
