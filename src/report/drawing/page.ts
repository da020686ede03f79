/** A drawing as one HTML file: no script and no network, so that nothing that a circuit's names hold can act. */
import type { Circuit } from '../../circuit/circuit.js';
import { drawingMark, escaped } from '../svg.js';
import { type Drawing, type DrawingOptions, drawingSheets } from './drawing.js';

const style = `
body { margin: 0; font: 14px system-ui, 'Helvetica Neue', Arial, sans-serif; color: #222; background: #fff }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 0.3em 1.2em; padding: 0.5em 1em; background: #f2f4f6; border-bottom: 1px solid #c8ccd0; z-index: 1 }
nav label { cursor: pointer }
.sheet { overflow: auto; padding: 0.5em }
.sheet > svg { display: block; height: auto }
body:has(#fit:checked) .sheet > svg { max-width: 100% }
body:has(#large:checked) .sheet > svg { zoom: 2 }
body:has(#folded:checked) #whole, body:has(#unfolded:checked) #overview { display: none }
a .station { cursor: pointer }
a:hover .station, a:focus .station { stroke: #1f6fb4 }
.edge:hover > path { stroke-width: 4 }
section { display: none }
section:target { display: block; position: fixed; inset: 0; margin: auto; width: fit-content; height: fit-content; max-width: 92vw; max-height: 92vh; overflow: auto; background: #fff; border: 2px solid #1f6fb4; box-shadow: 0 0 0 100vmax #0005; z-index: 2 }
section .close { position: sticky; top: 0; float: right; padding: 0.4em 0.8em; background: #fff }
@media print { nav, section .close { display: none } }
`;

/** The page of a circuit. */
export async function drawingPage(circuit: Circuit, options: DrawingOptions = {}): Promise<Drawing> {
  const { whole, overview, stations, definitions, isTooMany, ...facts } = await drawingSheets(circuit, options);
  const title = circuit.title || circuit.name;
  const isFolded = facts.shows === 'stations';
  const choices = [
    ...(whole && overview
      ? [choice('fold', 'unfolded', 'all components', !isFolded), choice('fold', 'folded', 'stations folded', isFolded)]
      : []),
    choice('size', 'fit', 'fit the window', true),
    choice('size', 'plain', 'full size', false),
    choice('size', 'large', 'twice the size', false),
    ...(stations.length > 0 ? ['<span>A click on a station opens it.</span>'] : []),
    ...(isTooMany ? ['<span>There are too many stations to open them.</span>'] : []),
  ];
  const text = [
    '<!doctype html>',
    drawingMark,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${definitions}</svg>`,
    `<nav>${choices.join('')}</nav>`,
    ...(whole ? [`<main class="sheet" id="whole">${whole}</main>`] : []),
    ...(overview ? [`<main class="sheet" id="overview">${overview}</main>`] : []),
    ...stations.map(
      ({ name, svg }) =>
        `<section id="station-${escaped(name)}" class="sheet" aria-label="${escaped(name)}"><a class="close" href="#">close</a>${svg}</section>`,
    ),
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { text, ...facts };
}

const choice = (group: string, id: string, label: string, isOn: boolean): string =>
  `<label><input type="radio" name="${group}" id="${id}"${isOn ? ' checked' : ''}> ${label}</label>`;
