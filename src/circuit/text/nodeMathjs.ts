/** mathjs where Node runs (`#mathjs` of package.json): loaded when it is asked for, which takes longer than to read a small circuit. */
import { createRequire } from 'node:module';

/** The one-file build: Node needs 1 s for the thousand modules behind 'mathjs'. */
export const loadMathjs = (): typeof import('mathjs') =>
  createRequire(import.meta.url)('mathjs/lib/browser/math.js') as typeof import('mathjs');
