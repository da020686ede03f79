/** The library as one page: contents by group, every kind with its definition, what became of it, its example and what the example does. */
import type { KindDefinition } from '../equations/language/definition.js';
import { boundsText, defaultText, engineKinds, firstSentence, flushLeft, parameterAbout, parameterUnit, shownUnit } from './kindText.js';
import { escaped } from './svg.js';
import { formatQuantity } from './units.js';

/** A comment by which an existing file is known to be ours and may be overwritten. */
export const pageMark = '<!-- made by ringmain components -->';

export interface KindEntry {
  readonly definition: KindDefinition;
  /** The equations as the compiler solved them. */
  readonly derived: string;
  /** A circuit file that shows the kind. */
  readonly example: string;
  /** SVG of the example's results. */
  readonly picture: string;
}

/** An HTML file's pieces; it asks for nothing outside itself. Pure: the same entries give the same text. */
export function* kindPage(entries: readonly KindEntry[], version: string): Iterable<string> {
  const groups = new Map<string, KindEntry[]>();
  for (const entry of entries) groups.set(entry.definition.group, [...(groups.get(entry.definition.group) ?? []), entry]);
  yield `<!doctype html>
${pageMark}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ringmain ${escaped(version)}: components</title>
<style>${style}</style>
</head>
<body>
<nav>
<p><a href="#top">ringmain ${escaped(version)}</a></p>
${[...groups].map(([group, members]) => contents(group, members)).join('\n')}
</nav>
<main>
<header id="top"><h1>Components</h1>
${introduction(entries.length)}</header>
`;
  for (const [group, members] of groups) {
    yield `<section><h2 id="${anchor(group)}">${escaped(group)}</h2>\n`;
    for (const entry of members) yield `${article(entry)}\n`;
    yield '</section>\n';
  }
  yield `<section><h2 id="own">The engine's own</h2>\n${engineKinds.map(({ kind, about }) => `<article><h3>${kind}</h3><p>${escaped(about)}</p></article>`).join('\n')}\n</section>\n`;
  yield '</main>\n</body>\n</html>\n';
}

const introduction = (
  kinds: number,
): string => `<p>${kinds} kinds, each written once, as its equations. From these come the step of the line
engine, the right-hand side and Jacobian of the integrators, and what stands here. Values are SI inside; a circuit file gives every quantity its unit.
Flow is positive out of a component, into the line; <code>port.p</code> is the pressure there, <code>port.q</code> the flow.
<code>der(x)</code> is the rate of a state, <code>hold</code> sets a value when a step is accepted, <code>pre(…)</code> is the last accepted value,
<code>reset</code> takes hold of a state that a step has brought beyond a stop, <code>port.V</code> is port volume, which counts with the line. The language is described in full in
<code>src/equations/language/definition.ts</code>.</p>
<p>Every example is a whole circuit file: <code>ringmain components KIND --example &gt; FILE.yaml</code>, <code>ringmain run FILE.yaml --plot FILE.svg</code>.
The pictures are its results, by the line engine.</p>
<p>Burton 1994 is J. D. Burton's thesis (University of Bath) on the parallel simulation of hydraulic systems, with its appended papers; Esqué 2008 is
S. Esqué's (Tampere University of Technology, publication 763).</p>
`;

function contents(group: string, members: readonly KindEntry[]): string {
  const links = members.map(({ definition: { kind, about } }) => `<a href="#${kind}" title="${escaped(firstSentence(about))}">${kind}</a>`);
  return `<h4><a href="#${anchor(group)}">${escaped(group)}</a></h4>\n<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`;
}

