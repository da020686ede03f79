/** Plane that is the accepted one at t = 0: the evaluation reads plane 0 and writes plane 1. */
export const startPlane = 1;
