/** The best of several layouts of a sheet: the kernel draws lots, and symbols may be mirrored. */
import { layered, type PreparedSheet, prepare, type Variation } from './layered.js';
import { alongOf, qualityOf } from './measure.js';
import { inRows, ringOf } from './rows.js';
import type { Scene } from './scene.js';
import type { Sheet } from './sheet.js';
import { captionSize, inSteps, nameSize, textWidth } from './text.js';

/** Sheets of more nodes are laid out once, quickly. */
const manyNodes = 150;
/** How many layouts a sheet may take beyond the first: with 17 none of circuits/ had fewer crossings. */
const mostTries = 8;
/** Nodes and edges below which more than a few layouts better little: while the kernel's code is cold each takes a twentieth of a second. */
const fewEdges = 80;
const fewTries = 5;
/** How often orders are swept; of a sheet below `fewEdges` fewer times. */
const mostSweeps = 20;
const fewSweeps = 7;
/** Effort of all layouts, where one takes (nodes + edges)^1.3. */
const effort = 8000;

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

  /** The best of several layouts, of at most so many. */
  async of(sheet: Sheet, most = mostTries): Promise<Scene> {
    const key = shapeOf(sheet);
    const known = this.known.get(key);
    if (known) return { ...known, sheet };
    const scene = await bestLayout(sheet, most);
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

/** Tries seeds, then mirrors one symbol after the other as long as that helps. Equal sheets get equal layouts. */
async function bestLayout(sheet: Sheet, most: number): Promise<Scene> {
  const ring = ringOf(sheet);
  if (ring) return inRows(sheet, ring);
  const prepared = await prepare(sheet);
  const size = sheet.nodes.length + sheet.edges.length + 1;
  const isLarge = sheet.nodes.length > manyNodes;
  const thoroughness = isLarge ? 3 : size < fewEdges ? fewSweeps : mostSweeps;
  let best = await attempt(prepared, { seed: 1, mirrored: new Set(), thoroughness });
  const tries = Math.min(most, size < fewEdges ? fewTries : mostTries, Math.floor(effort / size ** 1.3));
  let left = isLarge ? 0 : Math.max(2, tries);
  const offer = async (change: Partial<Variation>): Promise<boolean> => {
    if (left-- <= 0) return false;
    const other = await attempt(prepared, { ...best.variation, ...change });
    if (other.cost >= best.cost) return false;
    best = other;
    return true;
  };
  const seeds = Math.ceil(left / 2);
  for (let seed = 2; seed <= seeds; seed++) await offer({ seed });
  for (let changed = true; changed && left > 0; ) {
    changed = false;
    for (const [v, { symbol }] of sheet.nodes.entries()) {
      if (!symbol.mirrors) continue;
      const mirrored = new Set(best.variation.mirrored);
      if (!mirrored.delete(v)) mirrored.add(v);
      changed = (await offer({ mirrored })) || changed;
    }
  }
  return best.scene;
}

async function attempt(prepared: PreparedSheet, variation: Variation): Promise<Try> {
  const scene = await layered(prepared, variation);
  return { scene, cost: costOf(scene), variation };
}
