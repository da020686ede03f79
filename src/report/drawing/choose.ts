/** The best of several layouts of a sheet: the kernel draws lots, and symbols may be mirrored. */
import { type Layering, layered, type PreparedSheet, prepare, type Variation } from './layered.js';
import { alongOf, qualityOf } from './measure.js';
import { inRows, ringOf } from './rows.js';
import type { Scene } from './scene.js';
import type { Sheet } from './sheet.js';
import { captionSize, inSteps, nameSize, textWidth } from './text.js';

/** Sheets of more nodes are laid out once, quickly. */
const manyNodes = 150;
/** Layouts of a sheet by seeds, with either layering in turn: with three, or with five sweeps, more lines of circuits/ cross. */
const seeds = 4;
/** Layouts with a mirrored symbol beyond those: a second one saved no crossing in circuits/. */
const mirrorings = 1;
/** How often orders are swept. */
const sweeps = 7;
/** How often those of a sheet of many nodes. */
const quickSweeps = 3;

/** A crossing counts as much as four bends, a bend as 40 px of line; lines along each other as much as it takes. */
const costOf = (scene: Scene): number => {
  const { crossings, bends, length } = qualityOf(scene);
  return 2000 * alongOf(scene).length + 160 * crossings + 40 * bends + length + 0.3 * (scene.width + scene.height);
};

interface Try {
  readonly scene: Scene;
  readonly cost: number;
  readonly variation: Variation;
}

/** Layouts by their key: stations of one make have the same. */
export class Layouts {
  private readonly known = new Map<string, Scene>();

  /** Whether a sheet is a ring of stations, whose layout costs nothing. */
  isRing(sheet: Sheet): boolean {
    return ringOf(sheet) !== null;
  }

  /** The best of several layouts. */
  async of(sheet: Sheet): Promise<Scene> {
    const key = shapeOf(sheet);
    const known = this.known.get(key);
    if (known) return { ...known, sheet };
    const scene = await bestLayout(sheet);
    this.known.set(key, scene);
    return scene;
  }
}

/** All of a sheet that its layout depends on, as text. */
function shapeOf({ nodes, edges }: Sheet): string {
  const boxes = nodes.map(({ sort, symbol, name, caption }) => {
    const texts = [textWidth(name, nameSize), textWidth(caption, captionSize)].map(inSteps);
    return [
      sort,
      symbol.width,
      symbol.height,
      Object.entries(symbol.ports).map(([port, { x, y, side }]) => `${port}${x},${y}${side}`),
      texts,
      caption !== '',
    ];
  });
  return JSON.stringify([boxes, edges.map(({ from, to, type }) => [from, to, type])]);
}

/** Tries seeds, then the first symbol that can be mirrored. Equal sheets get equal layouts. */
async function bestLayout(sheet: Sheet): Promise<Scene> {
  const ring = ringOf(sheet);
  if (ring) return inRows(sheet, ring);
  const prepared = await prepare(sheet);
  const isLarge = sheet.nodes.length > manyNodes;
  const first = {
    seed: 1,
    layering: isLarge ? 'NETWORK_SIMPLEX' : layeringOf(1),
    mirrored: new Set<number>(),
    thoroughness: isLarge ? quickSweeps : sweeps,
  };
  let best = await attempt(prepared, first);
  if (isLarge) return best.scene;
  const offer = async (variation: Variation): Promise<void> => {
    const other = await attempt(prepared, variation);
    if (other.cost < best.cost) best = other;
  };
  for (let seed = 2; seed <= seeds; seed++) await offer({ ...first, seed, layering: layeringOf(seed) });
  const mirrors = sheet.nodes.flatMap(({ symbol }, v) => (symbol.mirrors ? [v] : []));
  for (const v of mirrors.slice(0, mirrorings)) await offer({ ...best.variation, mirrored: new Set([...best.variation.mirrored, v]) });
  return best.scene;
}

const layeringOf = (seed: number): Layering => (seed % 2 === 1 ? 'LONGEST_PATH' : 'NETWORK_SIMPLEX');

async function attempt(prepared: PreparedSheet, variation: Variation): Promise<Try> {
  const scene = await layered(prepared, variation);
  return { scene, cost: costOf(scene), variation };
}
