/** Script of pages with plots: each element with `data-plot` shows the plot whose data have that id. */
import type { PlotData } from '../plotData.js';
import { showPlot } from './plots.js';

for (const root of document.querySelectorAll<HTMLElement>('[data-plot]')) {
  const text = document.getElementById(root.dataset['plot'] ?? '')?.textContent ?? 'null';
  showPlot(root, JSON.parse(text) as PlotData);
}
