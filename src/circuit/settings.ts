/** Fluid, run and record sections → SI, with defaults. */
import type { Fluid, RecordSettings, RunSettings, TaitLaw } from './circuit.js';
import { didYouMean } from './closest.js';
import type { Mistakes } from './mistakes.js';
import type { RawCircuit, RawFluid } from './raw.js';
import { formatQuantity } from './units.js';
import { checkBounds, quantity } from './values.js';

/** A mineral oil of ISO VG 46 at about 40 °C. */
const usualFluid = { density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '16000 bar', atmosphericPressure: '1.01325 bar' };

/** The fluid, SI, with its defaults; mistakes are reported and stand as 1. */
export function fluidOf({ fluid = {}, reference }: RawCircuit, mistakes: Mistakes): Fluid {
  const usual: Record<string, string> = { ...usualFluid, vapourPressure: reference === 'absolute' ? '0 bar' : '-1 bar' };
  const tait = taitOf(fluid, mistakes);
  const value = (name: Exclude<keyof Fluid, 'tait'>, unit: string, positive = true, otherwise = 1): number => {
    const path = ['fluid', name];
    const given = quantity(fluid[name] ?? usual[name], unit, `fluid: ${name}`, path, mistakes);
    if (given !== undefined && positive) checkBounds(given, unit, { above: 0 }, `fluid: ${name}`, path, mistakes);
    return given ?? otherwise;
  };
  return {
    density: value('density', 'kg/m3'),
    viscosity: value('viscosity', 'm2/s'),
    bulkModulus: tait ? tait.pressure / tait.coefficient : value('bulkModulus', 'Pa'),
    tait,
    vapourPressure: value('vapourPressure', 'Pa', false, Number.NEGATIVE_INFINITY),
    atmosphericPressure: value('atmosphericPressure', 'Pa'),
  };
}

/** The law of the bulk modulus, or null where it is constant. */
function taitOf({ tait, bulkModulus }: RawFluid, mistakes: Mistakes): TaitLaw | null {
  if (tait === undefined || tait === 'none') return null;
  const value = (name: keyof TaitLaw, unit: string): number => {
    // What is missing has been reported.
    if (tait[name] === undefined) return 1;
    const path = ['fluid', 'tait', name];
    const given = quantity(tait[name], unit, `fluid: tait: ${name}`, path, mistakes);
    if (given !== undefined) checkBounds(given, unit, { above: 0 }, `fluid: tait: ${name}`, path, mistakes);
    return given ?? 1;
  };
  const before = mistakes.errors;
  const law = { coefficient: value('coefficient', '1'), pressure: value('pressure', 'Pa') };
  if (bulkModulus !== undefined) {
    const own = mistakes.errors > before ? 'pressure/coefficient' : formatQuantity(law.pressure / law.coefficient, 'Pa');
    const remedy = `leave bulkModulus away: the law has ${own} at no pressure; or leave tait away (--set fluid.tait=none)`;
    mistakes.add(['fluid', 'bulkModulus'], 'CIR210', 'fluid: a bulkModulus beside tait', remedy);
  }
  return law;
}

/** How to run, SI, with its defaults; mistakes are reported and stand as 1. */
export function runOf({ run = {}, initial }: RawCircuit, mistakes: Mistakes): RunSettings {
  const before = mistakes.errors;
  const value = (name: string, usual: string, unit: string): number => {
    const path = ['run', name];
    const given = quantity(run[name] ?? usual, unit, `run: ${name}`, path, mistakes);
    if (given !== undefined) checkBounds(given, unit, { above: 0 }, `run: ${name}`, path, mistakes);
    return given ?? 1;
  };
  const settings: RunSettings = {
    end: value('end', '1 s', 's'),
    step: run['step'] === undefined ? null : value('step', '', 's'),
    law: (run['law'] as RunSettings['law'] | undefined) ?? 'standard',
    pressureError: value('pressureError', '0.1 bar', 'Pa'),
    initialStep: value('initialStep', '10 us', 's'),
    minimumStep: value('minimumStep', '1 us', 's'),
    maximumStep: value('maximumStep', '5 ms', 's'),
    steadyStart: initial?.steady ?? false,
  };
  if (mistakes.errors === before && settings.minimumStep > settings.maximumStep) {
    mistakes.add(
      ['run', 'minimumStep' in run ? 'minimumStep' : 'maximumStep'],
      'CIR208',
      `run: minimumStep of ${formatQuantity(settings.minimumStep, 's')} is above maximumStep of ${formatQuantity(settings.maximumStep, 's')}`,
      'lower minimumStep or raise maximumStep',
    );
  }
  return settings;
}

/** What to record and how often; every 500th of the run unless told. */
export function recordOf({ record = {} }: RawCircuit, run: RunSettings, mistakes: Mistakes): RecordSettings {
  const every = record.every === undefined ? run.end / 500 : quantity(record.every, 's', 'record: every', ['record', 'every'], mistakes);
  if (every !== undefined && record.every !== undefined)
    checkBounds(every, 's', { above: 0 }, 'record: every', ['record', 'every'], mistakes);
  return { every: every ?? run.end, signals: record.signals ?? [] };
}

/** `--set` entries 'component.parameter=value' put into the raw circuit; names that are not there are mistakes. Returns the rest, for repeated components. */
export function applySettings(
  raw: RawCircuit,
  settings: readonly string[],
  mistakes: Mistakes,
): { raw: RawCircuit; rest: Map<string, Map<string, unknown>> } {
  const rest = new Map<string, Map<string, unknown>>();
  if (settings.length === 0) return { raw, rest };
  const copy = { ...raw } as unknown as Record<string, Record<string, unknown>>;
  for (const key of ['components', 'lines']) if (copy[key]) copy[key] = { ...copy[key] };
  for (const setting of settings) {
    const match = /^\s*([\w]+)\.([\w]+)\s*=\s*(.*?)\s*$/.exec(setting);
    if (!match) {
      mistakes.add(['--set'], 'CIR701', `--set ${setting}: not an assignment`, "write --set 'component.parameter=value', with its unit");
      continue;
    }
    const [, owner = '', name = '', text = ''] = match;
    const bare = text.replace(/^(["'])(.*)\1$/, '$2');
    const value: unknown = bare !== '' && !Number.isNaN(Number(bare)) ? Number(bare) : bare;
    const sections: Record<string, readonly string[]> = {
      fluid: ['density', 'viscosity', 'bulkModulus', 'tait', 'vapourPressure', 'atmosphericPressure'],
      run: ['end', 'step', 'law', 'pressureError', 'initialStep', 'minimumStep', 'maximumStep'],
      record: ['every'],
      initial: ['pressure'],
    };
    const known = sections[owner];
    if (known) {
      if (owner === 'fluid' && name === 'tait' && value !== 'none')
        mistakes.add(['--set'], 'CIR702', `--set ${setting}: tait can be taken away only`, 'write --set fluid.tait=none');
      else if (known.includes(name)) copy[owner] = { ...copy[owner], [name]: value };
      else
        mistakes.add(
          ['--set'],
          'CIR702',
          `--set ${setting}: ${owner} has no '${name}'${didYouMean(name, known)}`,
          `there is ${known.join(', ')}`,
        );
      continue;
    }
    const section = [copy['components'], copy['lines']].find((entries) => entries?.[owner] !== undefined);
    // A new entry: an alias in the file makes several names share one.
    if (section) section[owner] = { ...(section[owner] as object), [name]: value };
    else rest.set(owner, (rest.get(owner) ?? new Map<string, unknown>()).set(name, value));
  }
  return { raw: copy as unknown as RawCircuit, rest };
}
