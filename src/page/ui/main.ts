/** The live page: what a frame shows, what buttons order. */
import { displayUnit, formatCount, formatNumber, formatSeconds } from '../../report/units.js';
import type { Frame, Kept, LiveRun, Opened, State } from '../live/liveRun.js';
import { connect, type Place } from './connect.js';
import { element, made, options, rows, write } from './dom.js';
import { EnginePanel } from './enginePanel.js';
import { keepOpened, lastOpened } from './lastOpened.js';
import { Ranges } from './lines.js';
import { LivePicture, scaleArt } from './picture.js';
import { Plots } from './plots.js';
import { Sliders } from './sliders.js';
import { SourceDialog } from './sourceDialog.js';

const words: Readonly<Record<State, string>> = { standing: 'stands', going: 'goes on', ended: 'has ended' };

class Page {
  private opened: Opened | null = null;
  private state: State = 'standing';
  private picture: LivePicture | null = null;
  private station: LivePicture | null = null;
  private ranges = new Ranges();
  private scaleShown = '';
  private plotted: readonly number[] = [];
  private readonly plots = new Plots(element('plots'));
  private readonly sliders: Sliders;
  private readonly engine: EnginePanel;
  private readonly source: SourceDialog;

  constructor(
    private readonly live: LiveRun,
    private readonly place: Place,
  ) {
    this.sliders = new Sliders(live, wrong);
    this.engine = new EnginePanel(live, (opened) => this.take(opened), wrong);
    this.source = new SourceDialog(live, (opened) => this.begin(opened), wrong);
    this.listenToButtons();
  }

  /** Joins the run that there is, or opens the first circuit. */
  async start(): Promise<void> {
    const { circuits } = this.place;
    const select = element<HTMLSelectElement>('circuit');
    options(
      select,
      circuits.map(({ name }) => [name, name]),
      '',
    );
    select.addEventListener('change', () => {
      const chosen = circuits.find(({ name }) => name === select.value);
      if (chosen) void this.source.open(chosen.name, chosen.text);
    });
    await this.live.listen((frame) => this.shown(frame));
    const standing = await this.live.standing();
    const first = lastOpened(this.place) ?? circuits[0];
    if (standing) {
      this.source.show(standing);
      this.begin(standing);
    } else if (first) await this.source.open(first.name, first.text);
  }

  /** Another circuit: its drawing comes when it is ready, the run does not wait for it. */
  private begin(opened: Opened): void {
    this.ranges = new Ranges();
    this.picture = null;
    keepOpened(this.place, opened);
    const sheet = element('sheet');
    sheet.replaceChildren(made('p', { className: 'hint' }, 'The circuit is being drawn.'));
    element<HTMLSelectElement>('circuit').value = opened.name;
    document.title = `${opened.title} – ringmain`;
    write(element('title'), opened.title);
    element<HTMLSelectElement>('pace').value = String(opened.pace);
    options(
      element<HTMLSelectElement>('signals'),
      opened.columns.map(({ name }, k) => [`${k}`, name]),
      '',
    );
    for (const k of opened.plotted) (element<HTMLSelectElement>('signals').options[k] as HTMLOptionElement).selected = true;
    this.take(opened);
    void this.plot(opened.plotted);
    this.live.drawing('').then(
      async (drawing) => {
        if (this.opened?.text !== opened.text) return;
        this.picture = new LivePicture(drawing, sheet);
        await this.know(this.picture);
      },
      (error: unknown) => sheet.replaceChildren(made('p', { className: 'hint' }, error instanceof Error ? error.message : String(error))),
    );
  }

  /** The run is as it was opened, or opened again. */
  private take(opened: Opened): void {
    wrong(null);
    this.opened = opened;
    this.engine.show(opened);
    this.keptAre(opened.kept);
    this.stateIs(opened.state);
    void this.sliders.fill();
    if (this.picture) void this.know(this.station ?? this.picture);
    if (this.plotted.length > 0) void this.plot(this.plotted);
  }

  private async know(picture: LivePicture): Promise<void> {
    await this.live.show(picture.names).then((known) => picture.know(known), wrong);
  }

  private async plot(columns: readonly number[]): Promise<void> {
    try {
      const rowsSoFar = await this.live.plot(columns);
      this.plotted = columns;
      this.plots.choose(columns.flatMap((k) => this.opened?.columns[k] ?? []));
      this.plots.add(rowsSoFar);
      this.plots.draw();
      this.readouts();
    } catch (error) {
      wrong(error);
    }
  }

  /** Shows a frame with the next picture of the screen; while nobody sees the page none are asked for. */
  private shown(frame: Frame): Promise<void> {
    return new Promise((resolve) =>
      requestAnimationFrame(() => {
        this.show(frame);
        resolve();
      }),
    );
  }

