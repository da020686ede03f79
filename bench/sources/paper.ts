/** What a published work has that could be run again: by paper.  */

/**
 * Some items of a paper ('Fig. 5.4', 'tables 5.2 to 5.5', or the words of a system), what they show, and what reproduces them beside the files that
 * declare them: a command ('ringmain …'), a test ('test/…: "how its title begins"'), or none with the reason ('none: …').
 */
export type Entry = readonly [items: string, about: string, ...ways: readonly string[]];

export interface Paper {
  /** As texts name it. */
  readonly name: string;
  /** All ways in which texts write that name, as a regular expression. */
  readonly written: string;
  /** Authors, year, title. */
  readonly reference: string;
  readonly entries: readonly Entry[];
}
