// The server's state in the shape the page draws: what is rolled, the ground, whose is what.

import { ALL, columnOf, lineOf } from "./spaces.js";

const OPPOSITES = { spirit: "void", void: "spirit", earth: "air", air: "earth", water: "fire", fire: "water" };

// The ground by name, kind and starting edge of each space.
export function groundOf(state) {
  const { ground } = state.table;
  const terrain = state.terrain ?? {};
  const sets = Object.fromEntries(["rough", "obscuring", "elevated", "foliage", "structure", "outside"].map((kind) => [kind, new Set(terrain[kind] ?? [])]));
  const names = new Map(Object.entries(terrain.names ?? {}).flatMap(([name, spaces]) => spaces.map((space) => [space, name])));
  const kindOf = (space) => {
    const legend = ground.legend?.[ground.terrain?.[lineOf(space)]?.[columnOf(space)]];
    if (legend) return legend.kind;
    return ["outside", "structure", "foliage", "elevated", "rough", "obscuring"].find((kind) => sets[kind].has(space)) ?? "open";
  };
  const edges = new Map(Object.entries(terrain.deployment ?? {}).flatMap(([edge, spaces]) => spaces.map((space) => [space, edge])));
  const kinds = new Map(ALL.map((space) => [space, kindOf(space)]));
  return {
    name: ground.name,
    picture: ground.picture,
    kind: (space) => kinds.get(space),
    title: (space) => names.get(space) ?? terrain.kinds?.[space] ?? { open: "open ground" }[kinds.get(space)] ?? kinds.get(space),
    edge: (space) => edges.get(space) ?? null,
    start: (edge) => terrain.deployment?.[edge] ?? [],
  };
}

// Which dice cancelled each other, from what is left of them: [number, number] from 1.
export function pairsOf(pools, left) {
  const gone = pools.map((pool, n) => {
    const kept = [...left[n]];
    return pool.faces.flatMap((face, at) => {
      const found = kept.indexOf(face);
      if (found < 0) return [[face, pool.first + at]];
      kept.splice(found, 1);
      return [];
    });
  });
  return gone[0].flatMap(([face, number]) => {
    const at = gone[1].findIndex(([other]) => other === OPPOSITES[face]);
    return at < 0 ? [] : [[number, gone[1].splice(at, 1)[0][1]]];
  });
}

// What is being rolled, or null: an attack's dice, else any other roll.
export function rollOf(state) {
  const { roll, attack } = state.view ?? {};
  const seatOf = (label) => state.view.figures.find((figure) => figure.label === label)?.seat ?? null;
  if (roll?.length) {
    return { what: attack?.how ?? roll[0].what, attacker: attack?.attacker, defender: attack?.defender, chooser: attack?.chooser, need: roll[0].need, element: roll[0].element, pools: roll.map((pool) => ({ dice: pool.faces.length, ...pool })) };
  }
  if (!attack?.rolled?.some((faces) => faces.length)) return null;
  let first = 1;
  const pools = [attack.attacker, attack.defender].map((figure, n) => {
    const pool = { figure, seat: seatOf(figure), faces: attack.rolled[n] ?? [], dice: attack.rolled[n]?.length ?? 0, first };
    first += pool.dice;
    return pool;
  });
  const left = [attack.left ?? [], attack.right ?? []];
  const isCounted = left.some((faces) => faces.length) || state.question?.kind === "result";
  return { what: attack.how, attacker: attack.attacker, defender: attack.defender, chooser: attack.chooser, pools, pairs: isCounted ? pairsOf(pools, left) : null };
}

// Add what every part of the page wants to know.
export function prepare(state, earlier) {
  state.terrain ??= earlier?.terrain;
  state.view ??= { figures: [], scores: {} }; // while seats are open
  const clans = Object.fromEntries(state.table.seats.map((seat) => [seat.letter, seat.clan]));
  const first = {};
  for (const seat of state.table.seats) first[seat.clan] ??= seat.letter;
  const { view } = state;
  view.clans = clans;
  view.mine = state.table.you;
  for (const figure of view.figures) {
    // Whoever is acting is not yet done.
    if (figure.label === view.active && state.question?.figure === figure.label) figure.activated = false;
    figure.is_other = Boolean(figure.seat && first[figure.clan] && first[figure.clan] !== figure.seat && clans[figure.seat] === figure.clan);
  }
  for (const piece of view.pieces ?? []) {
    piece.clan ??= clans[piece.owner] ?? "sentry";
    piece.element ??= piece.face;
  }
  state.roll = rollOf(state);
  const waiting = state.waiting?.text ?? "";
  const asked = state.table.seats.find((seat) => seat.letter === state.question?.seat);
  state.waits = waiting && waiting[0] === waiting[0].toLowerCase() && asked ? `${asked.name} ${waiting}` : waiting;
  return state;
}
