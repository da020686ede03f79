/** The page of a run: what stands in it, what it warns of, and that names are text in it. */
import { expect, test } from 'vitest';
import { reportText, runForReport } from '../../dist/cli/reportFile.js';
import { parseCircuit, simulate } from '../../dist/index.js';
import { reportPage } from '../../dist/report/runReport/report.js';
import { warningsOf } from '../../dist/report/runReport/warnings.js';
import { reliefCircuit } from '../cli/support.js';

const evil = '<img src=x onerror=alert(1)></script><b>';

/** A pump that sucks through a narrow line: cavitation before it. */
const sucking = `
ringmain: 1
name: sucking
title: ${JSON.stringify(evil)}
source: ${JSON.stringify(evil)}
components:
  pull: { kind: flowSource, flow: -20 l/min }
  throttle: { kind: orifice, area: 0.01 mm2 }
  tank: { kind: tank }
lines:
  suction: { from: throttle.out, to: pull, length: 1 m, diameter: 20 mm }
direct: [{ from: throttle.in, to: tank }]
run: { end: 0.1 s, overfullCavity: report }
record: { every: 1 ms, signals: [suction.p] }
`;

async function pageOf(text: string, labels: readonly string[] = ['']): Promise<string> {
  const { circuit } = parseCircuit(text, 'circuit.yaml');
  const runs = [];
  for (const label of labels) runs.push(await runForReport(circuit, label, { workers: 1 }));
  return reportText({
    title: circuit.title,
    opening: evil,
    runs,
    circuitFile: evil,
    changes: [evil],
    command: ['ringmain', 'report', evil],
  });
}

test('values stand as their author wrote them, defaults in usual units', async () => {
  const page = await pageOf(sucking.replace('area: 0.01 mm2', 'area: 1e-2 mm2'));
  expect(page).toContain('area 1e-2 mm2');
  expect(page).toContain('flow -20 l/min');
  const { circuit } = parseCircuit(sucking, 'circuit.yaml', { set: ['throttle.area=0.020 mm2'] });
  const run = await runForReport(circuit, '', { workers: 1 });
  const set = await reportText({ title: '', opening: '', runs: [run], circuitFile: '', changes: [], command: [] });
  expect(set).toContain('area 0.020 mm2');
});

test('a run that records nothing is warned of', async () => {
  expect(await pageOf(sucking.replace(/^record.*$/m, ''))).toContain('Nothing is recorded');
});

