/** Papers of one system each. */
import type { Paper } from './paper.js';

export const otherPapers: readonly Paper[] = [
  {
    name: 'Schweitzer and Szebehely 1950',
    written: 'Schweitzer (?:and|&) Szebehely',
    reference: 'P. H. Schweitzer, V. G. Szebehely, 1950, Gas Evolution in Liquids and Cavitation, J. Appl. Phys. 21, 1218',
    entries: [
      ['two rates of first order', 'air leaves a liquid in one time, and is dissolved in another', 'ringmain validate released-air-tank'],
    ],
  },
  {
    name: 'Kojima and Shinada 1984',
    written: 'Kojima (?:and|&) Shinada 1984',
    reference:
      'E. Kojima, M. Shinada, 1984, on column separation in an oil-hydraulic line behind a valve that closes at once, with frequency-dependent friction',
    entries: [
      [
        'measured column separation',
        'pressure at the valve face',
        'none: the measured course stands in a figure that is lost, and neither pipe nor fluid are given; a pipe of Bergant and Simpson 1999 is in its place',
      ],
    ],
  },
  {
    name: 'Bergant and Simpson 1999',
    written: 'Bergant (?:and|&) Simpson 1999',
    reference: 'A. Bergant, A. R. Simpson, 1999, Pipeline Column Separation Flow Regimes, J. Hydraul. Eng. 125, 835',
    entries: [['column separation in a copper pipe', 'first peak, cavity and pulse', 'ringmain validate column-separation-copper-pipe']],
  },
  {
    name: 'Holmboe & Rouleau 1967',
    written: 'Holmboe (?:and|&) Rouleau 1967',
    reference: 'E. L. Holmboe, W. T. Rouleau, 1967, The Effect of Viscous Shear on Transients in Liquid Lines, J. Basic Eng. 89, 174',
    entries: [
      [
        'laminar water hammer',
        'pressure at the valve and half way over ten periods',
        'ringmain validate holmboe-rouleau-largest holmboe-rouleau-rms',
        'ringmain run circuits/water-hammer-holmboe.yaml',
      ],
    ],
  },
  {
    name: 'Joukowsky 1898',
    written: 'Joukowsky 1898',
    reference: 'N. Joukowsky, 1898, on the hydraulic hammer in water supply pipes',
    entries: [
      [
        'rise of a valve that shuts at once',
        'ρ c v',
        'ringmain validate water-hammer-frictionless',
        'ringmain run circuits/water-hammer-closure.yaml',
      ],
    ],
  },
  {
    name: 'Mazzia, Magherini & Iavernaro 2006',
    written: 'Mazzia, Magherini (?:and|&) Iavernaro 2006',
    reference: 'F. Mazzia, C. Magherini, F. Iavernaro, 2006, Test Set for Initial Value Problem Solvers',
    entries: [['HIRES and VDPOL', 'ten digits at their ends', 'ringmain validate hires van-der-pol']],
  },
  {
    name: 'OpenHydraulics',
    written: 'OpenHydraulics',
    reference: 'C. Paredis, OpenHydraulics, a Modelica library',
    entries: [['Examples.Excavator', 'boom of an excavator', 'ringmain run circuits/excavator-boom.yaml', 'ringmain validate excavator-*']],
  },
];
