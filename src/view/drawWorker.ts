/** A worker thread of Node that draws. */
import { parentPort } from 'node:worker_threads';
import { carryOut, type DrawOrder } from '../page/live/drawer.js';

parentPort?.on('message', async (order: DrawOrder) => parentPort?.postMessage(await carryOut(order)));
