/** Unknowns of equations 0 = e and how they are solved, in words. */
import type { UnknownSummary } from '../network/unknowns.js';
import { formatCount, formatPlural } from './units.js';

/** A line for each kind. */
export const unknownText = (summaries: readonly UnknownSummary[]): string => summaries.map(paragraph).join('\n');

function paragraph({ component, count, unknowns, blocks, largestBlock, ...modes }: UnknownSummary): string {
  const others = count > 1 ? ` and ${formatPlural(count - 1, 'more', 'more')} like it` : '';
  return `${component}${others}: ${formatPlural(unknowns, 'unknown')}, ${solvedText(blocks, largestBlock)}; ${modeText(modes)}`;
}

function solvedText(blocks: number, largest: number): string {
  if (blocks === 0) return 'all by formulas';
  const of = `of ${formatPlural(largest, 'unknown')} and roots`;
  return `Newton's method for ${blocks === 1 ? `a block ${of}` : `${formatCount(blocks)} blocks, the largest ${of}`}`;
}

function modeText({ modes, allModes, openModes, index }: Pick<UnknownSummary, 'modes' | 'allModes' | 'openModes' | 'index'>): string {
  const looked = allModes
    ? formatPlural(modes, 'mode')
    : `more than 4096 modes, of which the ${formatCount(modes)} with least that is open`;
  const open = openModes === 0 ? '' : `; in ${formatCount(openModes)} of them something has no way out, and stays at its pressure`;
  return `${looked}, index ${index}${open}`;
}
