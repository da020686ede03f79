/** Ustinov's thesis and the three papers in it. Curves are lost, tables are not. */
import type { Paper } from './paper.js';

const idea = 'none: a sketch of an idea, nothing to run';
const cures = (name: string): string => `ringmain bench small-volumes cures --circuits ${name}`;
const rows = 'ringmain bench small-volumes published';
const training =
  "ringmain surrogate train circuits/cylinder-drive-2023.yaml --target Vv.p --inputs 'compensator.coefficient,valve.spool,nA.p,nB.p' --sort nfir --delays 0:0 " +
  "--drive 'voltage=-10..10:0.5 s' --end 100s --hidden 5,10,15,20 --out out/Vv.json";
const trained = 'test/lumped/surrogates.test.ts: "the errors that were published are reached"';

export const ustinov: readonly Paper[] = [
  {
    name: 'Ustinov, LUT 2023',
    written: 'Ustinov,? (?:LUT )?2023',
    reference:
      'S. Ustinov, 2023, Fast and Accurate Simulation of Fluid Power Circuits in the Presence of Small Volumes Using Advanced Methods and Models for Numerical Stiffness Elimination, Acta Universitatis Lappeenrantaensis 1078',
    entries: [
      ['Fig. 1.1', 'three orifices in series'],
      ['Fig. 1.2', 'the small volume at two steps', 'test/lumped/smallVolumeCures.test.ts: "in the papers\' arithmetic"', rows],
      [
        'stiffness, §2.2',
        'Jacobian, eigenvalues, condition number',
        'ringmain stability --circuit circuits/flow-control-valve.yaml --at steady',
        'test/lumped/stiffness.test.ts: "published condition numbers"',
      ],
      [
        'classical pseudo-dynamic solver, §2.3.1',
        'the flow that leaves is held',
        'test/lumped/smallVolumeCures.test.ts: "the classical solver"',
      ],
      [
        'other networks, §2.4',
        'NARMAX, LSTM, GRU: described, not run there either',
        'none: no results are printed; NFIR and NARX are here',
      ],
      ['Fig. 3.1', 'two-way flow control valve', cures('flow-control-valve')],
      ['table 3.1', 'its values'],
      ['Fig. 3.2', 'cylinder on a compensated 4/3 valve', cures('cylinder-drive-2023')],
      ['table 3.2', 'its values'],
      ['Fig. 4.1', 'one tolerance where the pressure is low', 'test/lumped/smallVolumeCures.test.ts: "one tolerance of 300 Pa"'],
      ['Figs 4.2 and 4.4', 'inputs', 'none: the curves are lost; sequences of ours stand in the circuit files'],
      ['Fig. 4.3', 'pressure of the flow control valve by the advanced solver', rows],
      ['table 4.1', 'run time and error by tolerance', rows],
      ['Fig. 4.5', 'the cylinder by the advanced solver', rows],
      ['table 4.2', 'both circuits by the advanced solver', rows],
      ['Figs 4.6 to 4.8', 'quasi-steady and multiple scales on the cylinder of 2020', rows],
      ['table 4.3', 'their errors', rows],
      ['Figs 4.9 and 4.10', 'hybrid model, its network', idea],
      ['table 4.4', 'training by size of the network', training, trained],
      ['Fig. 4.11', 'error over training', training],
      ['Fig. 4.12', 'inputs', 'none: the curves are lost; sequences of ours stand in the circuit files'],
      ['Figs 4.13 and 4.14', 'the cylinder by the hybrid model', trained],
      ['table 4.5', 'errors of the hybrid model', trained],
      ['Fig. 4.15', 'three orifices by the hybrid model', cures('three-orifices')],
    ],
  },
  {
    name: 'IEEE/ASME Trans. Mechatronics (2021)',
    written: String.raw`IEEE/ASME Trans\. Mechatronics\)? ?\(2021\)|2021 \(IEEE/ASME Trans\. Mechatronics\)`,
    reference:
      'J. Malysheva, S. Ustinov, H. Handroos, 2021, Computationally Efficient Practical Method for Solving the Dynamics of Fluid Power Circuits in the Presence of Singularities, IEEE/ASME Trans. Mechatronics 26, 2385',
    entries: [
      ['Figs 1 and 3', 'flow control valve, cylinder on a 4/3 valve', cures('flow-control-valve,cylinder-drive-2021')],
      ['Fig. 2', 'a crane', 'none: no values of it are printed'],
      ['tables I and II', 'values of both', cures('flow-control-valve,cylinder-drive-2021')],
      ['Fig. 4', 'inputs', 'none: the curves are lost; sequences of ours stand in the circuit files'],
      ['Figs 5 and 6', 'loops of the advanced solver', 'test/lumped/treatments.test.ts: "loops of pseudo-dynamic solvers"'],
      ['Fig. 7', 'one tolerance where the pressure is low', 'test/lumped/smallVolumeCures.test.ts: "one tolerance of 300 Pa"'],
      ['Fig. 8', 'sensitivity to the pseudo volume', 'test/lumped/smallVolumeCures.test.ts: "of pseudo volumes only 5 l spoils it"', rows],
      [
        'Fig. 9',
        'iterations over time',
        "ringmain run circuits/flow-control-valve.yaml --solver rk4 --step 100us --treat 'V1=advanced-pseudo-dynamic innerStep=10us pseudoVolume=1l' --record 'V1.*' --plot out/iterations.svg",
      ],
      ['Figs 10 and 12', 'pressures and position by the advanced solver', rows],
      ['Fig. 11', 'run time and error by tolerance', rows],
      ['table III', 'the same as numbers', rows],
      ['table IV', 'both circuits by the advanced solver', rows],
      ['compiled code, §V-C', '0.219 s and 0.047 s for 10 s', 'ringmain bench small-volumes real-time'],
    ],
  },
  {
    name: 'IEEE Access 8 (2020)',
    written: String.raw`IEEE Access 8\)? ?\(2020\)|2020 \(IEEE Access 8\)`,
    reference:
      'M. Kiani-Oshtorjani, S. Ustinov, H. Handroos, P. Jalali, A. Mikkola, 2020, Real-Time Simulation of Fluid Power Systems Containing Small Oil Volumes, Using the Method of Multiple Scales, IEEE Access 8, 196940',
    entries: [
      ['Figs 1 and 2', 'orifices in series, cylinder on a 4/3 valve', cures('cylinder-drive-2020')],
      ['table 1', 'values of the cylinder'],
      ['table 2', 'states', 'ringmain check circuits/cylinder-drive-2020.yaml'],
      [
        'Fig. 3',
        'contours of the condition number, there over the pressure drop; here over the supply, and of all states',
        "ringmain stability --circuit circuits/cylinder-drive-2020.yaml --map 'Vv.volume=0.1 cm3..10 cm3:10' --map 'supply.pressure=150 bar..250 bar:10' --plot out/map.svg",
      ],
      ['table 3', 'errors of quasi-steady and multiple scales', rows],
      ['Figs 4 to 6', 'position and pressure by both', rows],
    ],
  },
  {
    name: 'IEEE Access 10 (2022)',
    written: String.raw`IEEE Access 10\)? ?\(2022\)|2022 \(IEEE Access 10\)`,
    reference:
      'S. Ustinov, H. Wu, H. Handroos, 2022, A Hybrid Model for Fast and Efficient Simulation of Fluid Power Circuits With Small Volumes Utilizing a Recurrent Neural Network, IEEE Access 10, 48824',
    entries: [
      ['Figs 1 and 2', 'three orifices, cylinder on a 4/3 valve', cures('three-orifices,cylinder-drive-2023')],
      ['tables 1 and 2', 'their values', cures('three-orifices,cylinder-drive-2023')],
      ['Fig. 3', 'network', idea],
      ['table 3', 'training by size of the network', training, trained],
      ['Fig. 4', 'error over training', training],
      [
        'Figs 5 and 6',
        'three orifices at two steps, and by the hybrid model',
        'test/lumped/smallVolumeCures.test.ts: "in the papers\' arithmetic"',
        cures('three-orifices'),
      ],
      [
        'table 4',
        'errors of three orifices, 802.06 % among them',
        'test/lumped/smallVolumeCures.test.ts: "in the papers\' arithmetic"',
        rows,
      ],
      ['Fig. 7', 'inputs', 'none: the curves are lost; sequences of ours stand in the circuit files'],
      ['Figs 8 and 9', 'the cylinder by the hybrid model', trained],
      ['table 5', 'its errors', trained],
    ],
  },
];
