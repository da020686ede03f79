/** A study of the thesis' plans, put beside what was published of them. */

import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { StudiedPlan, Study, StudyRow } from '#ringmain/cli/measure/studyRuns.js';
import { type Costs, costsOf } from '#ringmain/partition/costs.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { describePlan } from '#ringmain/partition/describePlan.js';
import { sum } from '#ringmain/results/statistics.js';
import type { PublishedCircuit, PublishedPlan } from './burton.js';
import type { ThesisCircuit, ThesisPlan } from './thesisTables.js';

/** Plans and rows of the study are in the order of the published plans. */
export function besidePublished(of: PublishedCircuit, circuit: Circuit, plans: readonly StudiedPlan[], study: Study): ThesisCircuit {
  const costs = kindCosts(circuit, study);
  const all = sum(study.kinds.map(({ seconds }) => seconds));
  const { one, components, models, source } = of;
  return {
    ...{ circuit: of.circuit, source, models, attempts: study.attempts, published: { one, components } },
    one: study.loopSeconds,
    components: study.componentSeconds,
    kinds: study.kinds.map(({ kind, components: count, seconds }) => ({ kind, components: count, share: seconds / all })),
    plans: study.rows.map((row, k) => planOf(of.plans[k] as PublishedPlan, row, plans[k] as StudiedPlan, circuit, costs)),
    groups: groupsOf(of, circuit, plans.at(-1) as StudiedPlan, study.rows.at(-1) as StudyRow, costs),
  };
}

function planOf(published: PublishedPlan, row: StudyRow, { owner }: StudiedPlan, circuit: Circuit, costs: Costs): ThesisPlan {
  const { predicted, here, cutLines, componentSeconds } = row;
  if (!predicted) throw new Error(`no prediction for ${row.name}`);
  const { name, parts, run, speedUp, efficiency, loads } = published;
  return {
    published: { name, parts, run, speedUp, efficiency, loads },
    cutLines,
    loads: componentSeconds,
    run: predicted.seconds,
    synchronisations: predicted.synchronisationSeconds,
    simulated: predicted.simulated,
    here: { threads: here.threads, speedUp: here.speedUp },
    nearest: loads && (run === null || loads.every((load) => load <= run)) ? nearestPlan(circuit, owner, loads, costs) : null,
  };
}

const methods = ['greedy', 'spectral', 'multilevel', 'annealing'] as const;

/** How far shares of the plan are from published ones, and the nearest that our methods find when they are asked for those shares. */
function nearestPlan(circuit: Circuit, owner: Int32Array, loads: readonly number[], costs: Costs): ThesisPlan['nearest'] {
  const total = sum(loads);
  const farthest = (own: Int32Array): number => {
    const cost = loads.map(() => 0);
    for (let c = 0; c < own.length; c++) cost[own[c] as number] = (cost[own[c] as number] as number) + (costs.component[c] as number);
    const whole = sum(cost);
    return Math.max(...loads.map((load, k) => Math.abs((cost[k] as number) / whole - load / total)));
  };
  const found = methods
    .map((method) => cutCircuit(circuit, loads.length, { method, costs, shares: loads }).owner)
    .sort((a, b) => farthest(a) - farthest(b))[0] as Int32Array;
  return {
    own: farthest(owner),
    found: farthest(found),
    cutLines: describePlan(circuit, found, loads.length, { method: 'nearest', source: '', costs }).cut.length,
  };
}

/** Published and own time of a model by group of partitions, each over the mean of all models. */
function groupsOf(of: PublishedCircuit, circuit: Circuit, { owner }: StudiedPlan, row: StudyRow, costs: Costs): ThesisCircuit['groups'] {
  const published = of.plans.at(-1)?.loads ?? [];
  const names = kindNames(circuit);
  const modelsIn = (partitions: readonly number[]): number => owner.filter((p) => partitions.includes(p)).length;
  const perModel = (loads: readonly number[], partitions: readonly number[]): number =>
    sum(partitions.map((p) => loads[p] as number)) / modelsIn(partitions) / (sum(loads) / owner.length);
  return of.groups.map(({ name, partitions }) => {
    const kinds = new Map<string, number>();
    names.forEach((kind, c) => {
      if (partitions.includes(owner[c] as number)) kinds.set(kind, (kinds.get(kind) ?? 0) + (costs.component[c] as number));
    });
    const whole = sum([...kinds.values()]);
    return {
      name,
      models: modelsIn(partitions),
      published: perModel(published, partitions),
      ours: perModel(row.componentSeconds, partitions),
      kinds: [...kinds]
        .map(([kind, cost]) => ({ kind, share: cost / whole }))
        .sort((a, b) => b.share - a.share)
        .slice(0, 3),
    };
  });
}

/** A price for a line that is cut which keeps methods from cutting at random, and weighs nothing. */
const trifle = 0.01;

/** Costs of components by their kind in the study, ns an attempt, without line ends: what the published loads are. */
function kindCosts(circuit: Circuit, { kinds, attempts }: Study): Costs {
  const each = new Map(kinds.map(({ kind, components, seconds }) => [kind, (1e9 * seconds) / attempts / components]));
  return costsOf(
    circuit,
    'measured',
    '',
    { end: 0, cut: trifle, cutWave: trifle },
    (kind, lines) => each.get(kind?.kind ?? `junction of ${lines}`) ?? 0,
  );
}

/** By component: the name that a study has for its kind. */
function kindNames(circuit: Circuit): string[] {
  const ends = new Int32Array(circuit.components.length);
  for (const { from, to } of circuit.lines) for (const { component } of [from, to]) ends[component] = (ends[component] as number) + 1;
  return circuit.components.map(({ kind }, c) => (kind === null ? `junction of ${ends[c]}` : kind.kind));
}
