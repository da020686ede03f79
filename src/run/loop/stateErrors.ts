/**
 * Text of the judgement of component states (network/stateTolerances.ts says what is judged, and why): after the lines' errors, whose words it raises.
 *
 *     e = |Δ f - Δ f₋| · pressure error / tolerance         f, f₋: mean rates in this step and in the last accepted one
 *
 * Kernels write it, with its sign, to one block of the partition, so that few loops go over all states.
 */
import { judgedRows, type PartitionLayout } from '../../network/layout.js';

/** Text of `stateErrors()`. */
export function stateErrorsText(
  { judged: { changes, count, codes, maxima } }: Pick<PartitionLayout, 'judged'>,
  words: { readonly error: number; readonly errorLine: number },
): string {
  const chunk = `for (let c = 0; c < ${Math.ceil(count / judgedRows)}; c++) {
    const first = (${judgedRows} * c) | 0, end = Math.min(first + ${judgedRows}, ${count}) | 0;`;
  return `function stateErrors() {
  const before = F[${words.error}];
  let worst = F[${words.error}];
  ${chunk}
    let most = -0.5;
    lanes: for (let r = first; r < end; r++) {
      const e = Math.abs(F[${changes} + r]);
      most = e > most ? e : most;
    }
    F[${maxima} + c] = most;
    if (most > worst) worst = most;
  }
  if (worst > before) {
    let line = -1 | 0;
    ${chunk}
      if (F[${maxima} + c] === worst) {
        for (let r = first; r < end; r++) if (Math.abs(F[${changes} + r]) === worst && (line < 0 || I[${codes} + r] < line)) line = I[${codes} + r];
      }
    }
    F[${words.error}] = worst; F[${words.errorLine}] = line;
  }
}`;
}
