import { component, hydraulic, type ParameterDeclaration } from '../equations/definition.js';

const group = 'Valves';
const ports = { in: hydraulic, out: hydraulic };
const gradient: ParameterDeclaration = { unit: 'm3/s/Pa', above: 0, about: 'flow per excess pressure, K' };

export const checkValve = component({
  kind: 'checkValve',
  about: 'Lets flow pass from in to out above its cracking pressure, in proportion to the excess; no dynamics, no leakage.',
  source: 'Burton 1994 §4.4.4, (4.16)-(4.18)',
  group,
  ports,
  parameters: {
    crackingPressure: { unit: 'Pa', atLeast: 0, about: 'pressure difference at which it opens, Pc' },
    gradient,
  },
  equations: `
    Q = gradient * max(0, in.p - out.p - crackingPressure)
    in.q  = -Q
    out.q =  Q
  `,
});

export const reliefValve = component({
  kind: 'reliefValve',
  about: 'Opens at its cracking pressure and then passes flow in proportion to the excess; no dynamics.',
  source: 'Burton 1994 §4.4.4, (4.16)-(4.18)',
  group,
  ports,
  parameters: {
    crackingPressure: { unit: 'Pa', above: 0, about: 'pressure difference at which it opens, Pc' },
    gradient,
  },
  equations: `
    Q = gradient * max(0, in.p - out.p - crackingPressure)
    in.q  = -Q
    out.q =  Q
  `,
});

export const unloadingValve = component({
  kind: 'unloadingValve',
  about:
    'Pilot-operated relief valve: open while the pilot pressure is above the cracking pressure, then passes flow from in to out' +
    ' in proportion to the whole pressure difference. The pilot line is a blocked end; no dynamics and no hysteresis, so it may' +
    ' chatter.',
  source: 'Burton 1994 §4.4.4.1',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    crackingPressure: { unit: 'Pa', above: 0, about: 'pilot pressure at which it opens, Pc' },
    gradient: { unit: 'm3/s/Pa', above: 0, about: 'flow per pressure difference when open, K' },
  },
  equations: `
    pilot.q = 0
    K = if(pilot.p > crackingPressure, gradient, 0)
    Q = K * max(0, in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const pilotOperatedCheckValve = component({
  kind: 'pilotOperatedCheckValve',
  about:
    'Check valve that its pilot can open against the flow. While shut it is a check valve from in to out; while the pilot holds' +
    ' it open it passes flow both ways. Whether the pilot holds it open is judged on the accepted pressures. The pilot line is ' +
    'a blocked end; no dynamics.',
  source: 'Burton 1994 §4.4.4.1; opening by the balance of poppet (area 1) and pilot piston (area pilotRatio), both vented to in',
  group,
  ports: { ...ports, pilot: hydraulic },
  parameters: {
    crackingPressure: { unit: 'Pa', atLeast: 0, about: 'pressure difference at which it opens without pilot, Pc' },
    gradient: { unit: 'm3/s/Pa', above: 0, about: 'flow per (excess) pressure difference, K' },
    pilotRatio: { unit: '1', above: 0, default: 3, about: 'area of the pilot piston over area of the poppet' },
  },
  states: { opened: { unit: '1', initial: 0, about: '1 while the pilot holds it open, else 0' } },
  equations: `
    pilot.q = 0
    hold opened = if(pilotRatio * (pilot.p - in.p) > out.p - in.p + crackingPressure, 1, 0)
    Q = gradient * if(pre(opened) > 0, in.p - out.p, max(0, in.p - out.p - crackingPressure))
    in.q  = -Q
    out.q =  Q
  `,
});
