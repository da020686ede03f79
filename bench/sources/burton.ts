/** Burton's thesis and the papers appended to it. Their drawings and most curves are lost in the text at hand; axes, tables and words are not. */
import type { Paper } from './paper.js';

const idea = 'none: a sketch of an idea, nothing to run';
const machine = 'none: it shows the transputers of 1994';

/** A second set of duty cycles, ours: the actuators move once each way, the winch turns back, its second speed is short. */
const alternate = [
  'u1.points=[[0 s, 0], [0.5 s, 0], [0.6 s, 0.5], [4 s, 0.5], [4.1 s, -0.6], [8 s, -0.6], [8.1 s, 0]]',
  'u2.points=[[0 s, 0], [1 s, 0], [1.1 s, 0.5], [3 s, 0.5], [3.1 s, 0], [6 s, 0], [6.1 s, -0.5], [9 s, -0.5]]',
  'u3.points=[[0 s, 0], [0.7 s, 0], [0.8 s, 0.5], [3 s, 0.5], [3.1 s, 0], [5 s, 0], [5.1 s, -0.5], [8 s, -0.5], [8.1 s, 0]]',
  'u4.points=[[0 s, 0], [2 s, 0], [2.1 s, 0.3], [3 s, 0.3], [3.1 s, 0]]',
];
const alternateSet = alternate.map((one) => `--set '${one}'`).join(' ');

