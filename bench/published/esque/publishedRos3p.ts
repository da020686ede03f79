/** ROS3P with the error estimate that it was published with, for replications by tolerance. */
import { rosenbrock } from '#ringmain/lumped/methods/rosenbrock.js';
import { ros3pTableau } from '#ringmain/lumped/methods/rosenbrockTableaux.js';

/** m - m̂ of Lang and Verwer, BIT 41, 2001; zero on linear autonomous systems, whatever the step. */
export const publishedRos3p = rosenbrock(
  'ros3p',
  { ...ros3pTableau, error: [2 - 2.113248654051871, 0.5773502691896258 - 1, 0] },
  true,
  'Rosenbrock of order 3(2), A-stable; its error estimate is blind to linear systems',
  'Lang and Verwer, BIT 41, 2001',
);
