/** The published works that circuits, plans, cases and benchmarks here go back to, in the order of the page. */
import { burton } from './burton.js';
import { esque } from './esque.js';
import { hodgson } from './hodgson.js';
import { otherPapers } from './others.js';
import type { Paper } from './paper.js';
import { ustinov } from './ustinov.js';

export const papers: readonly Paper[] = [...burton, ...esque, ...ustinov, ...hodgson, ...otherPapers];
