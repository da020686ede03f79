#!/usr/bin/env node
/** The program `ringmain`. */
import { exitWhenPrinted, ignoreClosedPipes, reportError } from './exit.js';
import { runCommandLine } from './program.js';

ignoreClosedPipes();
process.on('uncaughtException', (error) => void exitWhenPrinted(reportError(error)));
await exitWhenPrinted(await runCommandLine(process.argv.slice(2)));
