/** Kind → the circuit file that shows it. */
import { kindExample } from '../../dist/cli/bundled.js';
import { library } from '../../dist/components/library.js';

export const examples: ReadonlyMap<string, string> = new Map([...library.keys()].map((kind) => [kind, kindExample(kind)]));
