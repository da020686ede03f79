/**
 * The commands of ringmain. Their descriptions stand here; the program of a command is loaded when it is called,
 * as all of them together take several times as long to load as one.
 */
import type { Command } from './command.js';

/** A command before it is loaded. */
export interface CommandEntry {
  /** Name and positional arguments, as yargs writes them: 'run <circuit>'. */
  readonly command: string;
  readonly describe: string;
  readonly load: () => Promise<Command>;
}

/** In the order of `ringmain --help`. */
export const commands: readonly CommandEntry[] = [
  {
    command: 'run <circuit>',
    describe: 'simulate a circuit',
    load: async () => (await import('./run.js')).runCommand,
  },
  {
    command: 'recover <rows..>',
    describe: 'make a results file of the rows that a killed run left',
    load: async () => (await import('./recover.js')).recoverCommand,
  },
  {
    command: 'check <circuit>',
    describe: 'report all mistakes of a circuit file, or the equations to be solved',
    load: async () => (await import('./check.js')).checkCommand,
  },
  {
    command: 'components [kind]',
    describe: 'list the component kinds, or show one: ports, parameters, units, equations, source, an example',
    load: async () => (await import('./components.js')).componentsCommand,
  },
  {
    command: 'export <language> <circuit>',
    describe: 'write a circuit in C',
    load: async () => (await import('./export.js')).exportCommand,
  },
  {
    command: 'generate <shape>',
    describe: 'make a large circuit: a ring main with stations, a ladder, a tree, a planar mesh',
    load: async () => (await import('./generate.js')).generateCommand,
  },
  {
    command: 'partition <circuit>',
    describe: 'divide a circuit among cores: a plan file, its predicted times, a picture',
    load: async () => (await import('./partition.js')).partitionCommand,
  },
  {
    command: 'draw <circuit>',
    describe: 'draw a circuit with hydraulic symbols: plans as colours, pressures and flows of a run',
    load: async () => (await import('./draw.js')).drawCommand,
  },
  {
    command: 'plot <results..>',
    describe: 'draw recorded signals: over time, of several runs, differences, spectra, pressure along a main',
    load: async () => (await import('./plot.js')).plotCommand,
  },
  {
    command: 'query <results> <conditions..>',
    describe: 'report when and for how long recorded quantities were beyond a limit',
    load: async () => (await import('./query.js')).queryCommand,
  },
  {
    command: 'report <circuit>',
    describe: 'run a circuit and write a page of it: drawing, plots, steps, workers, warnings, values, provenance',
    load: async () => (await import('./report.js')).reportCommand,
  },
  {
    command: 'view <circuit..>',
    describe: 'run circuits in the browser: hold them, change their values, watch pressures and flows',
    load: async () => (await import('./view.js')).viewCommand,
  },
  {
    command: 'page [circuit..]',
    describe: 'write the page of view as files for any web server: the engine runs in the browser',
    load: async () => (await import('./page.js')).pageCommand,
  },
  {
    command: 'study <circuit>',
    describe: 'measure plans, or predict how many cores and hosts a circuit is worth',
    load: async () => (await import('./study.js')).studyCommand,
  },
  {
    command: 'sweep <circuit>',
    describe: 'run variants of a circuit side by side, and measure each',
    load: async () => (await import('./sweep.js')).sweepCommand,
  },
  {
    command: 'worker <queue>',
    describe: 'take variants of sweeps from a queue',
    load: async () => (await import('./worker.js')).workerCommand,
  },
  {
    command: 'optimise <circuit>',
    describe: 'search values for which a measure is least or largest within limits, or the front of several measures',
    load: async () => (await import('./optimise.js')).optimiseCommand,
  },
  {
    command: 'fit <circuit>',
    describe: 'find values by measured traces, with intervals and correlations',
    load: async () => (await import('./fit.js')).fitCommand,
  },
  {
    command: 'sensitivity <circuit>',
    describe: 'find which values make a measure vary, by Sobol indices',
    load: async () => (await import('./sensitivity.js')).sensitivityCommand,
  },
  {
    command: 'memory <circuit>',
    describe: 'show the memory of a run: blocks, their columns with units, the phase that writes each, and bytes',
    load: async () => (await import('./memory.js')).memoryCommand,
  },
  {
    command: 'bench <what>',
    describe: 'measure speed-up, parts of a step, plans and accuracy; replicate published studies',
    load: async () => (await import('./bench.js')).benchCommand,
  },
  {
    command: 'compare <circuit>',
    describe: 'compare TLM and integrators on one circuit: run times, counts, errors',
    load: async () => (await import('./compare.js')).compareCommand,
  },
  {
    command: 'stability [method..]',
    describe: 'show the stability of the integrators, or how stiff a circuit is and why',
    load: async () => (await import('./stability.js')).stabilityCommand,
  },
  {
    command: 'surrogate <action> <circuit>',
    describe: 'train and test networks in the place of small volumes',
    load: async () => (await import('./surrogate.js')).surrogateCommand,
  },
  {
    command: 'validate [case..]',
    describe: 'hold the physics against analytic, published and independent results, as a table',
    load: async () => (await import('./validate.js')).loadValidate(),
  },
  {
    command: 'demo [circuit]',
    describe: 'run a large and a small ring main by the serial engine and by all cores, and compare (npm start)',
    load: async () => (await import('./demo.js')).demoCommand,
  },
  {
    command: 'schema',
    describe: 'print the JSON Schema of circuit files, for editors',
    load: async () => (await import('./schema.js')).schemaCommand,
  },
];
