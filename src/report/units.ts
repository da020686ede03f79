/** From SI to what engineers read (bar, l/min, rev/min, mm), and numbers as text. Shared by tables, plots and messages. */

/** display value = factor × SI value */
export interface DisplayUnit {
  readonly unit: string;
  readonly factor: number;
}

/** The first is the default of tables and plots. */
const unitChoicesOf: Readonly<Record<string, readonly DisplayUnit[]>> = {
  Pa: [
    { unit: 'bar', factor: 1e-5 },
    { unit: 'MPa', factor: 1e-6 },
    { unit: 'kPa', factor: 1e-3 },
    { unit: 'psi', factor: 1 / 6894.757293168361 },
    { unit: 'Pa', factor: 1 },
  ],
  'm3/s': [
    { unit: 'l/min', factor: 6e4 },
    { unit: 'l/s', factor: 1e3 },
    { unit: 'm3/h', factor: 3600 },
    { unit: 'gal/min', factor: 60 / 3.785411784e-3 },
    { unit: 'm3/s', factor: 1 },
  ],
  'rad/s': [
    { unit: 'rev/min', factor: 30 / Math.PI },
    { unit: 'rev/s', factor: 0.5 / Math.PI },
    { unit: 'rad/s', factor: 1 },
  ],
  m: [
    { unit: 'mm', factor: 1e3 },
    { unit: 'm', factor: 1 },
    { unit: 'in', factor: 1 / 0.0254 },
  ],
  m3: [
    { unit: 'l', factor: 1e3 },
    { unit: 'cm3', factor: 1e6 },
  ],
  N: [
    { unit: 'N', factor: 1 },
    { unit: 'kN', factor: 1e-3 },
    { unit: 'lbf', factor: 1 / 4.4482216152605 },
  ],
  s: [
    { unit: 's', factor: 1 },
    { unit: 'ms', factor: 1e3 },
    { unit: 'µs', factor: 1e6 },
  ],
  'm3/rad': [{ unit: 'cm3/rev', factor: 2e6 * Math.PI }],
  'm3/s/Pa': [{ unit: 'l/min/bar', factor: 6e9 }],
  'm2/s': [{ unit: 'cSt', factor: 1e6 }],
  '1': [{ unit: '', factor: 1 }],
};

/** Units in which a quantity of SI unit `unit` may be shown, the usual one first; of units without a choice the unit itself. */
export function unitChoices(unit: string): readonly DisplayUnit[] {
  return unitChoicesOf[unit] ?? [{ unit, factor: 1 }];
}

/** All units that may be chosen, with the SI unit that each stands for. */
export const chosenUnits: readonly (DisplayUnit & { readonly of: string })[] = Object.entries(unitChoicesOf)
  .filter(([, choices]) => choices.length > 1)
  .flatMap(([of, choices]) => choices.map((choice) => ({ ...choice, of })));

/** The unit in which a quantity of SI unit `unit` is shown; unknown units are shown as they are. */
export function displayUnit(unit: string): DisplayUnit {
  return unitChoices(unit)[0] as DisplayUnit;
}

/** '145 bar' for 145e5 Pa: four significant digits in the unit of display. */
export function formatQuantity(value: number, unit: string): string {
  const display = displayUnit(unit);
  return `${formatNumber(value * display.factor)} ${display.unit}`.trimEnd();
}

/** Plain digits for everyday sizes, an exponent outside; no trailing zeros. */
export function formatNumber(value: number, significantDigits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-4))
    return value
      .toExponential(significantDigits - 1)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(value.toPrecision(significantDigits)));
}

/** '74 073': groups of three from five digits on. */
export function formatCount(value: number): string {
  const digits = String(Math.round(value));
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** '1 µs', '2.6 ms', '12.3 s', '3 min 12 s': three significant digits. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return String(seconds);
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size >= 120) return `${Math.floor(size / 60)} min ${Math.round(size % 60)} s`;
  if (size >= 0.9995) return `${formatNumber(seconds, 3)} s`;
  if (size >= 0.9995e-3) return `${formatNumber(seconds * 1e3, 3)} ms`;
  if (size >= 0.9995e-6) return `${formatNumber(seconds * 1e6, 3)} µs`;
  return `${formatNumber(seconds * 1e9, 3)} ns`;
}

/** '812 B', '1.4 MB': powers of 1000. */
export function formatBytes(bytes: number): string {
  const steps = ['B', 'kB', 'MB', 'GB'];
  let size = bytes;
  let step = 0;
  while (size >= 999.5 && step < steps.length - 1) {
    size /= 1000;
    step++;
  }
  return `${formatNumber(size, 3)} ${steps[step]}`;
}

/** '1.2 l', '33 cm³', '0.4 mm³': three significant digits. */
export function formatVolume(volume: number): string {
  if (volume >= 0.9995e-3) return `${formatNumber(volume * 1e3, 3)} l`;
  if (volume >= 0.9995e-6) return `${formatNumber(volume * 1e6, 3)} cm³`;
  return `${formatNumber(volume * 1e9, 3)} mm³`;
}

/** '1 worker', '2 workers'. */
export function formatPlural(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** '4.2 %': two significant digits, or so many decimals. */
export function formatPercent(share: number, decimals?: number): string {
  return `${decimals === undefined ? formatNumber(100 * share, 2) : (100 * share).toFixed(decimals)} %`;
}
