/** Runs of a live session, which Node and a worker of a page have alike: the same orders, so that what differs is where the engine runs. */
import type { Frame, LiveRun } from '#ringmain/page/live/liveRun.js';

/** What of a session is needed; in a page orders go to its worker. */
export type Ordered = Pick<LiveRun, 'open' | 'change' | 'restart' | 'pace' | 'go' | 'listen'>;

/** One run to its end. */
export interface SessionRun {
  readonly digest: string;
  /** s of the loop */
  readonly seconds: number;
  readonly attempts: number;
}

/** What it is to run. */
export interface Asked {
  readonly text: string;
  readonly workers: number;
}

/**
 * Opens a session that is run again and again, and gives the function that does. Frames are taken four times a second, so that looking is nothing. The text of this function
 * is also run in a page: it may name nothing from outside. `listener`: makes a function one that the session can call.
 */
export async function openRuns(
  session: Ordered,
  { text, workers }: Asked,
  listener: (show: (frame: Frame) => Promise<void>) => (frame: Frame) => Promise<void>,
): Promise<() => Promise<SessionRun>> {
  const opened = await session.open('circuit.yaml', text);
  if ('mistakes' in opened) throw new Error('the circuit has mistakes');
  await session.change({ ...opened.settings, workers });
  await session.pace(0);
  let take: (frame: Frame) => void = () => undefined;
  const show = (frame: Frame): Promise<void> => {
    take(frame);
    return new Promise((resolve) => setTimeout(resolve, 250));
  };
  await session.listen(listener(show));
  return async () => {
    await session.restart();
    const last = new Promise<Frame>((resolve, reject) => {
      take = (frame) => {
        if (frame.mistake) reject(new Error(frame.mistake));
        if (frame.ended) resolve(frame);
      };
    });
    await session.go();
    const { ended, accepted, rejected } = await last;
    if (!ended || ended.message) throw new Error(ended?.message ?? 'the run has not ended');
    return { digest: ended.digest, seconds: ended.wallSeconds, attempts: accepted + rejected };
  };
}
