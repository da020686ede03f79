/**
 * Text of the judgement of component states (network/stateTolerances.ts says what is judged, and why): after the lines' errors, whose words it raises.
 *
 *     e = |Δ f - Δ f₋| · pressure error / tolerance         f, f₋: mean rates in this step and in the last accepted one
 */
import { judgedRows, type PartitionLayout } from '../../network/layout.js';

/** Text of `stateErrors(plane)`. */
export function stateErrorsText(
  { batches }: Pick<PartitionLayout, 'batches'>,
  words: { readonly error: number; readonly errorLine: number },
  step: number,
): string {
  const states = batches.flatMap(({ kind, offsets, components, judged }) =>
    kind.kernel.judged.map(({ rate, weight }, k) => {
      const [from, stride] = [offsets[`${rate}_0`] as number, offsets['stride'] as number];
      const factor = typeof weight === 'number' ? String(weight) : `F[${offsets[weight] as number} + r]`;
      return {
        rows: components.length,
        maxima: judged.maxima + k * Math.ceil(components.length / judgedRows),
        places: `const now = (${from} + ${stride} * plane) | 0, next = (${from} + ${stride} - ${stride} * plane) | 0;`,
        error: `step * Math.abs(F[next + r] - F[now + r]) * ${factor}`,
        code: `I[${judged.codes} + r] + ${k}`,
      };
    }),
  );
  const chunk = (rows: number): string => `for (let c = 0; c < ${Math.ceil(rows / judgedRows)}; c++) {
      const first = (${judgedRows} * c) | 0, end = Math.min(first + ${judgedRows}, ${rows}) | 0;`;
  const largest = states.map(
    ({ rows, maxima, places, error }) => `  {
    ${places}
    ${chunk(rows)}
      let most = -0.5;
      lanes: for (let r = first; r < end; r++) {
        const e = ${error};
        most = e > most ? e : most;
      }
      F[${maxima} + c] = most;
      if (most > worst) worst = most;
    }
  }`,
  );
  const whose = states.map(
    ({ rows, maxima, places, error, code }) => `    {
    ${places}
    ${chunk(rows)}
      if (F[${maxima} + c] === worst) {
        for (let r = first; r < end; r++) if (${error} === worst && (line < 0 || ${code} < line)) line = (${code}) | 0;
      }
    }
    }`,
  );
  return `function stateErrors(plane) {
  const step = F[${step}], before = F[${words.error}];
  let worst = F[${words.error}];
${largest.join('\n')}
  if (worst > before) {
    let line = -1 | 0;
${whose.join('\n')}
    F[${words.error}] = worst; F[${words.errorLine}] = line;
  }
}`;
}
