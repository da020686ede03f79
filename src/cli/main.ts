#!/usr/bin/env node
/** The program `ringmain`. */
import { exitWhenPrinted, reportError, watchPrinting } from './exit.js';
import { runCommandLine } from './program.js';

watchPrinting();
process.on('uncaughtException', (error) => void exitWhenPrinted(reportError(error)));
await exitWhenPrinted(await runCommandLine(process.argv.slice(2)));
