/** A plot that one moves about in: panels by unit, one cursor and one range for all, units to choose, all by mouse or keys. */
import type uPlot from 'uplot';
import uplotStyle from 'uplot/dist/uPlot.min.css';
import { type DisplayUnit, unitChoices } from '../../units.js';
import { unpacked } from '../numbers.js';
import type { PlotData } from '../plotData.js';
import { panel, type Trace } from './panel.js';

const style = `${uplotStyle}
.uplot { font: inherit; max-width: 100% } .u-legend { text-align: left; font-size: 13px } .u-legend th, .u-legend td { border: 0; padding: 0 0.3em } .u-legend .u-value { min-width: 6em; display: inline-block }
.u-select { background: #7772 } .tools { display: flex; flex-wrap: wrap; gap: 0.4em 0.8em; align-items: center; margin: 0.3em 0 } .tools input { width: min(40vw, 22em) }
`;

let count = 0;

/** Shows a plot in an element and keeps it as wide as that. */
export function showPlot(root: HTMLElement, data: PlotData): void {
  if (count === 0) document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  new PlotView(root, data, `plot${count++}`).build();
}

class PlotView {
  readonly #columns: readonly Float64Array<ArrayBuffer>[];
  readonly #units = new Map<string, DisplayUnit>();
  readonly #tools = element('div', { className: 'tools screen' });
  readonly #body = element('div', {});
  #panels: uPlot[] = [];
  /** SI; null: all of it. */
  #range: readonly [number, number] | null = null;
  #isBuilding = false;

  constructor(
    readonly root: HTMLElement,
    readonly data: PlotData,
    readonly key: string,
  ) {
    this.#columns = data.columns.map(unpacked);
    for (const unit of new Set([data.across.unit, ...data.traces.map((trace) => trace.unit)])) {
      const choices = unitChoices(unit);
      this.#units.set(unit, choices.find((choice) => choice.unit === data.units[unit]) ?? (choices[0] as DisplayUnit));
    }
    this.#makeTools();
    root.append(this.#tools, this.#body);
    const again = (): void => this.build();
    new ResizeObserver(() => {
      if (this.#width() !== this.#panels[0]?.width) again();
    }).observe(root);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    addEventListener('beforeprint', again);
    addEventListener('afterprint', again);
  }

  /** Draws all panels anew. */
  build(): void {
    this.#isBuilding = true;
    for (const one of this.#panels) one.destroy();
    this.#body.replaceChildren();
    const { data } = this;
    const keyOf = ({ panel: number, unit }: PlotData['traces'][number]): string => `${number} ${unit}`;
    this.#panels = [...new Set(data.traces.map(keyOf))].map((key) => {
      const traces = data.traces.filter((trace) => keyOf(trace) === key);
      const { unit } = traces[0] as PlotData['traces'][number];
      const figure = element('figure', { className: 'panel' });
      figure.style.margin = '0 0 0.8em';
      figure.setAttribute('role', 'group');
      figure.setAttribute('aria-label', `${data.label}: ${traces.map(({ name }) => name).join(', ')}`);
      this.#body.append(figure);
      return panel(
        figure,
        traces.map(({ name, x, y }): Trace => ({ name, x: this.#column(x), y: this.#column(y) })),
        {
          across: { name: data.across.name, shown: this.#unit(data.across.unit) },
          shown: this.#unit(unit),
          isCurve: data.isCurve,
          isLogarithmic: data.isLogarithmic,
          width: this.#width(),
          key: this.key,
          onRange: (low, high) => this.#ranged(low, high),
        },
      );
    });
    this.#isBuilding = false;
    if (this.#range) this.#show(this.#range);
  }

  readonly #column = (number: number): Float64Array<ArrayBuffer> => this.#columns[number] as Float64Array<ArrayBuffer>;
  readonly #unit = (unit: string): DisplayUnit => this.#units.get(unit) as DisplayUnit;
  readonly #width = (): number => Math.max(280, Math.floor(this.root.clientWidth));

  #makeTools(): void {
    const { data } = this;
    const button = (text: string, label: string, act: () => void): void => {
      const one = element('button', { type: 'button', textContent: text, title: label });
      one.setAttribute('aria-label', label);
      one.addEventListener('click', act);
      this.#tools.append(one);
    };
    if (!data.isCurve) {
      button('+', 'zoom in', () => this.#zoom(0.5, 0));
      button('−', 'zoom out', () => this.#zoom(2, 0));
      button('←', 'earlier', () => this.#zoom(1, -0.25));
      button('→', 'later', () => this.#zoom(1, 0.25));
      button('whole', 'whole range', () => this.#whole());
      this.#tools.append(this.#cursor());
    }
    for (const [unit, shown] of this.#units) {
      const choices = unitChoices(unit);
      if (choices.length < 2) continue;
      const select = element('select', {});
      select.setAttribute('aria-label', `unit in place of ${shown.unit}`);
      for (const choice of choices) select.append(new Option(choice.unit, choice.unit, false, choice === shown));
      select.addEventListener('change', () => {
        this.#units.set(unit, choices[select.selectedIndex] as DisplayUnit);
        this.build();
      });
      this.#tools.append(select);
    }
  }

  /** A slider that moves the cursor over the range that is shown. */
  #cursor(): HTMLElement {
    const slider = element('input', { type: 'range', min: '0', max: '1', step: 'any', value: '0' });
    slider.setAttribute('aria-label', `cursor, ${this.data.across.name}`);
    slider.addEventListener('input', () => {
      for (const one of this.#panels)
        one.setCursor({ left: Number(slider.value) * one.over.clientWidth, top: one.over.clientHeight / 2 }, false);
    });
    return slider;
  }

  /** SI */
  #ends(): readonly [number, number] {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { x } of this.data.traces) {
      const column = this.#column(x);
      const [first, last] = [column[0], column.at(-1)];
      if (first === undefined || last === undefined) continue;
      low = Math.min(low, first);
      high = Math.max(high, last);
    }
    return [low, high];
  }

  #zoom(by: number, shift: number): void {
    const [least, most] = this.#ends();
    const [low, high] = this.#range ?? [least, most];
    const span = Math.min(most - least, (high - low) * by);
    const middle = (low + high) / 2 + shift * (high - low);
    const from = Math.max(least, Math.min(most - span, middle - span / 2));
    this.#show([from, from + span]);
  }

  #whole(): void {
    this.#show(this.#ends());
    this.#range = null;
  }

  #show(range: readonly [number, number]): void {
    const { factor } = this.#unit(this.data.across.unit);
    this.#range = range;
    this.#isBuilding = true;
    for (const one of this.#panels) one.setScale('x', { min: range[0] * factor, max: range[1] * factor });
    // A panel reports its range behind this task's end.
    queueMicrotask(() => {
      this.#isBuilding = false;
    });
  }

  /** A panel has another range: by the mouse. All others follow. */
  #ranged(low: number, high: number): void {
    if (this.#isBuilding || this.data.isCurve) return;
    const { factor } = this.#unit(this.data.across.unit);
    const range = [low / factor, high / factor] as const;
    if (this.#range && range[0] === this.#range[0] && range[1] === this.#range[1]) return;
    this.#show(range);
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  fields: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), fields);
}
