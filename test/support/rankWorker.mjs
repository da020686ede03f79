/** A rank of a run in a worker thread: it has a memory of its own, and messages are all that goes over. What one sends another lies in a mailbox until that one takes it. */
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const { built } = workerData;
const { parseCircuit } = await import(`${built}circuit/file/parse.js`);
const { parseShare } = await import(`${built}circuit/file/parseShare.js`);
const { rowFile, rowsOfMark } = await import(`${built}results/rowFile.js`);
const { memoryRows } = await import(`${built}results/rows.js`);
const { RankLost } = await import(`${built}run/ranks/ranks.js`);
const { readTogether } = await import(`${built}run/ranks/readTogether.js`);
const { simulateOnRanks } = await import(`${built}run/ranks/simulateOnRanks.js`);
const { simulateByParts } = await import(`${built}run/ranks/simulateParts.js`);

/** Which rank this is of how many, in the run that is made; one mailbox for each two ranks and direction: a word that tells whether it is full, then bytes. */
let [rank, count, boxes, others] = [0, 0, [], []];
function become(task) {
  ({ rank, count } = task);
  boxes = task.mail.map((buffer) => ({ full: new Int32Array(buffer, 0, 1), bytes: new Uint8Array(buffer, 8) }));
  others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
}
const boxOf = (from, to) => boxes[from * count + to];

function awaitValue(words, value, seconds) {
  for (const until = performance.now() + 1000 * seconds; Atomics.load(words, 0) !== value; ) {
    if (performance.now() > until) return false;
    Atomics.wait(words, 0, 1 - value, 100);
  }
  return true;
}

function setValue(words, value) {
  Atomics.store(words, 0, value);
  Atomics.notify(words, 0);
}

/** Pieces of what a mailbox holds. */
function* pieces(bytes, { bytes: room }) {
  for (let at = 0; at === 0 || at < bytes.length; at += room.length) yield bytes.subarray(at, at + room.length);
}

function send(bytes, to, seconds) {
  const box = boxOf(rank, to);
  for (const piece of pieces(bytes, box)) {
    if (!awaitValue(box.full, 0, seconds)) throw new RankLost(to, seconds);
    box.bytes.set(piece);
    setValue(box.full, 1);
  }
}

function receive(bytes, from, seconds) {
  const box = boxOf(from, rank);
  for (const piece of pieces(bytes, box)) {
    if (!awaitValue(box.full, 1, seconds)) throw new RankLost(from, seconds);
    piece.set(box.bytes.subarray(0, piece.length));
    setValue(box.full, 0);
  }
}

/** The clock of a rank, ms, in the order in which the loop looks at it in each synchronisation; what it has worked since the last meeting. */
let clock = null;
function newClock(given) {
  if (!given) return null;
  const { between, work, decision, exchange } = given;
  return { ...given, ahead: [between, work, 0, decision, exchange], looks: 0, time: 1e6 * rank, met: 1e6 * rank };
}
function now() {
  clock.time += clock.ahead[clock.looks++ % clock.ahead.length] / 1000;
  return clock.time;
}
/** All have come when the last has: by the time that each has taken since the meeting before. */
function meetByClock() {
  const own = Float64Array.of(clock.time - clock.met);
  for (const other of others) send(new Uint8Array(own.buffer), other, usual);
  const came = others.map((other) => {
    const theirs = new Float64Array(1);
    receive(new Uint8Array(theirs.buffer), other, usual);
    return theirs[0];
  });
  clock.time = clock.met + Math.max(own[0], ...came) + clock.network / 1000;
  clock.met = clock.time;
}

const forEver = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

/** s that one waits for another outside of the step. */
const usual = 20;
/** So few ranks gather what they publish; undefined: as many as usual. */
let gathersFrom;
const ranksWithin = (seconds) => ({
  ...{ rank, count, beside: count, carrier: 'mailboxes', within: ranksWithin, gathersFrom, ...(clock ? { now } : {}) },
  open: (area, peers, gathered, deadline) => {
    const bytes = (at, doubles) => new Uint8Array(area.buffer, 8 * at, 8 * doubles);
    const gather = ({ sendAt, receiveAt, count: doubles }) => {
      bytes(receiveAt + rank * doubles, doubles).set(bytes(sendAt, doubles));
      for (const other of others) send(bytes(sendAt, doubles), other, usual);
      for (const other of others) receive(bytes(receiveAt + other * doubles, doubles), other, deadline);
    };
    let call = 0;
    return () => {
      try {
        // Where words of all are gathered messages are posted, then awaited, then comes what is gathered.
        call = (call + 1) % 3;
        if (gathered && call === 0) gather(gathered);
        else {
          if (!gathered || call === 1) for (const peer of peers) send(bytes(peer.sendAt, peer.sendCount), peer.rank, usual);
          if (!gathered || call === 2) for (const peer of peers) receive(bytes(peer.receiveAt, peer.receiveCount), peer.rank, deadline);
        }
        if (clock && (!gathered || call === 0)) meetByClock();
        return 0;
      } catch (error) {
        return 1 + error.rank;
      }
    };
  },
  allGather: (own) => {
    for (const other of others) send(own, other, seconds);
    return Array.from({ length: count }, (_, from) => {
      const bytes = own.slice();
      if (from !== rank) receive(bytes, from, seconds);
      return bytes;
    });
  },
  send: (bytes, to) => send(bytes, to, seconds),
  receive: (bytes, from) => receive(bytes, from, seconds),
});
/** What hangs when it is to bring together its rows. */
const hangingAtRows = () => ({ ...ranksWithin(usual), within: (seconds) => ({ ...ranksWithin(seconds), allGather: forEver }) });

