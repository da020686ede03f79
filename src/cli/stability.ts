/** `ringmain stability`: what the test equation y' = λ y says of the integrators. */
import type { Argv, CommandModule } from 'yargs';
import { closest } from '../circuit/closest.js';
import { gammaRow } from '../lumped/stability/gammaIntervals.js';
import { type MethodStability, methodStability, stabilityNames } from '../lumped/stability/methodStability.js';
import { stabilityPlot } from '../report/stabilityPlot.js';
import { gammaTable, stabilityTable } from '../report/stabilityTable.js';
import { UserError } from '../results/userError.js';
import { once } from './options.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson } from './print.js';

interface Arguments {
  readonly method?: readonly string[] | undefined;
  readonly plot?: string | undefined;
  readonly gamma: boolean;
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
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of text' })
      .example('$0 stability', 'all methods')
      .example('$0 stability radau5 dopri5 bdf --plot out/regions.svg', 'three methods and a picture of where they are stable')
      .example('$0 stability --gamma', 'intervals of γ to 8 decimals') as unknown as Argv<Arguments>,
  handler: async ({ method, plot, gamma, json }) => {
    if (gamma) reportGamma({ method, plot, json });
    else await reportMethods(method === undefined || method.length === 0 ? stabilityNames : method, plot, json);
  },
};

function reportGamma({ method, plot, json }: Pick<Arguments, 'method' | 'plot' | 'json'>): void {
  if (plot !== undefined || (method && method.length > 0))
    throw new UserError('--gamma is a table for all methods of a form: leave out --plot and the names of methods');
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