export const burton: readonly Paper[] = [
  {
    name: 'Burton 1994',
    written: 'Burton 1994',
    reference:
      'J. D. Burton, 1994, thesis on the parallel simulation of hydraulic systems with transmission-line modelling, University of Bath',
    entries: [
      [
        'capacitive line, §3',
        'volume of oil between two ports, filter, compensation at a new step',
        'ringmain validate rc-volume',
        'test/validation/rcVolume.test.ts: "as printed, with the filter"',
      ],
      [
        'long line, §3',
        'delay, friction lumped, laminar, by frequency',
        'ringmain validate laminar-closure-0.01 laminar-closure-0.37 holmboe-rouleau-largest',
      ],
      ['cavitation, §3.3', 'a cavity between component and line', 'ringmain validate vapour-cavity-at-valve short-pulse-after-cavity'],
      [
        'released air, §3.3',
        'air that comes out of solution, with delay; named, not done there',
        'ringmain validate released-air-tank',
        'test/run/releasedAir.test.ts: "a closed line with air, against integrators"',
      ],
      [
        'mechanical line, §4',
        'a spring between bodies as a line, (4.28)',
        'test/validation/mechanicalLine.test.ts: "a mass on a spring"',
        'ringmain run circuits/hoist.yaml',
      ],
      [
        'inertial line, §4.2',
        'a line whose mass stays and whose stiffness follows the step; named, not done there. Here a rod of impedance M/T with a delay T of its own',
        'test/validation/mechanicalLine.test.ts: "a rod of impedance M/T is an inertial line"',
      ],
      ['component models, §4', 'pumps, valves, motor, actuator, accumulator, flow divider', 'ringmain validate kind-*'],
      ['step control, (3.28) to (3.31)', 'pressure error, growth and rejection of steps', 'test/run/controlLaws.test.ts: "thesis law"'],
      [
        'pipe and laminar restrictor, appendix 1',
        'a volume filled through a pipe: analytic',
        'ringmain validate rc-volume rc-volume-order',
      ],
      ['Fig. 2.1', 'two-actuator circuit; its drawing is lost'],
      ['Fig. 2.2', 'the same with lines in place of volumes', idea],
      ['Figs 3.1 to 3.5', 'line, its circuit, cavity, error of all lines, junction', idea],
      ['Figs 4.1 to 4.9', 'mechanical joints, reservoir, pump, orifice, valves, motor', idea],
      ['Fig. 5.1', 'generation of code', idea],
      ['Fig. 5.2', 'flow chart of the step control', 'test/run/controlLaws.test.ts: "rejected where E > P_ref"'],
      ['Fig. 5.3', 'links of the two-actuator circuit; the drawing is lost'],
      ['table 5.1', 'values of the two-actuator circuit'],
      ['Fig. 5.4', 'positions, speeds and pressures of the two-actuator circuit'],
      [
        'Fig. 5.5',
        'steps and pressure error of that run',
        "ringmain run circuits/two-actuator.yaml --law thesis --record 'run.step,run.error' --plot out/steps.svg",
      ],
      [
        'Fig. 5.6',
        'TLM against the ODE over time',
        'ringmain compare circuits/two-actuator.yaml --solvers tlm,lsoda --plot out/compare.svg',
      ],
      ['tables 5.2 to 5.5', 'run times by pressure error, by simulated time, by fixed step, of LSODA by tolerance'],
      ['Fig. 5.7', 'table 5.2 drawn', 'ringmain bench precision thesis'],
      [
        'Fig. 5.8',
        "the unloading valve's pressure by pressure error",
        "ringmain sweep circuits/two-actuator.yaml --vary 'run.pressureError=0.01 bar,0.1 bar,1 bar' --measure 'max(prv.in.p)'",
      ],
      ['Fig. 5.9', 'table 5.4 drawn', 'ringmain bench precision thesis'],
      ['Figs 6.1 to 6.5', 'serial and parallel algorithm, the transputers and how they are joined', machine],
      ['Fig. 6.6', 'controlled two-actuator circuit; the drawing is lost'],
      [
        'Fig. 6.7',
        'positions by LSODA and TLM',
        'ringmain compare circuits/controlled-two-actuator.yaml --solvers tlm,lsoda --plot out/compare.svg',
      ],
      ['table 6.1', 'run times of the controlled two-actuator circuit by simulated time'],
      [
        'Fig. 6.8',
        'its partitions',
        'ringmain draw circuits/controlled-two-actuator.yaml --plan partitions/controlled-two-actuator.4.thesis.json --out out/plan.svg',
      ],
      ['Figs 6.9 to 6.12', 'speed-up, efficiency and loads of these', 'ringmain bench published plans --circuits controlled-two-actuator'],
      ['tables 6.2 and 6.3', 'speed-up and component times of the controlled two-actuator circuit'],
      ['Fig. 6.13', 'ring main; the drawing is lost'],
      [
        'Fig. 6.14',
        "the pump's pressure by LSODA and TLM",
        'ringmain compare circuits/ring-main.yaml --solvers tlm,lsoda --plot out/compare.svg',
      ],
      ['table 6.4', 'run times of the ring main by simulated time'],
      ['Fig. 6.15', 'its partitions', 'ringmain draw circuits/ring-main.yaml --plan partitions/ring-main.7.thesis.json --out out/plan.svg'],
      ['Figs 6.16 to 6.18', 'speed-up, efficiency and loads of these', 'ringmain bench published plans --circuits ring-main'],
      ['tables 6.5 and 6.6', 'speed-up and component times of the ring main'],
      [
        'automatic partitions, §7',
        'named as work to come: annealing, moving at run time, steps of their own, exchange at intervals',
        'ringmain bench partition',
        'ringmain bench auto balance',
        'ringmain bench multirate',
      ],
    ],
  },
  {
    name: 'Burton 1994, first appended paper',
    written: 'Burton 1994, first appended paper',
    reference: 'J. D. Burton, K. A. Edge, C. R. Burrows, 1992, Modelling Requirements for the Parallel Simulation of Hydraulic Systems',
    entries: [
      ['Figs 1 and 2', 'synchronised actuators, the two-actuator circuit without values', 'ringmain run circuits/two-actuator.yaml'],
      ['Figs 3 to 7', 'line, source, orifice, junction, motor', idea],
      ['Fig. 8', 'rig for the ripple of a pump'],
      [
        'Figs 9 and 10',
        'harmonics of the measured pressures and flows',
        'none: the measured values stand in curves that are lost; the rig runs with a ripple of ours',
      ],
      ['Fig. 11', 'cavity between component and line', idea],
      [
        'Fig. 12',
        'column separation of Kojima and Shinada 1984 by a vapour cavity',
        'none: neither the measured curve nor the data of its pipe are in the text; see Kojima and Shinada 1984',
      ],
    ],
  },
  {
    name: 'Burton 1994, appended paper on the two-actuator circuit with fixed steps',
    written: 'Burton 1994, appended paper on (?:the two-actuator circuit with )?fixed steps',
    reference:
      'J. D. Burton, K. A. Edge, C. R. Burrows, 1993, Partitioned Simulation of Hydraulic Systems Using Transmission-Line Modelling',
    entries: [
      ['Fig. 1', 'two-actuator circuit', 'ringmain run circuits/two-actuator.yaml --step 10us'],
      ['Figs 2 to 4', 'relief valve, actuator, motor', idea],
      [
        'table 1',
        'values of the circuit; where they differ from table 5.1 of the thesis the remarks of circuits/two-actuator.yaml tell',
        'ringmain run circuits/two-actuator.yaml --step 10us',
      ],
      ['Fig. 5', 'run time by fixed step', 'ringmain bench precision thesis'],
      [
        'Figs 6 to 8',
        'partitions for two and four processors',
        'ringmain draw circuits/two-actuator.yaml --plan partitions/two-actuator.4.thesis.json --out out/plan.svg',
      ],
      [
        'Figs 9 to 12',
        'speed-up on two, three, four and six processors, by interval of exchange',
        'ringmain bench multirate',
        'ringmain bench published plans --circuits two-actuator',
      ],
    ],
  },
  {
    name: 'Burton 1994, appended paper on the electro-hydraulic position servo',
    written: 'Burton 1994, appended paper on the electro-hydraulic position servo',
    reference:
      'J. D. Burton, K. A. Edge, C. R. Burrows, 1993, Analysis of an Electro-Hydraulic Position Control Servo-System Using Transmission-Line Modelling (TLM)',
    entries: [
      ['Fig. 1', 'closed-circuit position servo'],
      ['Figs 2 to 6', 'junction, relief valve, motor, controller, sampler', idea],
      [
        'Fig. 7',
        'position, swash and pressure after a step of 180 degrees',
        'ringmain validate servo-*',
        'ringmain run circuits/servo-drive.yaml --plot out/servo.svg',
      ],
      ['Fig. 8', 'the same under sampling', 'ringmain run circuits/servo-drive-sampled.yaml --plot out/servo.svg'],
      ['Fig. 9', 'the same with long lines', 'ringmain run circuits/servo-drive-lines.yaml --plot out/servo.svg'],
    ],
  },
  {
    name: 'Burton 1994, last appended paper',
    written: 'Burton 1994, last appended paper',
    reference:
      'J. D. Burton, K. A. Edge, C. R. Burrows, fourth paper appended to the thesis, on variable steps and several processors; its title is lost in the text at hand',
    entries: [
      ['Figs 1 and 2', 'line, master and slaves', idea],
      ['Fig. 3', 'two meter-out actuators and a winch on a ring main; the drawing is lost'],
      ['Fig. 4', 'duty cycles of the valves; the curves are lost'],
      [
        'Fig. 5',
        'the second set of duty cycles, by which speed-ups differ only marginally; the curves are lost, and the set of the command is ours',
        `ringmain study circuits/marine.yaml --methods none ${alternateSet}`,
      ],
      [
        'Figs 6 and 7',
        'steps and pressure error',
        "ringmain run circuits/marine.yaml --law thesis --record 'run.step,run.error' --plot out/steps.svg",
      ],
      ['Figs 8 to 11', 'positions, cable and pressures', 'ringmain run circuits/marine.yaml --plot out/marine.svg'],
      ['Figs 12 and 13', 'a transputer, and how two to four are joined', machine],
      ['Figs 14 to 16', 'speed-up, efficiency and loads', 'ringmain bench published plans --circuits marine'],
    ],
  },
];
