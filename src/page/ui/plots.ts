/** Scrolling plots of recorded quantities: one for each unit. */

import uPlot from 'uplot';
import { numberAt } from '../../circuit/text/known.js';
import { displayUnit } from '../../report/units.js';
import type { Named, Rows } from '../live/liveRun.js';
import { made } from './dom.js';

const height = 190;
const colours = {
  light: ['#1f6fb4', '#d1495b', '#2a8f5c', '#b86e00', '#7b4fb3'],
  dark: ['#6fb7ee', '#ff8f9c', '#6fd6a0', '#f0b45c', '#c1a2ee'],
};

/** Numbers one behind the other. */
class Growing {
  private all = new Float64Array(1024);
  length = 0;

  set(from: number, values: Float64Array): void {
    if (from + values.length > this.all.length) {
      const more = new Float64Array(2 * (from + values.length));
      more.set(this.all.subarray(0, from));
      this.all = more;
    }
    this.all.set(values, from);
    this.length = from + values.length;
  }

  from(first: number): Float64Array {
    return this.all.subarray(first, this.length);
  }

  get last(): number {
    return this.length > 0 ? numberAt(this.all, this.length - 1) : Number.NaN;
  }

  /** First number at or above a value, of numbers that never fall. */
  at(value: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(this.all, middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Chart {
  readonly plot: uPlot;
  /** Numbers among the plotted columns. */
  readonly columns: readonly number[];
  readonly frame: HTMLElement;
}

export class Plots {
  private columns: readonly Named[] = [];
  private t = new Growing();
  private series: Growing[] = [];
  private charts: Chart[] = [];
  /** s that are shown; 0: all. */
  private seconds = 0;

  constructor(private readonly parent: HTMLElement) {
    new ResizeObserver(() => {
      for (const { plot } of this.charts) plot.setSize({ width: this.width, height });
    }).observe(parent);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.choose(this.columns));
  }

  /** These columns are plotted from now on; rows follow. */
  choose(columns: readonly Named[]): void {
    if (columns !== this.columns) {
      this.columns = columns;
      this.t = new Growing();
      this.series = columns.map(() => new Growing());
    }
    for (const { plot } of this.charts) plot.destroy();
    const units = [...new Set(columns.map(({ unit }) => unit))];
    this.charts = units.map((unit) => this.chart(unit));
    this.parent.replaceChildren(...this.charts.map(({ frame }) => frame));
    this.draw();
  }

  /** Rows behind those that there are; `firstRow` 0: all anew. */
  add({ firstRow, t, rows }: Rows): void {
    if (rows.length !== this.series.length) return;
    const at = firstRow === 0 ? 0 : this.t.length;
    this.t.set(at, t);
    rows.forEach((values, k) => this.series[k]?.set(at, values));
  }

  show(seconds: number): void {
    this.seconds = seconds;
    this.draw();
  }

  /** Last value of each plotted column, SI. */
  get last(): number[] {
    return this.series.map(({ last }) => last);
  }

  draw(): void {
    const first = this.seconds > 0 ? Math.max(0, this.t.at(this.t.last - this.seconds) - 1) : 0;
    const t = this.t.from(first);
    for (const { plot, columns } of this.charts) {
      const { factor } = displayUnit(this.columns[numberAt(columns, 0)]?.unit ?? '');
      plot.setData([t, ...columns.map((k) => (this.series[k] as Growing).from(first).map((value) => value * factor))]);
    }
  }

  private get width(): number {
    return Math.max(200, this.parent.clientWidth - 2);
  }

  private chart(unit: string): Chart {
    const columns = this.columns.flatMap((column, k) => (column.unit === unit ? [k] : []));
    const names = columns.map((k) => this.columns[k]?.name ?? '');
    const frame = made('div', { className: 'plot' });
    frame.setAttribute('role', 'img');
    frame.setAttribute('aria-label', `${names.join(', ')} over time; last values stand in the table`);
    const style = getComputedStyle(document.documentElement);
    const [ink, grid] = [style.getPropertyValue('--soft'), style.getPropertyValue('--grid')];
    const own = colours[matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
    const plot = new uPlot(
      {
        width: this.width,
        height,
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: 'time, s', labelSize: 18 },
          { ...axis, label: displayUnit(unit).unit || '1', labelSize: 18, size: 64 },
        ],
        series: [
          { label: 's' },
          ...columns.map((k, n) => ({ label: this.columns[k]?.name ?? '', stroke: own[n % own.length] as string, width: 1.5 })),
        ],
        cursor: { drag: { x: true, y: false } },
        legend: { show: true },
      },
      [[], ...columns.map(() => [])],
      frame,
    );
    return { plot, columns, frame };
  }
}
