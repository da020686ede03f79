/** `ringmain page`: which folders it writes, and what then stands in them. What the page does in a browser: test/browser/site.test.ts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundledCircuits } from '../../dist/cli/bundled.js';
import { writeSiteFolder } from '../../dist/cli/pageFolder.js';
import { reliefCircuit, Workplace } from './support.js';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

interface PlaceFile {
  readonly engine: string;
  readonly circuits: readonly { readonly name: string; readonly text: string }[];
}
const placeOf = (folder: string): PlaceFile => JSON.parse(readFileSync(place.path(`${folder}/place.json`), 'utf8'));
const namesIn = (folder: string): string[] => readdirSync(place.path(folder)).sort();

describe('what is written', () => {
  test('all circuits that come with ringmain, the engine, and the headers that allow threads; each script asks for scripts that are there', async () => {
    const { code, out } = await place.run('page', '--out', 'site');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^a page with \d+ circuits in site: \d+ files, (3\.\d+|4(\.0\d)?) MB\n.*http\.server --directory site\n.*site\/_headers/,
    );
    const { engine, circuits } = placeOf('site');
    expect(engine).toBe('worker');
    expect(circuits[0]?.name).toBe('two-actuator.yaml');
    expect(circuits.map(({ name }) => name.replace('.yaml', '')).sort()).toEqual(bundledCircuits().sort());
    expect(readFileSync(place.path('site/_headers'), 'utf8')).toMatch(
      /^\/\*\n {2}Cross-Origin-Opener-Policy: same-origin\n {2}Cross-Origin-Embedder-Policy: require-corp\n$/m,
    );
    const names = namesIn('site');
    expect(names).toEqual(expect.arrayContaining(['index.html', 'app.js', 'app.css', 'engine.js', 'thread.js', 'drawing.js']));
    const licences = readFileSync(place.path('site/licences.txt'), 'utf8');
    for (const name of ['ringmain', 'acorn', 'comlink', 'elkjs', 'mathjs', 'ml-matrix', 'uplot', 'yaml', 'zod'])
      expect(licences).toMatch(new RegExp(`^${name} \\d[\\d.]*, \\S`, 'm'));
    for (const name of names.filter((one) => /\.(js|html|css)$/.test(one))) {
      const text = readFileSync(place.path(`site/${name}`), 'utf8');
      for (const [, asked = ''] of text.matchAll(/["'`](?:\.\/)?((?:part-|app|engine|thread|drawing)[\w-]*\.(?:js|css))["'`]/g))
        expect(names, `${name} asks for ${asked}`).toContain(asked);
      // A path from the root, or another site: such a page would only work in one place.
      expect(text, name).not.toMatch(/(?:src|href|from|import\()\s*=?\s*["'`](?:\/|https?:)/);
    }
  });

  test('the circuits that are named, once those of a page before are gone', async () => {
    mkdirSync(place.path('site'));
    expect((await place.run('page', '--out', 'site')).code).toBe(0);
    writeFileSync(place.path('site/part-ofAnEarlierOne.js'), '');
    mkdirSync(place.path('site/.ringmain-0123.part'));
    const { code, out } = await place.run('page', 'relief.yaml', '--out', 'site');
    expect([code, out]).toEqual([0, expect.stringContaining('a page with 1 circuit in site')]);
    expect(placeOf('site').circuits).toEqual([{ name: 'relief.yaml', text: reliefCircuit }]);
    expect(namesIn('site').filter((name) => /ofAnEarlierOne|\.part$/.test(name))).toEqual([]);
  });
});

describe('what is not', () => {
  test.each([
    ['notes.txt', "site holds notes.txt, which 'ringmain page' did not write"],
    ['index.html', "site holds files, which 'ringmain page' did not write"],
  ])("somebody's folder with %s is left as it is", async (name, message) => {
    mkdirSync(place.path('site'));
    place.write(`site/${name}`, 'mine');
    const { code, err } = await place.run('page', '--out', 'site');
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(namesIn('site')).toEqual([name]);
    expect(readFileSync(place.path(`site/${name}`), 'utf8')).toBe('mine');
  });

  test('a file of that name is left as it is', async () => {
    const { code, err } = await place.run('page', '--out', 'relief.yaml');
    expect([code, err]).toEqual([1, expect.stringContaining('cannot write relief.yaml: it is a file; name a folder')]);
  });

  test('a page over which somebody has put a file is left until that is taken away', async () => {
    await place.run('page', 'relief.yaml', '--out', 'site');
    place.write('site/CNAME', 'example.com');
    const { code, err } = await place.run('page', 'relief.yaml', '--out', 'site');
    expect([code, err]).toEqual([1, expect.stringMatching(/holds CNAME, which.*name a new or an empty folder, or take them away/)]);
  });

  test('a folder whose parent is not there; two circuits by one name; a circuit with a mistake, told at its place; nothing is made', async () => {
    mkdirSync(place.path('other'));
    place.write('other/relief.yaml', reliefCircuit);
    place.write('wrong.yaml', reliefCircuit.replace('reliefValve', 'relievValve'));
    expect((await place.run('page', '--out', 'no/site')).err).toContain('the folder no does not exist; make it first');
    expect((await place.run('page', 'relief.yaml', 'other/relief.yaml', '--out', 'site')).err).toContain(
      'give one of the two another name',
    );
    expect((await place.run('page', 'wrong.yaml', '--out', 'site')).err).toMatch(/wrong\.yaml:\d+:\d+ {2}CIR301/);
    expect((await place.run('page', 'relief.yaml')).err).toContain('out');
    expect(existsSync(place.path('site'))).toBe(false);
  });

  test('what cannot be written to its end leaves nothing', async () => {
    const files = new Map([
      ['index.html', 'a'],
      ['no/such/folder.js', 'b'],
    ]);
    await expect(writeSiteFolder(place.path('site'), files)).rejects.toThrow('cannot write');
    expect(existsSync(place.path('site'))).toBe(false);
    mkdirSync(place.path('empty'));
    await expect(writeSiteFolder(place.path('empty'), files)).rejects.toThrow('cannot write');
    expect(namesIn('empty')).toEqual([]);
  });
});
