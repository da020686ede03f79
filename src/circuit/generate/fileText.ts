/** A plain circuit object as the text of a circuit file: an entry a line, in YAML's flow style. */
import { expand } from '../entries/compact.js';
import { Mistakes } from '../file/mistakes.js';
import type { RawCircuit, RawComponent, RawDefinition, RawSubcircuit } from '../file/raw.js';

/** Text of a circuit with `heading` as comment; with `written` every instance of its subcircuits is written out under the same names. */
export function circuitFileText(circuit: RawCircuit, heading: readonly string[], written: boolean): string {
  const { definitions, subcircuits, repeat, components, lines: pipes, direct, signals, ...rest } = circuit;
  const lines = [
    ...heading.map((line) => `# ${line}`),
    ...Object.entries(rest).map(([key, value]) => `${key}: ${flow(value)}`),
    ...(definitions ? ['definitions:'] : []),
    ...Object.entries(definitions ?? {}).flatMap(([name, definition]) => definitionText(name, definition)),
  ];
  if (written) {
    const expanded = expand(circuit, new Mistakes());
    const map = (entries: Iterable<{ name: string; raw: unknown }>): string[] =>
      Array.from(entries, (entry) => `  ${entry.name}: ${flow(entry.raw)}`);
    const list = (entries: Iterable<{ raw: unknown }>): string[] => Array.from(entries, (entry) => `  - ${flow(entry.raw)}`);
    const parts: [string, string[]][] = [
      ['components:', map(expanded.components)],
      ['lines:', map(expanded.lines)],
      ['direct:', list(expanded.direct)],
      ['signals:', list(expanded.signals)],
    ];
    for (const [key, entries] of parts) {
      if (entries.length === 0) continue;
      lines.push(key);
      for (const entry of entries) lines.push(entry);
    }
  } else {
    lines.push('subcircuits:');
    for (const [type, parts] of Object.entries(subcircuits ?? {})) lines.push(`  ${type}:`, ...subcircuitText(parts));
    lines.push('repeat:');
    for (const [group, { set, ...settings }] of Object.entries(repeat ?? {})) {
      lines.push(`  ${group}:`, ...Object.entries(settings).map(([key, value]) => `    ${key}: ${flow(value)}`));
      if (set) lines.push('    set:', ...Object.entries(set).map(([key, value]) => `      ${key}: ${flow(value)}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

function definitionText(name: string, { equations, ...declared }: RawDefinition): string[] {
  return [
    `  ${name}:`,
    ...Object.entries(declared).flatMap(([key, value]) =>
      key === 'parameters' || key === 'states'
        ? [`    ${key}:`, ...Object.entries(value).map(([inner, declaration]) => `      ${inner}: ${flow(declaration)}`)]
        : [`    ${key}: ${flow(value)}`],
    ),
    '    equations: |',
    ...equations
      .trim()
      .split('\n')
      .map((line) => `      ${line.trim()}`),
  ];
}

function subcircuitText({ parameters, components, lines, direct, signals }: RawSubcircuit): string[] {
  const map = (key: string, entries: Readonly<Record<string, unknown>> | undefined): string[] =>
    entries ? [`    ${key}:`, ...Object.entries(entries).map(([name, value]) => `      ${name}: ${flow(value)}`)] : [];
  return [
    ...(parameters ? [`    parameters: ${flow(parameters)}`] : []),
    ...map('components', components as Readonly<Record<string, RawComponent>> | undefined),
    ...map('lines', lines),
    ...(direct ? [`    direct: ${flow(direct)}`] : []),
    ...(signals ? [`    signals: ${flow(signals)}`] : []),
  ];
}

/** YAML's flow style; text is quoted where a plain scalar would read as something else. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${flow(inner)}`)
      .join(', ')} }`;
  }
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[\w.$-][\w.$/ -]*$/.test(value) && !/ -|- /.test(value) && !/^(true|false|null)$/i.test(value);
  return isPlain && Number.isNaN(Number(value)) ? value : JSON.stringify(value);
}
