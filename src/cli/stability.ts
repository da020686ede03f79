/** `ringmain stability`: what the test equation y' = λ y says of the integrators. */
import type { Argv, CommandModule } from 'yargs';
import { closest } from '../circuit/closest.js';
import { readCircuit } from '../circuit/read.js';
import { spectraAlong } from '../lumped/spectra.js';
import { gammaRow } from '../lumped/stability/gammaIntervals.js';
import { type MethodStability, methodStability, stabilityNames } from '../lumped/stability/methodStability.js';
import { spectrumTable } from '../report/spectrumTable.js';
import { stabilityPlot } from '../report/stabilityPlot.js';
import { gammaTable, stabilityTable } from '../report/stabilityTable.js';
import { formatNumber } from '../report/units.js';
import { evenTimes } from '../results/accuracy.js';
import { UserError } from '../results/userError.js';
import { list, once, positiveQuantity } from './options.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson, warnUser } from './print.js';

interface Arguments {
  readonly method?: readonly string[] | undefined;
  readonly plot?: string | undefined;
  readonly gamma: boolean;
  readonly circuit?: string | undefined;
  readonly times?: string | undefined;
  readonly json: boolean;
}

export const stabilityCommand: CommandModule<object, Arguments> = {
  command: 'stability [method..]',
  describe: 'stability of the integrators: R(-∞), A- and L-stable, limits, regions',
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('method', { type: 'string', array: true, describe: `all unless told: ${stabilityNames.join(', ')}` })
      .option('plot', { type: 'string', requiresArg: true, describe: 'picture of the regions to write, FILE.svg', coerce: once('--plot') })
      .option('gamma', {
        type: 'boolean',
        default: false,
        describe: 'instead: for which γ methods with the denominator (1 - γz)^s are stable, s = 2 to 6',
      })
      .option('circuit', {
        type: 'string',
        requiresArg: true,
        describe: 'instead: eigenvalues of this circuit along its run by rodas4',
        coerce: once('--circuit'),
      })
      .option('times', {
        type: 'string',
        requiresArg: true,
        describe: 'with --circuit: when, such as 0.1s,0.5s; eleven times from start to end unless told',
        coerce: once('--times'),
      })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of text' })
      .example('$0 stability', 'all methods')
      .example('$0 stability radau5 dopri5 bdf --plot out/regions.svg', 'three methods and a picture of where they are stable')
      .example('$0 stability --gamma', 'intervals of γ to 8 decimals')
      .example(
        '$0 stability --circuit circuits/two-actuator.yaml --times 0.1s,0.5s',
        'how stiff a circuit is, and what swings in it',
      ) as unknown as Argv<Arguments>,
  handler: async ({ method, plot, gamma, circuit, times, json }) => {
    const alone = [gamma ? '--gamma' : '', circuit === undefined ? '' : '--circuit'].filter((option) => option !== '');
    if (alone.length > 0 && (alone.length > 1 || plot !== undefined || (method && method.length > 0)))
      throw new UserError(`${alone.join(' and ')}: a table of its own; leave out --plot, the names of methods and the other table`);
    if (times !== undefined && circuit === undefined) throw new UserError('--times belongs to --circuit');
    if (gamma) reportGamma(json);
    else if (circuit !== undefined) await reportSpectra(circuit, times, json);
    else await reportMethods(method === undefined || method.length === 0 ? stabilityNames : method, plot, json);
  },
};

/** Along the run of a circuit. */
async function reportSpectra(file: string, times: string | undefined, json: boolean): Promise<void> {
  const circuit = await readCircuit(file, { onWarning: warnUser(file) });
  const { end } = circuit.run;
  const wanted =
    times === undefined
      ? [...evenTimes(0, end, 11)]
      : list(times).map((time) => (time === '0' ? 0 : positiveQuantity('--times', time, 's')));
  wanted.sort((a, b) => a - b);
  const spectra = spectraAlong(circuit, wanted);
  const limit = methodStability('dopri5')?.[0]?.realLimit ?? 0;
  if (json) printJson({ circuit: circuit.name, spectra });
  else
    print(
      `${circuit.name}: eigenvalues of the linearised circuit at the step that ends at or after each time; the explicit step is dopri5's limit ${formatNumber(limit)} over the fastest\n\n${spectrumTable(spectra, limit)}`,
    );
  if (spectra.length < wanted.length)
    process.stderr.write(
      `ringmain: the run by rodas4 ends after ${spectra.length} of ${wanted.length} times; see 'ringmain run ${file} --solver rodas4'\n`,
    );
}

function reportGamma(json: boolean): void {
  const rows = [2, 3, 4, 5, 6].map(gammaRow);
  if (json) printJson({ rows });
  else print(`methods with R = P(z)/(1 - γz)^s: γ for which they are stable\n\n${gammaTable(rows)}`);
}

async function reportMethods(names: readonly string[], plot: string | undefined, json: boolean): Promise<void> {
  if (plot !== undefined) await checkPlotFile(plot, false);
  const methods = names.flatMap(findMethod);
  if (plot !== undefined) await writePicture(regionsPicture(methods), plot, false);
  // Functions have no JSON; limits that there are none of become null.
  if (json) printJson({ methods, plot: plot ?? null });
  else print(`${stabilityTable(methods)}${plot === undefined ? '' : `\n\nplot in ${plot}`}`);
}

function findMethod(name: string): MethodStability[] {
  const found = methodStability(name);
  if (found) return found;
  const meant = closest(name, stabilityNames);
  throw new UserError(`no method '${name}'${meant ? `; did you mean '${meant}'?` : ''} (there are ${stabilityNames.join(', ')})`);
}

/** Explicit methods need the left of the origin only; what is unstable within a region of the right half-plane needs that too. */
function regionsPicture(methods: readonly MethodStability[]): string {
  const whole = methods.some(({ side }) => side === 'outside');
  const window = whole ? { left: -7, right: 14, bottom: -9, top: 9 } : { left: -7, right: 2, bottom: -4.5, top: 4.5 };
  return stabilityPlot({
    title: 'Stability regions, |R(hλ)| ≤ 1',
    window,
    curves: methods.map((method) => ({ name: method.name, side: method.side, lines: method.outline(window) })),
  });
}
