/** Names of lines where there is room for them: beside an upright stretch, above a level one. A name without room shows under the pointer. */
import type { Point } from './box.js';
import { coveredBy, meet, middleOf, type Rectangle } from './measure.js';
import type { Scene } from './scene.js';
import { lineNameSize, textWidth } from './text.js';

export interface LineName {
  readonly edge: number;
  /** Upper left corner, and size. */
  readonly at: Rectangle;
}

const height = 9;
const away = 6;
const least = 12;

/** The places of names, in the order of the edges; longer stretches of a line are tried first. */
export function lineNames(scene: Scene): readonly LineName[] {
  const marks = scene.sheet.edges.flatMap(({ isCut }, edge) => (isCut ? [aroundMark(scene.routes[edge] as readonly Point[])] : []));
  const taken: Rectangle[] = [...scene.nodes.flatMap((node, v) => coveredBy(node, scene, v)), ...marks];
  const strokes = scene.routes.flatMap((route) => stretchesOf(route).map(({ at }) => at));
  const placed: LineName[] = [];
  scene.sheet.edges.forEach(({ label }, edge) => {
    if (label === '') return;
    const width = textWidth(label, lineNameSize);
    const at = stretchesOf(scene.routes[edge] as readonly Point[])
      .filter(({ length }) => length >= least)
      .sort((a, b) => b.length - a.length)
      .flatMap((stretch) => placesBeside(stretch, width))
      .find((place) => isOn(scene, place) && ![...taken, ...strokes].some((other) => meet(padded(place), padded(other))));
    if (!at) return;
    taken.push(at);
    placed.push({ edge, at });
  });
  return placed;
}

const isOn = ({ width, height: tall }: Scene, at: Rectangle): boolean =>
  at.x >= 0 && at.y >= 0 && at.x + at.width <= width && at.y + at.height <= tall;

/** The room of the strokes across a cut line. */
function aroundMark(route: readonly Point[]): Rectangle {
  const { x, y } = middleOf(route);
  return { x: x - 8, y: y - 8, width: 16, height: 16 };
}

interface Stretch {
  readonly length: number;
  readonly isUpright: boolean;
  readonly at: Rectangle;
}

function stretchesOf(route: readonly Point[]): Stretch[] {
  return route.slice(1).map(([x2, y2], k): Stretch => {
    const [x1, y1] = route[k] as Point;
    const at = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
    return { length: at.width + at.height, isUpright: x1 === x2, at };
  });
}

function placesBeside({ isUpright, at }: Stretch, width: number): Rectangle[] {
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  const shares = [0, -0.25, 0.25];
  if (isUpright)
    return shares.flatMap((share) => {
      const top = y + share * at.height - height / 2;
      return [x + away, x - away - width].map((left) => ({ x: left, y: top, width, height }));
    });
  if (at.width < width) return [];
  return shares.flatMap((share) => {
    const left = x + share * (at.width - width) - width / 2;
    return [y - away / 2 - height, y + away / 2].map((top) => ({ x: left, y: top, width, height }));
  });
}

const padded = ({ x, y, width, height: tall }: Rectangle): Rectangle => ({ x: x - 0.5, y: y - 0.5, width: width + 1, height: tall + 1 });
