/** The page of kinds: whole, escaped, and without anything from outside. */
import { expect, test } from 'vitest';
import { kindPage, pageMark } from '../../dist/report/kindPage.js';

const entry = (kind: string, group: string) => ({
  definition: {
    kind,
    about: 'Flow where a < b & c. More.',
    source: 'Burton 1994',
    group,
    ports: { in: 'hydraulic', out: 'hydraulic' },
    parameters: { k: { unit: 'Pa', above: 0, atMost: 1e7, default: '1 bar', about: 'drop' } },
    inputs: { u: { unit: '1', about: 'opening' } },
    states: { x: { unit: 'm', initial: 0, about: 'way' } },
    equations: `
    # a remark
    in.q = if(x < 1, -k, 0)
    der(x) = u
  `,
  } as const,
  derived: 'in.q = x < 1',
  example: `ringmain: 1\nname: ${kind}\n`,
  picture: '<svg viewBox="0 0 1 1"></svg>\n',
});

test('kinds stand under their groups, with contents, tables, equations, example and picture', () => {
  const page = [...kindPage([entry('a', 'Valves'), entry('b', 'Sources and ends'), entry('c', 'Valves')], '1.2.3')].join('');
  expect(page.slice(0, 4096)).toContain(pageMark);
  expect([...page.matchAll(/<article id="(\w)">/g)].map(([, kind]) => kind)).toEqual(['a', 'c', 'b']);
  for (const [, target] of page.matchAll(/href="#([\w-]+)"/g)) expect(page).toContain(`id="${target}"`);
  expect(page).toContain('<td><code>k</code></td><td>Pa</td><td>&gt; 0, ≤ 100 bar</td><td>1 bar</td><td>drop</td>');
  expect(page).toContain('<td><code>u</code></td><td>1</td><td>must be connected</td><td>opening</td>');
  expect(page).toContain('<td><code>x</code></td><td>m</td><td>0 mm</td><td>way</td>');
  expect(page).toContain('<pre><i># a remark</i>\n<var>in.q</var> = <b>if</b>(x &lt; 1, -k, 0)\n<b>der</b>(x) = u</pre>');
  expect(page).toContain('Flow where a &lt; b &amp; c. More.');
  expect(page).toContain('ringmain: 1\nname: a</pre>');
  expect(page.match(/<svg /g)).toHaveLength(3);
  // Every element that is opened is closed.
  const open: string[] = [];
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z]+\d?)\b[^>]*>/g))
    if (slash) expect(open.pop()).toBe(name);
    else if (!['meta'].includes(name)) open.push(name);
  expect(open).toEqual([]);
});
