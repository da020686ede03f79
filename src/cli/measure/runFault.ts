/** A run that was to be measured did not reach its end, or ended with other results than it must have: then no times are told. */
export class RunFault extends Error {}
