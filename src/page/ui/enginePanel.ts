/** Solver, workers, plan, accuracy, end; loads and waits; the account of a run that has ended. */
import { formatNumber, formatPercent, formatSeconds } from '../../report/units.js';
import type { Ended, LiveRun, Opened, Settings } from '../live/liveRun.js';
import { element, made, options, rows, write } from './dom.js';

/** bar in Pa */
const bar = 1e5;
/** The solver that has threads and partitions. */
const lines = 'tlm';
/** Workers to choose from beyond the cores: they share them. */
const beyond = 2;

export class EnginePanel {
  private opened: Opened | null = null;
  private plan = '';
  private readonly solver = element<HTMLSelectElement>('solver');
  private readonly tolerance = element<HTMLInputElement>('tolerance');
  private readonly workers = element<HTMLSelectElement>('workers');
  private readonly method = element<HTMLSelectElement>('method');
  private readonly error = element<HTMLInputElement>('error');
  private readonly end = element<HTMLInputElement>('end');
  private readonly measure = element<HTMLButtonElement>('measure');

  /** `changed`: the run goes on as another. */
  constructor(live: LiveRun, changed: (opened: Opened) => void, wrong: (error: unknown) => void) {
    element<HTMLInputElement>('plan').addEventListener('change', async ({ target }) => {
      this.plan = (await (target as HTMLInputElement).files?.[0]?.text()) ?? '';
    });
    element('settings').addEventListener('submit', (event) => {
      event.preventDefault();
      live.change(this.settings()).then(changed, wrong);
    });
    this.solver.addEventListener('change', () => this.enable());
    const { measure } = this;
    measure.addEventListener('click', async () => {
      measure.disabled = true;
      try {
        const { threads, synchronisations, eachNs } = await live.measure();
        rows(
          element('waits'),
          threads.map(({ partitions, computing, waiting, exchanging, sleeps }, k) => [
            `${k} (${partitions.length > 1 ? 'partitions' : 'partition'} ${partitions.join(', ')})`,
            ...[computing, waiting, exchanging].map((share) => formatPercent(share)),
            `${sleeps} times`,
          ]),
        );
        element('waits').hidden = false;
        write(element('stretch'), `${synchronisations} synchronisations in a stretch aside, ${formatNumber(eachNs / 1000, 3)} µs each`);
      } catch (error) {
        wrong(error);
      } finally {
        this.enable();
      }
    });
  }

  /** Shows how the run is opened. */
  show(opened: Opened): void {
    this.opened = opened;
    const { settings, solvers, cores, methods, notes, load } = opened;
    options(
      this.solver,
      solvers.map((name) => [name, name]),
      settings.solver,
    );
    this.tolerance.value = String(opened.tolerance);
    this.plan = settings.plan;
    const counts = Array.from({ length: cores + beyond }, (_, k) => `${k + 1}`);
    options(this.workers, [['auto', `auto (${opened.workers})`], ...counts.map((n) => [n, n] as const)], String(settings.workers));
    options(
      this.method,
      methods.map((name) => [name, name]),
      settings.method,
    );
    this.error.value = formatNumber(opened.pressureError / bar, 6);
    this.enable();
    this.end.value = String(opened.end);
    element('notes').replaceChildren(...notes.map((note) => made('li', { textContent: note })));
    rows(
      element('load'),
      load.map((share, k) => [`${k}`, formatPercent(share / load.length)]),
    );
  }

  /** Shows the inputs of the chosen solver; loads and waits are measured of the present run. */
  private enable(): void {
    const isOfLines = this.solver.value === lines;
    this.tolerance.disabled = isOfLines;
    this.error.disabled = !isOfLines || this.opened?.hasFixedStep === true;
    for (const one of [this.workers, this.method, element<HTMLInputElement>('plan')]) one.disabled = !isOfLines;
    this.measure.disabled = this.opened?.settings.solver !== lines;
  }

  /** The account at the end; null: it goes on. */
  account(ended: Ended | null): void {
    write(element('digest'), ended ? `digest ${ended.digest}` : '');
    element('limits').replaceChildren(
      ...(ended
        ? [
            made('li', { textContent: `the loop took ${formatSeconds(ended.wallSeconds)}` }),
            ...ended.limitedBy.map(({ what, limited, rejected }) =>
              made('li', { textContent: `${what}: limited ${limited} steps, rejected ${rejected}` }),
            ),
          ]
        : []),
    );
  }

  private settings(): Settings {
    const { solver, tolerance, workers, method, error, end, opened } = this;
    const same = (text: string, value: number | undefined): boolean =>
      text === '' || Math.abs(Number(text) - (value ?? 0)) <= 1e-5 * (value ?? 0);
    const before = opened?.settings;
    return {
      solver: solver.value,
      tolerance: same(tolerance.value, opened?.tolerance) ? (before?.tolerance ?? null) : Number(tolerance.value),
      workers: workers.value === 'auto' ? 'auto' : Number(workers.value),
      method: method.value,
      plan: this.plan,
      pressureError: same(error.value, (opened?.pressureError ?? 0) / bar) ? (before?.pressureError ?? null) : Number(error.value) * bar,
      until: same(end.value, opened?.end) ? (before?.until ?? null) : Number(end.value),
    };
  }
}
