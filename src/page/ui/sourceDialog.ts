/** The text of the circuit: to read, to change, and with the checker's messages at their places. */
import { mostShown } from '../../circuit/file/diagnostic.js';
import type { LiveRun, Mistaken, Opened } from '../live/liveRun.js';
import { element, made } from './dom.js';

/** The name under which messages speak of a text of one's own. */
const ownName = 'circuit.yaml';

export class SourceDialog {
  private readonly dialog = element<HTMLDialogElement>('source');
  private readonly text = element<HTMLTextAreaElement>('text');

  constructor(
    private readonly live: LiveRun,
    private readonly opened: (opened: Opened) => void,
    private readonly wrong: (error: unknown) => void,
  ) {
    element('edit').addEventListener('click', () => this.dialog.showModal());
    element('open').addEventListener('click', () => void this.open(ownName, this.text.value));
  }

  /** Opens a circuit; where it has mistakes, shows them. */
  async open(name: string, text: string): Promise<void> {
    try {
      const answer = await this.live.open(name, text);
      if ('mistakes' in answer) this.mistaken(text, answer);
      else {
        this.show(answer);
        this.dialog.close();
        this.opened(answer);
      }
    } catch (error) {
      this.dialog.close();
      this.wrong(error);
    }
  }

  show({ text }: Opened): void {
    this.text.value = text;
    element('mistakes').replaceChildren();
  }

  private mistaken(text: string, { mistakes }: Mistaken): void {
    this.text.value = text;
    element('mistakes').replaceChildren(
      ...mistakes.slice(0, mostShown).map(({ code, message, remedy, place }) => {
        const where = place ? `line ${place.line}, column ${place.column}: ` : '';
        const go = made('button', { type: 'button', textContent: `${where}${code}  ${message}\n${remedy}` });
        go.addEventListener('click', () => this.goTo(place?.line ?? 1, place?.column ?? 1));
        return made('li', {}, go);
      }),
      ...(mistakes.length > mostShown ? [made('li', { textContent: `and ${mistakes.length - mostShown} more` })] : []),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Puts the cursor at a place and marks the rest of its line. */
  private goTo(line: number, column: number): void {
    const lines = this.text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0));
    this.text.scrollTop = ((line - 4) * this.text.scrollHeight) / lines.length;
  }
}
