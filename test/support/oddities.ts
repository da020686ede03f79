/** What is put into circuit files to spoil them: values, keys, pieces of text and of equations. */

const words = (text: string): string[] => text.split(' ');

/** Values that stand nowhere in a file that is right. */
export const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 7, 1e9, 1e15, 1e300, -1e300, 1e-300, 5e-324, 2 ** 53],
  ...[[], {}, [[]], [null], ['x'], [1, 2], [['0 s', 0]], { a: 1 }, { kind: 'tank' }, { from: 'a', to: 'b' }, { kind: null }],
  ...[
    '',
    ' ',
    'a\nb',
    'ä',
    '\u0000',
    '🛢',
    'x'.repeat(3000),
    '# no',
    '5 %',
    '1 parsec',
    '1e300 m',
    '1e-300 m',
    '1e308 bar',
    '-5 bar',
    '0 l',
  ],
  ...['1e999 s', '1 m/0', '1 bar bar', '10 °C', '1e400 bar'],
  ...words(
    'x $ $nope $x * ? **a* 5 NaN Infinity 0x10 next. next.x . .. a.b.c tank junction wave gas steady constructor toString length name der(x)',
  ),
  ...words('in.q [1 { &a *a !!x << --- |'),
];

export const oddKeys: readonly string[] = words(
  'constructor toString __proto__ valueOf kind from x a.b 1 << segments model null ä in $x hasOwnProperty',
);

/** Pieces that have a meaning in YAML or in our format. */
export const oddTexts: readonly string[] = [
  ...[
    '\n',
    '  ',
    '\t',
    ': ',
    ', ',
    '- ',
    '&a ',
    '<<: *a',
    '<<: x',
    '? ',
    '!!set ',
    '!!binary ',
    '| ',
    '> ',
    '---\n',
    '...\n',
    '- - - ',
    '0 ',
  ],
  ...['\u0000', '\uFEFF', '\r', '\u2028', 'x'.repeat(500), '__proto__: 1', 'constructor: 1', 'kind: ', 'segments: true'],
  ...words(': { } [ ] " \' # *a % @ .nan .inf ~ null true 1e999 0x10 0o7 [[[[ {{{{ $x next. der( ^ (( steady 1e300 - bar *'),
];

/** Pieces of equations. */
export const oddTerms: readonly string[] = [
  ...[' + ', ' - ', ' * ', ' / ', ' ^ ', ' < ', ' == ', ' and ', ' or ', '\n', ' = ', '#', 'hold ', 'not '],
  ...['max(0, ', 'if(time > 1, ', 'table(x, ', 'nextPoint(x, ', 'reset(x) = ', 'nextEvent = ', 'in.V = '],
  ...words('in.p in.q out.p out.q x der(x) pre(x) time step pi fluid.density 0 1 1e300 -1 1e-300 toString constructor'),
  ...words('ssqrt( sqrt( log( exp( abs( sin( sign( floor( ( ) , .'),
];
