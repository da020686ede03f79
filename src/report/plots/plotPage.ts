/** A plot as one HTML file. */
import { htmlPage } from '../page/html.js';
import { plotData } from '../page/plotData.js';
import { themeStyle } from '../page/theme.js';
import { escaped, plotMark } from '../svg.js';
import { extremesTable } from './extremes.js';
import type { ChosenUnits, Plot } from './plot.js';

/** The file's text; `script`: that of pages with plots. */
export async function plotPage(plot: Plot, units: ChosenUnits, script: string): Promise<string> {
  const { data, isThinned } = plotData(plot, units);
  const notes = isThinned
    ? ['<p class="note">Of curves with very many rows the page has the lowest and the highest of each short interval.</p>']
    : [];
  return htmlPage({
    title: plot.title,
    mark: plotMark,
    style: themeStyle,
    body: [
      '<main>',
      `<h1>${escaped(plot.title)}</h1>`,
      '<div data-plot="plot"></div>',
      ...notes,
      ...(plot.isCurve ? [] : ['<h2>Extremes</h2>', extremesTable(plot, units)]),
      '</main>',
    ].join('\n'),
    data: { plot: data },
    script,
  });
}
