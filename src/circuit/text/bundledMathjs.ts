/** mathjs where a bundle has it (`#mathjs` of package.json), as in a page. */
import mathjs from 'mathjs/lib/browser/math.js';

/** It is there already. */
export const loadMathjs = (): typeof import('mathjs') => mathjs;
