#!/usr/bin/env node
/** The program `ringmain`, from the few files that the build makes of its modules (build/program.ts); benchmarks import modules themselves, and none may be there twice. */
import { setFlagsFromString } from 'node:v8';
import type * as Exit from './exit.js';
import type * as Program from './program.js';

// V8 would optimise what is called a few hundred times while a circuit is read and set up, which is over before that pays: a quarter to a third of the processor time of
// a short run. Eight times the calls of Node 20; later versions do not know the flag, and would complain to the user.
if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString('--interrupt-budget=540000');
const folder = process.argv.includes('bench') ? './' : '../main/';
const load = (file: string): Promise<unknown> => import(new URL(`${folder}${file}`, import.meta.url).href);
const { runCommandLine } = (await load('program.js')) as typeof Program;
const { exitWhenPrinted, reportError, watchPrinting } = (await load('exit.js')) as typeof Exit;
watchPrinting();
process.on('uncaughtException', (error) => void exitWhenPrinted(reportError(error)));
await exitWhenPrinted(await runCommandLine(process.argv.slice(2)));
