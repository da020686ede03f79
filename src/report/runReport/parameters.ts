/** Values of a circuit as tables of a page. */
import type { Circuit, CircuitComponent, ParameterValue } from '../../circuit/circuit.js';
import { writtenValue } from '../../circuit/file/writtenValues.js';
import { table } from '../page/table.js';
import { formatPlural, formatQuantity, formatVolume } from '../units.js';

/** Components and lines that are listed one by one; more would fill a book. */
const most = 300;

/** Every component with its parameters, every line with its measures. */
export function parameterTables(circuit: Circuit): string {
  const { components, lines } = circuit;
  const nameOf = (end: { readonly component: number; readonly port: string }): string => {
    const { name, kind } = components[end.component] as CircuitComponent;
    return kind ? `${name}.${end.port}` : name;
  };
  const ofComponents = table(
    [{ heading: 'component' }, { heading: 'kind' }, { heading: 'values' }],
    components.slice(0, most).map((component) => [component.name, component.kind?.kind ?? 'junction', valuesText(circuit, component)]),
  );
  const ofLines = table(
    [
      { heading: 'line' },
      { heading: 'from' },
      { heading: 'to' },
      { heading: 'length', isNumber: true },
      { heading: 'diameter', isNumber: true },
      { heading: 'volume', isNumber: true },
      { heading: 'model' },
    ],
    lines
      .slice(0, most)
      .map(({ name, from, to, pipe, type, volume, wave, model }) => [
        name,
        nameOf(from),
        nameOf(to),
        pipe ? formatQuantity(pipe.length * 1e-3, 'm').replace('mm', 'm') : '',
        pipe ? formatQuantity(pipe.diameter, 'm') : '',
        type === 'hydraulic' ? formatVolume(volume) : '',
        wave ? 'wave' : (model?.model ?? (type === 'hydraulic' ? 'capacitive' : type)),
      ]),
  );
  const left = [
    ...(components.length > most ? [`<p class="note">… and ${formatPlural(components.length - most, 'more component')}</p>`] : []),
  ];
  const leftLines = lines.length > most ? [`<p class="note">… and ${formatPlural(lines.length - most, 'more line')}</p>`] : [];
  return [ofComponents, ...left, ...(lines.length > 0 ? ['<h3>Lines</h3>', ofLines, ...leftLines] : [])].join('\n');
}

/** As its author wrote them; defaults in usual units. */
function valuesText(circuit: Circuit, { name: component, kind, parameters }: CircuitComponent): string {
  return Object.entries(parameters)
    .map(([name, value]) => {
      const shown = writtenValue(circuit, component, name) ?? valueText(value, kind?.parameters[name]?.unit ?? '1');
      return `${name} ${shown}`;
    })
    .join(', ');
}

function valueText(value: ParameterValue, unit: string): string {
  if (typeof value === 'number') return formatQuantity(value, unit);
  return `table of ${formatPlural(value.x.length, 'point')}`;
}
