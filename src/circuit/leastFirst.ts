/** Numbers of which the least is taken first: a binary heap. */
export class LeastFirst {
  private readonly numbers: number[] = [];

  add(number: number): void {
    const { numbers } = this;
    let at = numbers.push(number) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((numbers[above] as number) <= number) break;
      numbers[at] = numbers[above] as number;
      at = above;
    }
    numbers[at] = number;
  }

  /** The least, which is then no more among them; undefined: there are none. */
  take(): number | undefined {
    const { numbers } = this;
    const least = numbers[0];
    const last = numbers.pop();
    if (last === undefined || numbers.length === 0) return least;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < numbers.length && (numbers[below + 1] as number) < (numbers[below] as number)) below++;
      if (below >= numbers.length || (numbers[below] as number) >= last) break;
      numbers[at] = numbers[below] as number;
      at = below;
    }
    numbers[at] = last;
    return least;
  }
}
