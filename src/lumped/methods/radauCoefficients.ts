/** Radau IIA with three stages, order 5, and what splits its system into a real and a complex one: Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8. */

const root = Math.sqrt(6);

/** Nodes c of the three stages. */
export const nodes: readonly [number, number, number] = [(4 - root) / 10, (4 + root) / 10, 1];

const cube = Math.cbrt(9);
const inverseReal = (12 - cube * (cube - 1)) / 60;
const inverseImaginary = (cube * (cube + 1) * Math.sqrt(3)) / 60;
const modulus = inverseReal * inverseReal + inverseImaginary * inverseImaginary;

/** Eigenvalues of A⁻¹: γ and α ± iβ. */
export const gamma = 30 / (6 + cube * (cube - 1));
export const alpha = inverseReal / modulus;
export const beta = inverseImaginary / modulus;

/** T, by rows: T⁻¹ A⁻¹ T = [γ 0 0; 0 α −β; 0 β α]. */
export const fromBlocks = [
  [0.09123239487089295, -0.1412552950209542, -0.030029194105147424],
  [0.241717932707107, 0.20412935229379994, 0.3829421127572619],
  [0.966048182615093, 1, 0],
] as const;

/** T⁻¹, by rows. */
export const toBlocks = [
  [4.325579890063155, 0.33919925181580984, 0.5417705399358749],
  [-4.178718591551905, -0.32768282076106237, 0.47662355450055044],
  [-0.5028726349457868, 2.571926949855605, -0.5960392048282249],
] as const;

/** A⁻¹, by rows. */
export const inverse: readonly (readonly number[])[] = fromBlocks.map(([x, y, z]) => {
  const [first, second, third] = [gamma * x, alpha * y + beta * z, alpha * z - beta * y];
  return [0, 1, 2].map((j) => first * toBlocks[0][j] + second * toBlocks[1][j] + third * toBlocks[2][j]);
});

/** e: the error is the solution x of (γ/h M − J) x = f(t, y) + M (e_1 Z_1 + e_2 Z_2 + e_3 Z_3)/h, Z_i = Y_i − y. */
export const errorWeights: readonly [number, number, number] = [-(13 + 7 * root) / 3, (-13 + 7 * root) / 3, -1 / 3];
