#!/usr/bin/env node
/** The program `ringmain`, from the few files that the build makes of its modules (build/program.ts); benchmarks import modules themselves, and none may be there twice. */
import type * as Exit from './exit.js';
import type * as Program from './program.js';

const folder = process.argv.includes('bench') ? './' : '../main/';
const load = (file: string): Promise<unknown> => import(new URL(`${folder}${file}`, import.meta.url).href);
const { runCommandLine } = (await load('program.js')) as typeof Program;
const { exitWhenPrinted, reportError, watchPrinting } = (await load('exit.js')) as typeof Exit;
watchPrinting();
process.on('uncaughtException', (error) => void exitWhenPrinted(reportError(error)));
await exitWhenPrinted(await runCommandLine(process.argv.slice(2)));
