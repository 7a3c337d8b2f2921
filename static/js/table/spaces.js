// Names and places of the 400 spaces: A1 is the south-western corner, T20 the north-eastern one.

export const UNIT = 40;
export const WIDTH = 20;
export const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
export const FACING_WORDS = {
  N: "north", NE: "north-east", E: "east", SE: "south-east",
  S: "south", SW: "south-west", W: "west", NW: "north-west",
};
const STEPS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];

export const nameOf = (column, row) => `${String.fromCharCode(65 + column)}${row + 1}`;
export const columnOf = (space) => space.charCodeAt(0) - 65;
export const rowOf = (space) => Number(space.slice(1)) - 1;
export const lineOf = (space) => WIDTH - Number(space.slice(1)); // rows counted from the north
export const ALL = Array.from({ length: WIDTH * WIDTH }, (_, n) => nameOf(n % WIDTH, WIDTH - 1 - Math.floor(n / WIDTH)));

export function neighbour(space, facing, steps = 1) {
  const [east, north] = STEPS[FACINGS.indexOf(facing)];
  const column = columnOf(space) + east * steps;
  const row = rowOf(space) + north * steps;
  return column < 0 || row < 0 || column >= WIDTH || row >= WIDTH ? null : nameOf(column, row);
}

// The middle of what stands on a space, in units of the drawing.
export function centre(space, isLarge = false) {
  const half = isLarge ? UNIT : UNIT / 2;
  return [columnOf(space) * UNIT + half, lineOf(space) * UNIT + (isLarge ? 0 : half)];
}
export const corner = (space) => [columnOf(space) * UNIT, lineOf(space) * UNIT];

// The spaces under a figure.
export function footOf(figure) {
  if (!figure.space) return [];
  if (!figure.large) return [figure.space];
  const [column, row] = [columnOf(figure.space), rowOf(figure.space)];
  return [[0, 0], [1, 0], [0, 1], [1, 1]].map(([east, north]) => nameOf(column + east, row + north));
}

// The direction from one space to another, as one of the eight.
export function directionTo(from, to) {
  const [east, north] = [columnOf(to) - columnOf(from), rowOf(to) - rowOf(from)];
  if (!east && !north) return null;
  const turn = Math.round(Math.atan2(east, north) / (Math.PI / 4));
  return FACINGS[(turn + 8) % 8];
}

// The outline of a set of spaces as one path.
export function outline(spaces) {
  const set = new Set(spaces);
  const has = (column, row) => set.has(nameOf(column, row));
  return [...set].map((space) => {
    const [column, row] = [columnOf(space), rowOf(space)];
    const [x, y] = corner(space);
    return (has(column, row + 1) ? "" : `M${x} ${y}h${UNIT}`)
      + (has(column, row - 1) ? "" : `M${x} ${y + UNIT}h${UNIT}`)
      + (column > 0 && has(column - 1, row) ? "" : `M${x} ${y}v${UNIT}`)
      + (column < WIDTH - 1 && has(column + 1, row) ? "" : `M${x + UNIT} ${y}v${UNIT}`);
  }).join("");
}
