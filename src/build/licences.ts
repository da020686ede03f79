/** Licences of bundled packages: whoever passes the scripts on passes these on with them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

/** One text of ringmain's licence and of those of all packages that some modules are of; `root`: the checkout. Throws for a package without a licence's text. */
export function licencesOf(root: string, modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []);
  return [root, ...[...new Set(folders)].sort()].map(licenceIn).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceIn(folder: string): string {
  const { name, version, license, homepage, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no file with its licence`);
  const source = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? '');
  return `${name} ${version}, ${license}${source ? `, ${source}` : ''}\n\n${readFileSync(join(folder, file), 'utf8').trimEnd()}\n`;
}
