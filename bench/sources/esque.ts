/** Esqué's thesis. Its figures are lost; what its running text tells of them is judged statement by statement (bench/published/esque/statements.ts). */
import type { Paper } from './paper.js';

const idea = 'none: a sketch of an idea, nothing to run';
const suites = (names: string): string => `ringmain bench published integrators --suites ${names}`;

export const esque: readonly Paper[] = [
  {
    name: 'Esqué 2008',
    written: 'Esqué 2008',
    reference:
      'S. Esqué, 2008, A New Approach for Numerical Simulation of Fluid Power Circuits Using Rosenbrock Methods, Tampere University of Technology',
    entries: [
      [
        'component models, §3',
        'bulk modulus, orifice, pipeline, relief valve, 4/3 valve, cylinder, friction',
        'ringmain validate kind-transition-orifice kind-pipe-inertance kind-proportional-valve',
        'test/components/transitionOrifices.test.ts: "its slope at no pressure difference"',
      ],
      ['Figs 3.1 to 3.7', 'groups of elements and their ports, volume, pipeline, orifice, valve curve, cylinder', idea],
      ['Fig. 4.1', 'local and global error', idea],
      ['Figs 4.2 and 4.3', 'regions of stability', 'ringmain stability forwardEuler euler trapezoid rk4 heun --plot out/regions.svg'],
      ['Fig. 4.4', 'the trapezoidal rule rings, backward Euler does not'],
      ['table 4.1', 'order conditions of Rosenbrock methods', 'test/lumped/orderConditions.test.ts: "meets the conditions of its order"'],
      ['table 4.2', 'for which γ methods are A- and L-stable', 'ringmain stability --gamma'],
      ['Fig. 4.5', 'flow chart of an integrator', idea],
      [
        'tables 4.3 to 4.5',
        'Jacobian put together from those of components',
        'test/lumped/jacobian.test.ts: "partial derivatives agree with differences"',
      ],
      [
        'Fig. 4.6',
        'a circuit of eleven states and its Jacobian',
        'test/lumped/jacobian.test.ts: "partial derivatives agree with differences"',
      ],
      ['tables 5.1 and 5.3', 'methods that were compared', suites('rt-1,off-1')],
      ['circuit 1', 'two volumes and two orifices', suites('rt-1,rt-2,off-1,off-2')],
      ['circuit 2', 'a cylinder behind two pipes', suites('circuit-2,circuit-2-offline')],
      ['Figs 5.1 to 5.3', 'circuits 1 and 2, flow and solution of the first test'],
      ['Fig. 5.4', 'errors by step of the first real-time test'],
      ['table 5.2', 'values of circuit 2'],
      ['Figs 5.5 and 5.6', 'second real-time test'],
      ['Fig. 5.7', 'solution of circuit 2'],
      ['Figs 5.8 and 5.9', 'its errors by step, and what explicit methods make of it', suites('circuit-2')],
      ['Fig. 5.10', 'time of a step by method', suites('costs')],
      ['Figs 5.11 to 5.13', 'first offline test'],
      ['Figs 5.14 to 5.16', 'second offline test'],
      ['Figs 5.17 and 5.18', 'circuit 2 by tolerance', suites('circuit-2-offline')],
      ['Figs 5.19 and 5.20', "Van der Pol's oscillator", suites('van-der-pol,van-der-pol-1e4')],
      ['Fig. 5.21', 'HIRES', suites('hires')],
      ['Fig. 5.22', 'analytic and numerical Jacobian on circuit 2', suites('jacobians')],
      ['Fig. 5.23', 'time of a step as circuits grow', suites('costs'), 'ringmain bench step integrators'],
      [
        'appendices A and B',
        'the published programs',
        'ringmain run circuits/orifices-rt-1.yaml --solver ros3p --step 1ms --published-form',
      ],
      [
        'mechanism beside the circuit, §3',
        'hydraulics and a mechanism solved side by side',
        'none: a mechanism is a kind here, in one system with the oil (circuits/excavator-boom.yaml)',
      ],
    ],
  },
];
