/** How all pages look: colours of the light and the dark scheme, type, tables, print. Colours are variables, so that scripts can read them. */
export const themeStyle = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f4f6f8; --ink: #1d2126; --soft: #565d66; --rule: #c8ccd2; --grid: #e3e6ea; --accent: #175a96; --warning: #8a4b00 }
@media (prefers-color-scheme: dark) { :root { --ground: #16191d; --raised: #20252b; --ink: #e6e8eb; --soft: #a9b1bb; --rule: #474e57; --grid: #30363d; --accent: #7db8ee; --warning: #f0b35a } }
@media print { :root { color-scheme: light; --ground: #fff; --raised: #fff; --ink: #000; --soft: #444; --rule: #bbb; --grid: #ddd; --accent: #000; --warning: #8a4b00 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1200px; padding: 0.5em 1em 3em; font: 15px/1.45 system-ui, 'Helvetica Neue', Arial, sans-serif; color: var(--ink); background: var(--ground) }
h1 { font-size: 1.5em; margin: 0.5em 0 } h2 { font-size: 1.2em; margin: 1.6em 0 0.5em; border-bottom: 1px solid var(--rule) } h3 { font-size: 1em; margin: 1em 0 0.3em }
a { color: var(--accent) }
button, select { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--rule); border-radius: 4px; padding: 0.15em 0.5em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 0.15em 0.9em 0.15em 0; border-bottom: 1px solid var(--grid); vertical-align: top }
th { color: var(--soft); font-weight: 600 } .number { text-align: right }
code, pre { font: 13px/1.4 ui-monospace, Menlo, Consolas, monospace } pre { overflow-x: auto; margin: 0.5em 0 }
.note { color: var(--soft) } .warning { color: var(--warning) }
@media print { body { max-width: none; padding: 0; font-size: 11px } button, select, .screen { display: none } h2, h3 { break-after: avoid } tr, figure, .panel { break-inside: avoid } a { text-decoration: none } }
`;