/** Rows in this rank's memory; how often they have been handed over. */
function countedRows({ rowsInMemory, everyMs = Number.POSITIVE_INFINITY, room }, handed) {
  const open = (head) => {
    handed.parts.push(head.part ?? null);
    const store = memoryRows().open(head);
    const append = (piece) => {
      if (handed.times === room) throw new Error('no room for rows');
      handed.times++;
      store.constructor.prototype.append.call(store, piece);
    };
    return Object.assign(store, { everyMs, append });
  };
  return { rowsInMemory, open };
}

/** Files of checkpoints in this rank's memory; what it has read of others'. */
function filesOf({ at = null, every = null, fails, isLittered = false, from }, rowsIn) {
  const files = new Map();
  let tags = 0;
  const saves = {
    at,
    every,
    newTag: () => `${++tags}`,
    async writePart(tag, bytes) {
      if (fails === tag) throw new Error('the disk is full');
      files.set(`${tag}.${rank}`, new Uint8Array(Buffer.concat(bytes)));
      return `${tag}.${rank}`;
    },
    async write(bytes) {
      files.set('manifest', bytes);
    },
    async tidy(tag) {
      if (isLittered) throw new Error('the folder is not ours');
      for (const name of files.keys()) if (name !== 'manifest' && !name.startsWith(`${tag}.`)) files.delete(name);
    },
  };
  const counted = { blocks: 0 };
  const read = async (name, at, bytes) => {
    if (!from?.has(name)) throw new Error(`there is no ${name}`);
    // What is of no instance comes first.
    if (at > 0) counted.blocks += bytes;
    return from.get(name).subarray(at, at + bytes);
  };
  const resume = from?.get('manifest');
  return {
    files,
    counted,
    asked: {
      ...(at !== null || every !== null ? { saves } : {}),
      ...(resume ? { resume, reader: { read, rows: (mark) => rowsOfMark(dirname(rowsIn.name), mark) } } : {}),
    },
  };
}

parentPort.on('message', async (task) => {
  const { text, set = [], options, rowsInMemory, everyMs, room, stopAfter, hold, hangsAtRows, parts, checkpoints = {}, rowsIn } = task;
  const controller = new AbortController();
  const handed = { times: 0, parts: [] };
  become(task);
  gathersFrom = task.gathersFrom;
  clock = newClock(task.clock);
  const ranks = hangsAtRows ? hangingAtRows() : ranksWithin(usual);
  let slices = 0;
  let begun = null;
  let stage = null;
  const warnings = [];
  const whole = [];
  const { files, counted, asked: ofFiles } = filesOf(checkpoints, rowsIn);
  const onProgress = ({ accepted, time }) => {
    begun ??= time;
    // A command has something to keep from then on.
    if (accepted > 0) slices++;
    if (stopAfter !== undefined && slices >= stopAfter) controller.abort();
    if (hold !== undefined && slices >= hold) forEver();
  };
  try {
    const readWhole = () => parseCircuit(text, 'circuit', { set }).circuit;
    const asked = {
      build: 'one',
      ...options,
      ...ofFiles,
      rows: rowsIn
        ? rowFile(`${rowsIn.name}.${rank}`, { rowsInMemory, about: { command: rowsIn.command } })
        : countedRows({ rowsInMemory, everyMs, room }, handed),
      signal: controller.signal,
      onProgress,
      onStage: (next) => {
        stage = next;
      },
      onWarning: (warning) => warnings.push(warning),
    };
    const share = () => parseShare(text, 'circuit', { rank, ranks: count, starts: options.plan?.starts }, set);
    const read = parts && { ...(await readTogether(ranks, share, () => parseCircuit(text, 'circuit', { set }))), readSeconds: 0 };
    const groups = () => parseShare(text, 'circuit', { rank: 0, ranks: 1 }, set).share;
    const source = { text: JSON.stringify([text, set]), share: () => read, whole: readWhole, groups };
    const onWhole = (why) => whole.push(why);
    const results = parts
      ? await simulateByParts(source, { ...asked, ...parts, onWhole }, ranks)
      : await simulateOnRanks(readWhole(), asked, ranks);
    // What can be sent: plain values, and the rows; of a rank that keeps its own these.
    const kept = results && !('engine' in results) ? results : null;
    const plain = results && JSON.parse(JSON.stringify({ ...results, t: undefined, ...(kept ? { rows: undefined } : {}) }));
    const series = kept && Object.fromEntries(kept.columns.map(({ name }, k) => [name, kept.rows.array(k)]));
    parentPort.postMessage({
      results: plain,
      rows: kept ? kept.rows.count : (results?.rows ?? null),
      ...(series ? { series } : {}),
      ...{ files, begun, read: counted, handed: handed.times, opened: handed.parts, warnings, whole },
    });
  } catch (error) {
    parentPort.postMessage({
      ...{ files, stage },
      error: { name: error.name, code: error.code, message: error.message, stack: error.stack },
    });
  }
});
