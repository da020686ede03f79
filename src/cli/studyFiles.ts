/** Files of studies: where pictures, pages and tables may be written. */
import { arch, platform } from 'node:os';
import { type StudyPage, studyPage } from '../report/study/studyPage.js';
import { plotMark, reportMark } from '../report/svg.js';
import { type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { quotedWord } from './about.js';
import { packageVersion } from './bundled.js';

/** Of a picture or a page; refuses other names. */
export function studyTarget(option: string, file: string, force: boolean): Target {
  if (!/\.(svg|html)$/i.test(file)) throw new UserError(`${option} ${file}: write a name that ends in .svg or .html`);
  return { file, force, isOurs: (beginning) => beginning.includes(plotMark) || beginning.includes(reportMark) };
}

/** Of a table, which has the form of that of a sweep. */
export function tableTarget(file: string, force: boolean): Target {
  if (!/\.csv$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .csv`);
  return { file, force, isOurs: (beginning) => /^variant,/.test(beginning) };
}

/** Writes the page, or, of a name that ends in .svg, its first picture. Returns files that were written. */
export async function writeStudy(target: Target, page: Omit<StudyPage, 'provenance'>, command: readonly string[]): Promise<void> {
  if (/\.svg$/i.test(target.file)) {
    await writeWhole(target, [page.pictures[0]?.svg ?? '']);
    return;
  }
  const provenance: [string, string][] = [
    ['program', `ringmain ${packageVersion()}, Node ${process.versions.node}, ${platform()} ${arch()}`],
    ['command', command.map(quotedWord).join(' ')],
  ];
  await writeWhole(target, [await studyPage({ ...page, provenance })]);
}

/** The command as it was typed. */
export const commandLine = (): string[] => ['ringmain', ...process.argv.slice(2)];