function article({ definition, derived, example, picture }: KindEntry): string {
  const { kind, about, source, ports, parameters, requires = [], inputs = {}, outputs = {}, states = {}, equations } = definition;
  const ends = Object.entries(ports).map(([name, type]) => `<code>${name}</code> ${type}`);
  const facts = ends.length > 0 ? `<p><b>Ports</b> ${ends.join(', ')}</p>` : '';
  return `<article id="${kind}">
<h3><a href="#${kind}">${kind}</a></h3>
<p>${escaped(about)}</p>
<p class="source">Source: ${escaped(source)}</p>
${facts}
${table(
  'Parameters',
  ['range', 'default'],
  Object.entries(parameters).map(([name, one]) => [name, parameterUnit(one), boundsText(one), defaultText(one), parameterAbout(one)]),
)}
${requires.length > 0 ? `<p><b>Requires</b> ${requires.map((rule) => `<code>${escaped(rule)}</code>`).join(', ')}</p>` : ''}
${table(
  'Inputs',
  ['unconnected'],
  Object.entries(inputs).map(([name, one]) => [
    name,
    shownUnit(one),
    one.instead ?? (one.default === undefined ? 'must be connected' : formatQuantity(one.default, one.unit)),
    one.about,
  ]),
)}
${table(
  'Outputs',
  [],
  Object.entries(outputs).map(([name, one]) => [name, shownUnit(one), one.about]),
)}
${table(
  'States',
  ['at t = 0'],
  Object.entries(states).map(([name, one]) => [
    name,
    shownUnit(one),
    typeof one.initial === 'number' ? formatQuantity(one.initial, one.unit) : one.initial,
    one.about,
  ]),
)}
<h4>Equations</h4>
<pre>${coloured(flushLeft(equations))}</pre>
<details><summary>What the compiler made of them</summary><pre>${escaped(derived)}</pre></details>
<h4>Example</h4>
<pre>${escaped(example.trimEnd())}</pre>
${picture.trimEnd()}
</article>`;
}

/** A table of name, unit, `between` and about; nothing where there are no rows. */
function table(caption: string, between: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = ['name', 'unit', ...between, 'about'].map((text) => `<th>${text}</th>`).join('');
  const body = rows.map(
    ([name = '', ...cells]) => `<tr><td><code>${name}</code></td>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** Comments, keywords and the quantities of ports in their colours. */
function coloured(equations: string): string {
  return escaped(equations).replace(
    /(#.*)|\b(der|hold|reset|pre|if|nextEvent|oilAdded|and|or|not)\b|\b(\w+\.[pqV])\b/g,
    (whole, comment?: string, word?: string) => (comment ? `<i>${whole}</i>` : word ? `<b>${whole}</b>` : `<var>${whole}</var>`),
  );
}

const anchor = (group: string): string => `group-${group.toLowerCase().replace(/[^a-z]+/g, '-')}`;

const style = `
:root { color-scheme: light; --line: #e1e4e9; --soft: #f6f7f9; --blue: #1f5f99; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; font: 15px/1.5 system-ui, 'Helvetica Neue', Arial, sans-serif; color: #222; }
nav { position: fixed; inset: 0 auto 0 0; width: 15rem; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--soft); font-size: 13px; }
nav ul { list-style: none; margin: 0; padding: 0 0 0 .6rem; }
nav h4 { margin: .9rem 0 .2rem; }
nav p { margin: 0; font-weight: 600; }
a { color: var(--blue); text-decoration: none; }
a:hover { text-decoration: underline; }
main { margin-left: 15rem; padding: 1rem 2rem 4rem; max-width: 68rem; }
h2 { margin-top: 3rem; border-bottom: 2px solid var(--blue); }
article { padding: .5rem 0 1.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.3rem; margin: 1rem 0 .3rem; }
h3 a { color: inherit; }
article h4 { margin: 1rem 0 .3rem; }
.source { color: #5b6270; font-size: 13px; }
code, pre { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 13px; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: .6rem .9rem; overflow-x: auto; margin: .3rem 0; line-height: 1.45; }
pre i { color: #6b7280; } pre b { color: #8a3ffc; font-weight: 600; } pre var { color: #0a6b5d; font-style: normal; }
table { border-collapse: collapse; margin: .8rem 0; font-size: 13.5px; }
caption { text-align: left; font-weight: 600; padding-bottom: .2rem; font-size: 15px; }
th, td { text-align: left; vertical-align: top; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: #5b6270; }
summary { cursor: pointer; color: var(--blue); margin: .4rem 0; }
svg { display: block; max-width: 100%; height: auto; margin-top: .6rem; }
@media (max-width: 50rem) { nav { position: static; width: auto; border: 0; } main { margin: 0; padding: 1rem; } }
@media print { nav { display: none; } main { margin: 0; } }
`;
