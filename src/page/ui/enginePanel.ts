/** Workers, plan, accuracy, end; loads and waits; the account of a run that has ended. */
import { formatNumber, formatPercent, formatSeconds } from '../../report/units.js';
import type { Ended, Opened, Session, Settings } from '../live/session.js';
import { element, made, options, rows, write } from './dom.js';

/** bar in Pa */
const bar = 1e5;
/** Workers to choose from beyond the cores: they share them. */
const beyond = 2;

export class EnginePanel {
  private opened: Opened | null = null;
  private plan = '';
  private readonly workers = element<HTMLSelectElement>('workers');
  private readonly method = element<HTMLSelectElement>('method');
  private readonly error = element<HTMLInputElement>('error');
  private readonly end = element<HTMLInputElement>('end');

  /** `changed`: the run goes on as another. */
  constructor(session: Session, changed: (opened: Opened) => void, wrong: (error: unknown) => void) {
    element<HTMLInputElement>('plan').addEventListener('change', async ({ target }) => {
      this.plan = (await (target as HTMLInputElement).files?.[0]?.text()) ?? '';
    });
    element('settings').addEventListener('submit', (event) => {
      event.preventDefault();
      session.change(this.settings()).then(changed, wrong);
    });
    const measure = element<HTMLButtonElement>('measure');
    measure.addEventListener('click', async () => {
      measure.disabled = true;
      try {
        const { threads, synchronisations, eachNs } = await session.measure();
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
        measure.disabled = false;
      }
    });
  }

  /** Shows how the run is opened. */
  show(opened: Opened): void {
    this.opened = opened;
    const { settings, cores, methods, notes, load } = opened;
    this.plan = settings.plan;
    const counts = Array.from({ length: cores + beyond }, (_, k) => `${k + 1}`);
    options(this.workers, [['auto', `auto (${opened.workers})`], ...counts.map((n) => [n, n] as const)], String(settings.workers));
    options(
      this.method,
      methods.map((name) => [name, name]),
      settings.method,
    );
    this.error.value = formatNumber(opened.pressureError / bar, 6);
    this.error.disabled = opened.hasFixedStep;
    this.end.value = String(opened.end);
    element('notes').replaceChildren(...notes.map((note) => made('li', { textContent: note })));
    rows(
      element('load'),
      load.map((share, k) => [`${k}`, formatPercent(share / load.length)]),
    );
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
    const { workers, method, error, end, opened } = this;
    const same = (text: string, value: number | undefined): boolean =>
      text === '' || Math.abs(Number(text) - (value ?? 0)) <= 1e-5 * (value ?? 0);
    const before = opened?.settings;
    return {
      workers: workers.value === 'auto' ? 'auto' : Number(workers.value),
      method: method.value,
      plan: this.plan,
      pressureError: same(error.value, (opened?.pressureError ?? 0) / bar) ? (before?.pressureError ?? null) : Number(error.value) * bar,
      until: same(end.value, opened?.end) ? (before?.until ?? null) : Number(end.value),
    };
  }
}
