/** Joints without volume whose pressure fell below the vapour pressure. Their equations have no cavity: the oil there is taken to pull. */

/** One of them; times are those of steps that were looked at. */
export interface JointCavity {
  /** One of the ports that meet there: 'valve.in'. */
  readonly where: string;
  /** s: when it was below first, and last. */
  readonly first: number;
  readonly last: number;
  /** Pa, and when, s. */
  readonly lowest: number;
  readonly lowestTime: number;
}
