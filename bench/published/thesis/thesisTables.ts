/**
 * Tables 6.2, 6.3, 6.5 and 6.6 of Burton 1994 beside the same of this machine, and where they differ: for a terminal, and as Markdown for a page.
 */

import { right, type TableColumn, textTable } from '#ringmain/report/table.js';
import { formatNumber, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import { geometricMean, type Spread, spreadText, sum } from '#ringmain/results/statistics.js';
import { type EfficiencyFactors, efficiencyFactors } from './efficiency.js';

export interface ThesisPlan {
  readonly published: {
    readonly name: string;
    readonly parts: number;
    readonly run: number | null;
    readonly speedUp: number;
    readonly efficiency: number;
    readonly loads: readonly number[] | null;
  };
  readonly cutLines: number;
  /** s that components take, by partition, each alone in one thread. */
  readonly loads: readonly number[];
  /** s on a core for each partition, and what of it threads spend in synchronisation. */
  readonly run: number;
  readonly synchronisations: number;
  /** Whether there are not so many cores here. */
  readonly simulated: boolean;
  readonly here: { readonly threads: number; readonly speedUp: Spread };
  /** Of our plan and of the nearest to the published loads that was found: largest difference of a partition's share, and cut lines. */
  readonly nearest: { readonly own: number; readonly found: number; readonly cutLines: number } | null;
}

export interface ThesisCircuit {
  readonly circuit: string;
  readonly source: string;
  readonly models: number;
  readonly attempts: number;
  readonly published: { readonly one: number | null; readonly components: number | null };
  /** s of the serial engine, and what components take of it. */
  readonly one: number;
  readonly components: number;
  /** Kinds by the share of component time that they take, largest first. */
  readonly kinds: readonly { readonly kind: string; readonly components: number; readonly share: number }[];
  readonly plans: readonly ThesisPlan[];
  /** Parts of the circuit: time of a model over the mean of all, and the kinds that take most of ours with their shares. */
  readonly groups: readonly {
    readonly name: string;
    readonly models: number;
    readonly published: number;
    readonly ours: number;
    readonly kinds: readonly { readonly kind: string; readonly share: number }[];
  }[];
}

export interface ThesisAccount {
  readonly cpu: string;
  readonly cores: number;
  /** ns a synchronisation of two threads, and whether that was told, not measured with the rest. */
  readonly barrier: { readonly nanoseconds: number; readonly told: boolean };
  readonly circuits: readonly ThesisCircuit[];
}

export interface ThesisTable {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

const left = (heading: string): TableColumn => ({ heading });

/** Factors of the published run and of ours; the published ones are null where no times were published. */
export function factorsOf(
  of: ThesisCircuit,
  plan: ThesisPlan,
): { readonly published: EfficiencyFactors | null; readonly ours: EfficiencyFactors } {
  const { one, components } = of.published;
  const { run, loads } = plan.published;
  return {
    published: one !== null && components !== null && run !== null && loads ? efficiencyFactors({ one, components, run, loads }) : null,
    ours: efficiencyFactors({ one: of.one, components: of.components, run: plan.run, loads: plan.loads }),
  };
}

/** Speed-up, loads, factors, and cost by part of a circuit. */
export function thesisTables({ circuits }: ThesisAccount): readonly ThesisTable[] {
  const every = circuits.flatMap((of) => of.plans.map((plan) => ({ of, plan, label: `${of.circuit} ${plan.published.name}` })));
  const timed = every.flatMap(({ of, plan, label }) => {
    const { published, ours } = factorsOf(of, plan);
    return published ? [{ of, plan, label, published, ours }] : [];
  });
  return [
    {
      title: 'Speed-up (tables 6.2 and 6.5)',
      columns: [
        left('plan'),
        right('cores'),
        right('thesis: run'),
        right('speed-up'),
        right('efficiency'),
        right('ours: run'),
        right('speed-up'),
        right('efficiency'),
        right('on threads here'),
      ],
      rows: circuits.flatMap((of) => [
        [of.circuit, '1', secondsOr(of.published.one), '1', '1', milliseconds(of.one), '1', '1', ''],
        ...of.plans.map(({ published, run, simulated, here }) => [
          `${of.circuit} ${published.name}`,
          String(published.parts),
          secondsOr(published.run),
          String(published.speedUp),
          published.efficiency.toFixed(2),
          milliseconds(run),
          `${(of.one / run).toFixed(2)}${simulated ? ' simulated' : ''}`,
          (of.one / run / published.parts).toFixed(2),
          `${spreadText(here.speedUp)} on ${here.threads}`,
        ]),
      ]),
    },
    {
      title: 'Component time by partition, % of that on one processor (tables 6.3 and 6.6)',
      columns: [
        left('plan'),
        left('thesis'),
        right('together'),
        left('ours'),
        right('together'),
        right('apart, points'),
        right('nearest found'),
      ],
      rows: every.flatMap(({ of, plan: { published, loads, nearest }, label }) => {
        if (!published.loads) return [];
        const base = of.published.components;
        return [
          [
            label,
            ...(base === null ? [percents(published.loads, sum(published.loads)), ''] : sharesAndSum(published.loads, base, published.run)),
            ...sharesAndSum(loads, of.components, null),
            nearest ? points(nearest.own) : '',
            nearest ? `${points(nearest.found)} (${nearest.cutLines} cut)` : '',
          ],
        ];
      }),
    },
    {
      title: 'Efficiency = balance · growth · overhead',
      columns: [
        left('plan'),
        left('thesis'),
        left('ours'),
        left('ours/thesis'),
        right('lost, models: thesis'),
        right('ours'),
        right('ours: synchronisations'),
      ],
      rows: timed.map(({ of, plan, label, published, ours }) => [
        label,
        product(published),
        product(ours),
        ratio(ours, published),
        formatNumber((published.lost * of.models) / (of.published.components as number), 2),
        formatNumber((ours.lost * of.models) / of.components, 2),
        formatNumber((plan.synchronisations * of.models) / of.components, 2),
      ]),
    },
    {
      title: 'Component time of a model over the mean of its circuit',
      columns: [left('part'), right('models'), right('thesis'), right('ours'), left('ours: kinds that take most')],
      rows: circuits.flatMap(({ circuit, groups }) =>
        groups.map(({ name, models, published, ours, kinds }) => [
          `${circuit}: ${name}`,
          String(models),
          published.toFixed(2),
          ours.toFixed(2),
          kinds.map(({ kind, share }) => `${kind} ${percent(share)}`).join(', '),
        ]),
      ),
    },
  ];
}

/** What the tables say, with its numbers. */
function thesisRemarks({ circuits, cores, barrier }: ThesisAccount): readonly string[] {
  const synchronisation = `A synchronisation of two threads is taken as ${formatSeconds(1e-9 * barrier.nanoseconds)}, ${barrier.told ? 'as given' : 'the fastest measured'}; speed-up on ${cores} threads here is that of whole runs.`;
  return [synchronisation, ...circuits.flatMap(circuitRemarks)];
}

function circuitRemarks(of: ThesisCircuit): readonly string[] {
  const remarks: string[] = [];
  const { one, components } = of.published;
  const pairs = of.plans.flatMap((plan) => {
    const { published, ours } = factorsOf(of, plan);
    return published ? [{ plan, published, ours }] : [];
  });
  if (one !== null && components !== null) {
    const mean = (pick: (factors: EfficiencyFactors) => number): string =>
      geometricMean(pairs.map(({ published, ours }) => pick(ours) / pick(published))).toFixed(2);
    remarks.push(
      `${of.circuit}: ours over the thesis' efficiency is ${mean(({ efficiency }) => efficiency)} (geometric mean), that is ${mean(({ plan }) => plan)} by the plan ` +
        `(balance and growth) times ${mean(({ overhead }) => overhead)} by overhead. Components take ${percent(components / one)} of a run on one processor there, ${percent(of.components / of.one)} here.`,
    );
  }
  for (const { published } of of.plans)
    for (const load of published.loads ?? [])
      if (published.run !== null && load > published.run)
        remarks.push(
          `${of.circuit} ${published.name}: the printed ${load.toFixed(1)} s of a partition is longer than its run of ${published.run} s, a misprint; balance times growth, ` +
            'in brackets, needs the largest of the others only.',
        );
  for (const plan of of.plans)
    if (components === null && plan.published.loads) {
      const { loads, efficiency, parts } = plan.published;
      const balance = sum(loads) / (parts * Math.max(...loads));
      const { ours } = factorsOf(of, plan);
      remarks.push(
        `${of.circuit} ${plan.published.name}: loads of ${percents(loads, sum(loads))} allow ${balance.toFixed(2)}, so that of ${efficiency.toFixed(2)} all else leaves ${(efficiency / balance).toFixed(2)}; ours ${product(ours)}.`,
      );
    }
  return remarks;
}

/** For a terminal. */
export function thesisText(account: ThesisAccount): string {
  const tables = thesisTables(account).map(({ title, columns, rows }) => `${title}\n\n${textTable(columns, rows)}`);
  return [...tables, thesisRemarks(account).join('\n')].join('\n\n');
}

/** For a page. */
export function thesisMarkdown(account: ThesisAccount): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const tables = thesisTables(account).map(({ title, columns, rows }) =>
    [
      `${title}:`,
      '',
      row(columns.map(({ heading }) => heading)),
      row(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
      ...rows.map(row),
    ].join('\n'),
  );
  return [
    ...tables,
    thesisRemarks(account)
      .map((remark) => `- ${remark}`)
      .join('\n'),
  ].join('\n\n');
}

const percent = (share: number): string => formatPercent(share, 0);
const points = (share: number): string => (100 * share).toFixed(1);
const secondsOr = (seconds: number | null): string => (seconds === null ? '' : `${seconds} s`);
const milliseconds = (seconds: number): string => `${formatNumber(1e3 * seconds, 3)} ms`;
const percents = (loads: readonly number[], base: number): string => loads.map((load) => Math.round((100 * load) / base)).join(' ');

/** Shares and their sum; a load that is longer than the run is not known. */
function sharesAndSum(loads: readonly number[], base: number, run: number | null): [string, string] {
  const known = (load: number): boolean => run === null || load <= run;
  return [
    loads.map((load) => (known(load) ? Math.round((100 * load) / base) : '?')).join(' '),
    loads.every(known) ? String(Math.round((100 * sum(loads)) / base)) : '?',
  ];
}

/** '0.62 = 0.92 · 0.87 · 0.77', or with balance and growth in one. */
function product({ efficiency, plan, balance, growth, overhead }: EfficiencyFactors): string {
  const shape = balance === null || growth === null ? `(${plan.toFixed(2)})` : `${balance.toFixed(2)} · ${growth.toFixed(2)}`;
  return `${efficiency.toFixed(2)} = ${shape} · ${overhead.toFixed(2)}`;
}

function ratio(a: EfficiencyFactors, b: EfficiencyFactors): string {
  const over = (x: number | null, y: number | null): number | null => (x === null || y === null ? null : x / y);
  return product({
    efficiency: a.efficiency / b.efficiency,
    plan: a.plan / b.plan,
    balance: over(a.balance, b.balance),
    growth: over(a.growth, b.growth),
    overhead: a.overhead / b.overhead,
    lost: a.lost / b.lost,
  });
}
