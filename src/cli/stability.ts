/** `ringmain stability`: what the test equation y' = λ y says of the integrators, and the eigenvalues of circuits. */
import { closest } from '../circuit/file/closest.js';
import { gammaRow } from '../lumped/stability/gammaIntervals.js';
import { type MethodStability, methodStability, stabilityNames } from '../lumped/stability/methodStability.js';
import { stabilityPlot } from '../report/stabilityPlot.js';
import { gammaTable, stabilityTable } from '../report/stabilityTable.js';
import { UserError } from '../results/userError.js';
import { command, flag, jsonFlag, text, texts } from './optionTable.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson } from './print.js';
import { withPhases } from './progress.js';
import { reportStiffness } from './stiffness.js';
import { reportMap } from './stiffnessMap.js';

export const stabilityCommand = command('stability', {
  words: { method: { about: `default: all of ${stabilityNames.join(', ')}`, many: true, optional: true } },
  options: {
    plot: text('picture of the regions, or of a map, to write, FILE.svg'),
    gamma: flag('instead: for which γ methods with the denominator (1 - γz)^s are stable, s = 2 to 6'),
    circuit: text('instead: eigenvalues of this circuit along its run by rodas4, what they belong to, and advice'),
    times: text('with --circuit: when, such as 0.1s,0.5s; default: eleven times from start to end'),
    at: text("with --circuit: at one time only, such as 0.2s, or 'steady', the operating point"),
    map: texts(
      "with --circuit: twice, the condition number over two parameters: 'L4.length=0.01 m..2 m:20' (at the operating point unless --at)",
    ),
    set: texts("with --circuit: override a value, 'component.parameter=value'"),
    json: jsonFlag,
  },
  examples: [
    ['', 'all methods'],
    ['radau5 dopri5 bdf --plot out/regions.svg', 'three methods and a picture of where they are stable'],
    ['--gamma', 'intervals of γ to 8 decimals'],
    ['--circuit circuits/two-actuator.yaml --times 0.1s,0.5s', 'how stiff a circuit is, and what swings in it'],
    [
      "--circuit circuits/compensated-valve.yaml --map 'L4.length=0.01 m..2 m:20' --map 'L1.length=0.01 m..2 m:20' --plot out/map.svg",
      'where the condition number is large',
    ],
  ],
  run: async ({ method, plot, gamma, circuit, json, ...of }) => {
    const alone = [gamma ? '--gamma' : '', circuit === undefined ? '' : '--circuit'].filter((option) => option !== '');
    const isMap = of.map.length > 0;
    if (alone.length > 0 && (alone.length > 1 || (plot !== undefined && !isMap) || method.length > 0))
      throw new UserError(`${alone.join(' and ')}: a table of its own; leave out --plot, the names of methods and the other table`);
    const belonging = [of.times && '--times', of.at && '--at', isMap && '--map', of.set.length > 0 && '--set'].find(Boolean);
    if (belonging && circuit === undefined) throw new UserError(`${belonging} belongs to --circuit`);
    if (gamma) reportGamma(json);
    else if (circuit === undefined) await reportMethods(method.length === 0 ? stabilityNames : method, plot, json);
    else if (isMap) await reportMap({ ...of, circuit, plot, json });
    else await reportStiffness({ ...of, circuit, json });
  },
});

function reportGamma(json: boolean): void {
  const rows = [2, 3, 4, 5, 6].map(gammaRow);
  if (json) printJson({ rows });
  else print(`methods with R = P(z)/(1 - γz)^s: γ for which they are stable\n\n${gammaTable(rows)}`);
}

async function reportMethods(names: readonly string[], plot: string | undefined, json: boolean): Promise<void> {
  if (plot !== undefined) await checkPlotFile(plot, false);
  const methods = await withPhases(json, async (phase) => {
    phase.show('looking for limits of stability');
    const found = names.flatMap(findMethod);
    phase.show('drawing');
    if (plot !== undefined) await writePicture(regionsPicture(found), plot, false);
    return found;
  });
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
