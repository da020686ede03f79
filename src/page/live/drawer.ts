/** Drawings beside the engine: a layout takes a second or two, and a run goes on meanwhile. */
import type { Circuit } from '../../circuit/circuit.js';
import { parseCircuit } from '../../circuit/file/parse.js';
import type { LiveDrawing } from '../../report/drawing/live.js';

/** A picture to be drawn. */
export interface DrawOrder {
  readonly id: number;
  readonly text: string;
  readonly station: string;
}

export type DrawAnswer = { readonly id: number } & ({ readonly drawing: LiveDrawing } | { readonly mistake: string });

/** The circuit that was drawn last: its stations are asked for one after the other. */
let last: { readonly text: string; readonly circuit: Circuit } | null = null;

/** Carries out an order, in the worker. */
export async function carryOut({ id, text, station }: DrawOrder): Promise<DrawAnswer> {
  try {
    const { drawingLive } = await import('../../report/drawing/live.js');
    if (last?.text !== text) last = { text, circuit: parseCircuit(text, 'circuit').circuit };
    return { id, drawing: await drawingLive(last.circuit, station) };
  } catch (error) {
    return { id, mistake: error instanceof Error ? error.message : String(error) };
  }
}

/** A worker that draws. */
export interface DrawWorker {
  send(order: DrawOrder): void;
}

/** Asks a worker, which is started with the first drawing. */
export class Drawer {
  private worker: DrawWorker | null = null;
  private readonly asked = new Map<number, (answer: DrawAnswer) => void>();
  private next = 0;

  /** `start`: starts the worker; it reports its answers, or why it has failed. */
  constructor(private readonly start: (answer: (answer: DrawAnswer) => void, failed: (why: string) => void) => DrawWorker) {}

  /** Rejects for a circuit that is too large to be drawn. */
  draw(text: string, station: string): Promise<LiveDrawing> {
    this.worker ??= this.start(
      (answer) => this.answered(answer),
      (mistake) => {
        this.worker = null;
        for (const id of [...this.asked.keys()]) this.answered({ id, mistake });
      },
    );
    this.next++;
    const id = this.next;
    return new Promise((resolve, reject) => {
      this.asked.set(id, (answer) => ('drawing' in answer ? resolve(answer.drawing) : reject(new Error(answer.mistake))));
      this.worker?.send({ id, text, station });
    });
  }

  private answered(answer: DrawAnswer): void {
    this.asked.get(answer.id)?.(answer);
    this.asked.delete(answer.id);
  }
}
