/** How far a command is: what is said, and that nothing is where there is no terminal. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PhaseLine, ProgressView, progressText, withPhases } from '../../dist/cli/progress.js';
import type { Progress } from '../../dist/results/progress.js';

const progress: Progress = { time: 1.5, end: 10, accepted: 12_345, rejected: 67, step: 1e-4 };

test('simulated time, ratio to real time, time to go, steps, rejections, the present step', () => {
  expect(progressText(progress, 0.5)).toBe('1.5 s of 10 s, 0.5 × real time, 17 s to go, 12 345 steps (67 rejected), now 100 µs');
});

test('before there has been time, and while an operating point is looked for', () => {
  expect(progressText(progress, Number.NaN)).toBe('1.5 s of 10 s, 12 345 steps (67 rejected), now 100 µs');
  expect(progressText({ ...progress, starting: { rounds: 3, residual: 0.012 } }, 0)).toBe(
    'looking for the operating point, 3 rounds, 0.012 from rest',
  );
});

describe('a terminal or none', () => {
  const before = process.stderr.isTTY;
  afterEach(() => {
    process.stderr.isTTY = before;
    vi.restoreAllMocks();
  });

  /** What is written to standard error, of a terminal or not, by a run whose clock goes on two seconds between its news. */
  function written(isTTY: boolean, work: () => void): string {
    let text = '';
    let clock = 0;
    process.stderr.isTTY = isTTY;
    vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
      text += String(part);
      return true;
    });
    vi.spyOn(performance, 'now').mockImplementation(() => {
      clock += 2000;
      return clock;
    });
    work();
    vi.restoreAllMocks();
    return text;
  }

  const news = (silent: boolean) => () => {
    const view = new ProgressView('press', silent);
    for (const time of [1, 2, 3]) view.update({ ...progress, time });
    view.stop();
  };

  test('a run of some length has a bar on a terminal; its ratio is that since the first news', () => {
    const text = written(true, news(false));
    expect(text).toContain('press');
    // A simulated second in two of the clock; from a checkpoint at 1 s.
    expect(text).toContain('3 s of 10 s, 0.5 × real time, 14 s to go');
  });

  test('nothing elsewhere, and where it is to be quiet', () => {
    expect(written(false, news(false))).toBe('');
    expect(written(true, news(true))).toBe('');
  });

  test('a phase takes the place of the one before; whatever comes of the work, none is left', async () => {
    const said = written(true, () => {
      const phase = new PhaseLine(false);
      phase.show('reading');
      phase.show('drawing');
      phase.clear();
    });
    expect(said.split('\r')).toEqual(['', '\u001b[2Kreading …', '\u001b[2Kdrawing …', '\u001b[2K']);
    expect(written(false, () => new PhaseLine(false).show('reading'))).toBe('');
    process.stderr.isTTY = true;
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const work = withPhases(false, async (phase) => {
      phase.show('reading');
      throw new Error('a mistake');
    });
    await expect(work).rejects.toThrow('a mistake');
    expect(write).toHaveBeenLastCalledWith('\r\u001b[2K');
  });
});
