/** A chapter on systems whose mass matrix is singular; what §24.4 has without numbers is shown on a circuit of ours, w1. */
import type { Paper } from './paper.js';

export const hodgson: readonly Paper[] = [
  {
    name: 'Hodgson, Hyde and Sharma',
    written: 'Hodgson, Hyde (?:and |& )?,? ?Sharma',
    reference:
      'J. Hodgson, R. Hyde, S. Sharma, 2013, Systematic Derivation of Hybrid System Models for Hydraulic Systems, ch. 24 of K. Popovici, P. Mosterman (eds), Real-Time Simulation Technologies, CRC Press',
    entries: [
      [
        'index by projection, (24.21)',
        'repeated until the augmented mass has full rank',
        'ringmain bench small-volumes forms',
        'test/bench/forms/daeIndex.test.ts: "W1 in SI units"',
      ],
      [
        'augmented system and its drift, (24.21)',
        'integrated plainly, with a correction, with a projection',
        'ringmain bench small-volumes forms',
        'test/bench/forms/forms.test.ts: "drift over 0.2 s"',
      ],
      [
        'initial values on the manifold',
        'named there; the procedure is ours',
        'test/bench/forms/forms.test.ts: "the start is projected with the momentum held"',
      ],
      [
        'minimum order, (24.24) and (24.25)',
        'an ODE of the states that are free',
        'test/bench/forms/forms.test.ts: "the form of least order"',
      ],
      [
        'algebraic states, (24.29) to (24.35)',
        "Newton's method with exact Jacobian",
        'test/validation/w1.test.ts: "fixed steps of the midpoint rule"',
      ],
      [
        'local singularity, §24.4.5',
        'where the Jacobian has no rank',
        'test/equations/localSingularity.test.ts: "from rest, where no equation has a slope"',
      ],
      [
        'modes, §24.5.3',
        'check valves and stops that change what is free',
        'ringmain check circuits/w1-check-valve.yaml',
        'test/validation/w1.test.ts: "with a check valve in line 2"',
      ],
      ['table 24.1', 'values of a pressure servo valve'],
      ['Fig. 24.5', 'areas over the position of the spool', 'ringmain run circuits/servo-valve-pressure.yaml'],
      [
        'Figs 24.7 to 24.9',
        'pressures and position under steps of current',
        'test/validation/servoValvePressure.test.ts: "a pipe of %s"',
        'ringmain run circuits/servo-valve-pressure.yaml --plot out/valve.svg',
      ],
      [
        'variants of the valve, §24.5',
        'with masses, with volumes, without',
        'ringmain bench small-volumes joins',
        'test/validation/servoValveMasses.test.ts: "without mass it takes a fiftieth"',
      ],
    ],
  },
];
