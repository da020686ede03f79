/** Verdicts on the published statements: what the runs say, in the published setting and in ours, and why. */
import { offlineStatements, testStatements } from './offlineStatements.js';
import { type Claim, costStatements, jacobianStatements, type PublishedStatement, realTimeStatements } from './statements.js';
import type { Cell } from './suites.js';
import { NotRun, type Setting, type StepCosts, settings, View } from './view.js';

export type Finding = 'reproduced' | 'partly' | 'not reproduced' | 'not run';

export interface Verdict {
  readonly name: string;
  readonly text: string;
  /** With the published form, and steps that go over jumps. */
  readonly published: Finding;
  /** As ringmain does by default: with ∂f/∂t, and steps that land on jumps. */
  readonly ours: Finding;
  readonly reason: string;
  /** In the published setting. */
  readonly claims: readonly Claim[];
}

/** In the order of their numbers. */
export const statements: readonly PublishedStatement[] = [
  ...realTimeStatements,
  ...costStatements,
  ...offlineStatements,
  ...jacobianStatements,
  ...testStatements,
];

/** Judges every statement by the runs of the suites (name → cells) and by costs, where those were measured. */
export function verdicts(cells: ReadonlyMap<string, readonly Cell[]>, costs: StepCosts | null): Verdict[] {
  return statements.map((statement) => {
    const claimed = settings.map((setting) => claimsIn(statement, new View(cells, costs, setting)));
    const found = claimed.map(findingOf);
    const [claims] = claimed;
    return {
      ...{ name: statement.name, text: statement.text },
      published: found[0] as Finding,
      ours: found.at(-1) as Finding,
      reason: claims ? reasonOf(claims, claimed) : 'its runs were left out',
      claims: claims ?? [],
    };
  });
}

function claimsIn({ claims }: PublishedStatement, view: View): readonly Claim[] | null {
  try {
    return claims(view);
  } catch (error) {
    if (error instanceof NotRun) return null;
    throw error;
  }
}

function findingOf(claims: readonly Claim[] | null): Finding {
  if (!claims) return 'not run';
  const holding = claims.filter(({ holds }) => holds).length;
  return holding === claims.length ? 'reproduced' : holding === 0 ? 'not reproduced' : 'partly';
}

/** Settings in which a claim holds. */
function settingsOf(k: number, claimed: readonly (readonly Claim[] | null)[]): readonly boolean[] {
  return claimed.map((claims) => claims?.[k]?.holds ?? false);
}

/** What a claim depends on, by the settings in which it holds: order of `settings`. */
function needOf(holds: readonly boolean[]): string | null {
  const holding = settings.filter((_, k) => holds[k]);
  if (holding.length === 0 || holding.length === settings.length) return null;
  const only = <K extends keyof Setting>(key: K): Setting[K] | null =>
    settings.every((setting, k) => holds[k] === (setting[key] === holding[0]?.[key])) ? (holding[0]?.[key] ?? null) : null;
  const form = only('form');
  if (form) return form === 'published' ? 'the published form, without ∂f/∂t' : 'the term of ∂f/∂t';
  const jumps = only('jumps');
  if (jumps) return jumps === 'stepped over' ? 'steps that go over the jumps' : 'steps that land on the jumps';
  return holds[0] ? 'the published setting' : 'another setting';
}

function reasonOf(claims: readonly Claim[], claimed: readonly (readonly Claim[] | null)[]): string {
  const parts = claims.flatMap(({ text, holds, found }, k) => {
    const need = needOf(settingsOf(k, claimed));
    if (holds) return need ? [`'${text}' needs ${need}`] : [];
    return [`not so: '${text}' (${found})${need ? `; needs ${need}` : ''}`];
  });
  return parts.length === 0 ? 'every claim holds, in all settings' : parts.join('; ');
}