  private show(frame: Frame): void {
    this.stateIs(frame.state);
    write(element('time'), formatSeconds(frame.time));
    element<HTMLProgressElement>('progress').value = frame.end > 0 ? frame.time / frame.end : 0;
    write(element('ratio'), frame.ratio > 0 ? `${formatNumber(frame.ratio, 3)} ×` : '–');
    write(element('accepted'), formatCount(frame.accepted));
    write(element('rejected'), formatCount(frame.rejected));
    write(element('length'), frame.step > 0 ? formatSeconds(frame.step) : '–');
    (this.station ?? this.picture)?.paint(frame.values, this.ranges);
    const scale = `${this.ranges.low} ${this.ranges.high}`;
    if (scale !== this.scaleShown) {
      this.scaleShown = scale;
      element('scale').replaceChildren(...scaleArt(this.ranges));
    }
    if (frame.t.length > 0) {
      this.plots.add(frame);
      this.plots.draw();
      this.readouts();
    }
    this.engine.account(frame.ended);
    const mistake = frame.ended?.message || frame.mistake;
    if (mistake) wrong(new Error(mistake));
  }

  private readouts(): void {
    const { columns = [] } = this.opened ?? {};
    const values = this.plots.last;
    rows(
      element('readouts'),
      this.plotted.map((k, n) => {
        const { name = '', unit = '' } = columns[k] ?? {};
        const display = displayUnit(unit);
        const value = values[n] ?? Number.NaN;
        return [name, Number.isNaN(value) ? '–' : formatNumber(value * display.factor, 6), display.unit];
      }),
    );
  }

  private stateIs(state: State): void {
    this.state = state;
    write(element('state'), words[state]);
    write(element('run'), state === 'going' ? 'Pause' : 'Run');
    element<HTMLButtonElement>('run').disabled = state === 'ended';
    element<HTMLButtonElement>('step').disabled = state === 'ended';
    element<HTMLButtonElement>('keep').disabled = state === 'ended';
  }

  private keptAre(kept: readonly Kept[]): void {
    element('kept').replaceChildren(
      ...kept.map(({ id, time }) => {
        const back = made('button', { type: 'button', textContent: `Back to ${formatSeconds(time)}` });
        back.addEventListener('click', () => void this.order(this.live.back(id).then((opened) => this.take(opened))));
        return made('li', {}, back);
      }),
    );
  }

  private async order(work: Promise<unknown>): Promise<void> {
    wrong(null);
    await work.catch(wrong);
  }

  private toggle(): void {
    if (this.state === 'going') void this.order(this.live.pause());
    else {
      this.stateIs('going');
      void this.order(this.live.go());
    }
  }

  private listenToButtons(): void {
    const click = (id: string, act: () => void): void => element(id).addEventListener('click', act);
    click('run', () => this.toggle());
    click('step', () => void this.order(this.live.step(1)));
    click('restart', () => void this.order(this.live.restart().then((opened) => this.take(opened))));
    click('keep', () => void this.order(this.live.keep().then((kept) => this.keptAre(kept))));
    click('download', () => void this.order(this.live.csv().then((text) => save(`${this.opened?.name.replace(/\.\w+$/, '')}.csv`, text))));
    click('larger', () => this.picture?.enlarge(1.25));
    click('smaller', () => this.picture?.enlarge(0.8));
    click('fit', () => this.picture?.fit());
    element('pace').addEventListener(
      'change',
      ({ target }) => void this.order(this.live.pace(Number((target as HTMLSelectElement).value))),
    );
    element('window').addEventListener('change', ({ target }) => this.plots.show(Number((target as HTMLSelectElement).value)));
    element('signals').addEventListener('change', ({ target }) => {
      void this.plot([...(target as HTMLSelectElement).selectedOptions].map(({ value }) => Number(value)));
    });
    element('sheet').addEventListener('click', (event) => {
      const { station, component } = this.picture?.nameAt(event.target) ?? { station: '', component: '' };
      if (station) {
        event.preventDefault();
        void this.order(this.openStation(station));
      } else if (component) this.sliders.search(component);
    });
    element('station').addEventListener('close', () => {
      this.station = null;
      if (this.picture) void this.know(this.picture);
    });
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, button, a, summary, dialog');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ') {
        event.preventDefault();
        if (this.state !== 'ended') this.toggle();
      } else if (event.key === '.' && this.state !== 'ended') void this.order(this.live.step(1));
    });
  }

  private async openStation(name: string): Promise<void> {
    const drawing = await this.live.drawing(name);
    const dialog = element<HTMLDialogElement>('station');
    dialog.showModal();
    const picture = new LivePicture(drawing, element('inside'));
    await this.know(picture);
    this.station = picture;
  }
}

/** Hands a text over as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  made('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Says what went wrong; null: nothing does. */
function wrong(error: unknown): void {
  const alert = element('alert');
  alert.hidden = error === null;
  write(alert, error === null ? '' : error instanceof Error ? error.message : String(error));
}

async function main(): Promise<void> {
  const place = (await (await fetch('place.json')).json()) as Place;
  const lost = (why: string): void => {
    write(element('state'), 'is lost');
    wrong(new Error(`The engine has gone: ${why}. Load the page again.`));
  };
  await new Page(await connect(place, lost), place).start();
}

main().catch(wrong);
