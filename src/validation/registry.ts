/** The list of validation cases, in the order of the table. */
import { groups, type ValidationCase } from './case.js';
import { frictionCases } from './cases/lineFriction.js';
import { losslessCases } from './cases/lossless.js';

const all: readonly ValidationCase[] = [...losslessCases, ...frictionCases];

/** Every case, group by group. */
export const validationCases: readonly ValidationCase[] = groups.flatMap((group) => all.filter((one) => one.group === group));
