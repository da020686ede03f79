/** Parameters and inputs, each with a slider and a number. */
import { displayUnit, formatNumber } from '../../report/units.js';
import type { LiveRun, Tunable } from '../live/liveRun.js';
import { element, made } from './dom.js';

/** Ready to be filled. `wrong`: shows what went wrong. */
export class Sliders {
  private readonly list = element('sliders');
  private readonly find = element<HTMLInputElement>('find');
  private asked = 0;

  constructor(
    private readonly live: LiveRun,
    private readonly wrong: (error: unknown) => void,
  ) {
    this.find.addEventListener('input', () => void this.fill());
  }

  /** Shows what a text finds. */
  search(text: string): void {
    this.find.value = text;
    void this.fill();
    this.find.scrollIntoView({ block: 'nearest' });
  }

  /** Asks for the values as they are. */
  async fill(): Promise<void> {
    this.asked++;
    const asked = this.asked;
    try {
      const found = await this.live.find(this.find.value);
      if (asked !== this.asked) return;
      this.list.replaceChildren(
        ...(found.length > 0 ? found.map((one) => this.slider(one)) : [made('p', { className: 'hint' }, 'Nothing is called that.')]),
      );
    } catch (error) {
      this.wrong(error);
    }
  }

  private slider({ name, unit, about, sort, value, low, high, isSet }: Tunable): HTMLElement {
    const { unit: shownUnit, factor } = displayUnit(unit);
    const shown = (si: number): string => formatNumber(si * factor, 6);
    const id = `value ${name}`;
    const range = made('input', {
      type: 'range',
      min: `${low * factor}`,
      max: `${high * factor}`,
      step: 'any',
      value: `${value * factor}`,
      id,
    });
    const number = made('input', { type: 'number', step: 'any', value: shown(value) });
    number.setAttribute('aria-label', `${name}, ${shownUnit || 'number'}`);
    range.setAttribute('aria-valuetext', `${shown(value)} ${shownUnit}`);
    const label = made('label', { htmlFor: id, textContent: name, title: `${sort}: ${about}` });
    const one = made(
      'div',
      { className: isSet ? 'slider set' : 'slider' },
      label,
      range,
      number,
      made('span', { className: 'unit' }, shownUnit),
    );
    const set = latest(async (si: number) => {
      try {
        await this.live.set(name, si);
        one.classList.add('set');
      } catch (error) {
        this.wrong(error);
      }
    });
    range.addEventListener('input', () => {
      number.value = formatNumber(Number(range.value), 6);
      range.setAttribute('aria-valuetext', `${number.value} ${shownUnit}`);
      set(Number(range.value) / factor);
    });
    number.addEventListener('change', () => {
      if (number.value === '') return;
      range.value = number.value;
      set(Number(number.value) / factor);
    });
    return one;
  }
}

/** Calls with the last value that there is when the call before has ended: a slider moves faster than orders go. */
function latest(act: (value: number) => Promise<void>): (value: number) => void {
  let next: number | null = null;
  let isBusy = false;
  return async (value) => {
    next = value;
    if (isBusy) return;
    isBusy = true;
    while (next !== null) {
      const now = next;
      next = null;
      await act(now);
    }
    isBusy = false;
  };
}
