/** Part of the build: what its compiled files hash to, in dist/cache/identity.js; before program.ts puts that into few files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('../', import.meta.url);
const own = 'cache/identity.js';
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.js') && !/^(bench|build|main|page\/site)\//.test(name) && name !== own);
const hash = createHash('sha256');
for (const name of files.sort())
  hash
    .update(`${name}\n`)
    .update(readFileSync(new URL(name, dist)))
    .update('\n');
const text = readFileSync(new URL(own, dist), 'utf8');
const written = text.replace(/buildIdentity = '[^']*'/, `buildIdentity = '${hash.digest('hex')}'`);
if (written === text) throw new Error(`${own} has no place for the identity of the build`);
writeFileSync(new URL(own, dist), written);