test('has all sections, the exact account, values with units, and no more than three megabytes', async () => {
  const html = await pageOf(reliefCircuit.replace('pump.out.p, valve.in.p', 'pump.out.p, run.limit, valve.in.p'));
  for (const heading of ['Warnings', 'Circuit', 'Signals', 'Steps', 'Workers', 'Account', 'Parameters', 'Provenance'])
    expect(html.includes(`<h2>${heading}</h2>`), heading).toBe(true);
  for (const text of ['crackingPressure 100 bar', 'gradient 600 l/min/bar', '<td class="number">2 m</td>', 'digest', 'step limited by'])
    expect(html.includes(text), text).toBe(true);
  // What was recorded for the drawing alone is not plotted.
  const [, data = ''] = /<script type="application\/json" id="plot-signals">(.*?)<\/script>/.exec(html) ?? [];
  expect((JSON.parse(data) as { traces: { name: string }[] }).traces.map(({ name }) => name)).toEqual([
    'pump.out.p',
    'valve.in.p',
    'valve.in.q',
  ]);
  expect(html.includes('class="flow"')).toBe(true);
  expect(html.length).toBeLessThan(3e6);
  expect(html.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)[^\s"]*/g)).toBeNull();
});

test('names with markup are text, in runs beside each other too', async () => {
  const html = await pageOf(sucking, [evil, 'plain']);
  expect([html.includes('<img'), html.includes('<b>')]).toEqual([false, false]);
  // The page's data, of two plots, and its script: nothing else opens or ends a script.
  expect(html.match(/<script/g)).toHaveLength(3);
  expect(html.match(/<\/script>/g)).toHaveLength(3);
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThan(8);
});

test('warnings say where cavitation occurred, when, how much, and whether that is too much', async () => {
  const { circuit } = parseCircuit(sucking, 'circuit.yaml');
  const { results } = await runForReport(circuit, '', { workers: 1 });
  const cavities = warningsOf(results).filter((text) => text.startsWith('Cavitation'));
  expect(cavities[0]).toMatch(
    /^Cavitation at (pull|throttle)\.out, between \S+ .?s and 100 ms; the cavity grew to \S+ cm³, \S+ % of line suction with port volumes\.( That is too much|$)/,
  );
  // 20 l/min for 0.1 s are 33.3 cm3; what the throttle lets in and the oil itself gives, 0.01 and 0.04 cm3, is below a percent of that.
  const grown = cavities.map((text) => Number(/grew to (\S+) cm³/.exec(text)?.[1]));
  expect(Math.abs(grown.reduce((a, b) => a + b, 0) / 33.33 - 1)).toBeLessThan(0.01);
});

test('what was watched and kept at every step is told, its envelopes are plotted', async () => {
  const { circuit } = parseCircuit(reliefCircuit, 'relief.yaml');
  const options = { workers: 1, record: ['valve.in.q'], envelope: ['pump.out.p'], watch: ['pump.out.p > 50 bar', 'pump.out.p > 900 bar'] };
  const run = await runForReport(circuit, '', options);
  const [watch] = run.results.account.watches;
  const sentences = warningsOf(run.results);
  expect(sentences).toHaveLength(1);
  // 60 l/min into the 0.982 l of its line, of 8900 bar: 50 bar after 5.52 ms, and from there to the end; the valve opens at 100 bar.
  expect(sentences[0]).toMatch(/^pump\.out\.p was above 50 bar between 5\.[56]\d ms and 300 ms, 29[45] ms in all; highest 100\.\d bar at/);
  expect(watch?.name).toBe('pump.out.p');
  const html = await reportText({ title: '', opening: '', runs: [run], circuitFile: '', changes: [], command: [] });
  expect(html.includes('Extremes of every step')).toBe(true);
  const [, data = ''] = /<script type="application\/json" id="plot-signals">(.*?)<\/script>/.exec(html) ?? [];
  const { traces } = JSON.parse(data) as { traces: { name: string }[] };
  expect(traces.map(({ name }) => name).sort()).toEqual(['pump.out.p.max', 'pump.out.p.min', 'valve.in.q']);
});

/** A circuit of so many sources, each with an orifice of its own. */
const branches = (count: number): string => {
  const each = (text: (k: number) => string): string => Array.from({ length: count }, (_, k) => text(k)).join('\n');
  return `ringmain: 1
name: branches
components:
  tank: { kind: tank }
${each((k) => `  s${k}: { kind: flowSource, flow: 10 l/min }\n  b${k}: { kind: orifice, area: 10 mm2 }`)}
lines:
${each((k) => `  l${k}: { from: s${k}, to: b${k}.in, length: 1 m, diameter: 10 mm }`)}
direct:
${each((k) => `  - { from: b${k}.out, to: tank }`)}
run: { end: 10 ms }
`;
};

test('all recorded signals are drawn, eight of a unit to a panel; of very many the page says which are not, and has the extremes of all', async () => {
  const { circuit } = parseCircuit(branches(20), 'circuit.yaml');
  const drawnOf = async (record: readonly string[]) => {
    const results = await simulate(circuit, { workers: 1, record });
    const run = { label: '', circuit, results, names: results.columns.map(({ name }) => name), drawing: null, advice: [] };
    const html = await reportPage({ title: '', opening: '', runs: [run], provenance: [] }, '');
    const [, data = ''] = /<script type="application\/json" id="plot-signals">(.*?)<\/script>/.exec(html) ?? [];
    return { html, traces: (JSON.parse(data) as { traces: { name: string; unit: string; panel: number }[] }).traces };
  };
  const some = await drawnOf(['s*.out.p', 'b*.in.p', 's*.out.q', 'l0.p']);
  expect(some.traces).toHaveLength(61);
  const panels = some.traces.map(({ unit, panel }) => `${panel} ${unit}`);
  expect([...new Set(panels)].map((one) => panels.filter((other) => other === one).length).sort()).toEqual([1, 4, 8, 8, 8, 8, 8, 8, 8]);
  expect(some.html).not.toContain('not drawn');
  const all = await drawnOf(['*.p', '*.q']);
  expect(all.traces).toHaveLength(96);
  const note = />(\d+) of (\d+) recorded signals are not drawn; all are in the table below, and --record chooses what is drawn</.exec(
    all.html,
  );
  expect(Number(note?.[1])).toBe(Number(note?.[2]) - 96);
  // Its row of the table: the last of all.
  expect(all.html).toContain('<td>b19.out.q</td>');
});
