/** Cavities and extremes of integrators, against those of TLM: an unknown below the vapour pressure is a cavity, not a pressure. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';

const press = await readCircuit('circuits/press.yaml');
let lines: LineResults;
beforeAll(async () => {
  lines = await simulate(press, { workers: 1 });
});

describe.each(['bdf', 'rodas4'])('press by %s', (solver) => {
  test('the highest pressure within 1 bar of that by lines, none below that of vapour, the same cavities', async () => {
    const results = await simulateLumped(press, { solver });
    const { vapourPressure } = press.fluid;
    expect(
      Math.abs((results.account.pressures?.highest.pressure as number) - (lines.account.pressures?.highest.pressure as number)),
    ).toBeLessThan(1e5);
    expect(results.account.pressures?.lowest.pressure).toBe(vapourPressure);
    expect(lines.account.pressures?.lowest.pressure).toBe(vapourPressure);

    // The rod side is one volume here and eight line ends there, whose largest ones are not of one time.
    const { places, cavities } = results.account.cavitation;
    expect(places).toBe(2);
    const rod = cavities.find(({ where }) => where === 'B8+B4+B6+B5');
    const there = lines.account.cavitation.cavities.filter(
      ({ line, where }) => line === 'B8' || line === 'B5' || where === 'below' || line === 'B6' || line === 'B4',
    );
    expect(rod?.first).toBeCloseTo(Math.min(...there.map(({ first }) => first)), 2);
    expect(rod?.last).toBeCloseTo(Math.max(...there.map(({ last }) => last)), 1);
    const [largest, sum] = [Math.max(...there.map((one) => one.largest)), there.reduce((total, one) => total + one.largest, 0)];
    expect(rod?.largest).toBeGreaterThan(largest);
    expect(rod?.largest).toBeLessThan(sum);
    expect(rod?.valid).toBe(true);

    const text = summaryText(results);
    expect(text).toMatch(/^cavitation +in 2 places$/m);
    expect(text).toMatch(/^B8\+B4\+B6\+B5 +9\.36 s +9\.8\d s +\d+ cm³ +3\.\d %$/m);
    expect(text).toMatch(/^ +lowest -1 bar, in the volume of B8/m);
    expect(summaryJson(results)).toMatchObject({ cavitation: results.account.cavitation, pressures: results.account.pressures });
  });
});
