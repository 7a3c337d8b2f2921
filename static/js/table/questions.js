// Sort what the game asks into what can be tapped on the board, what is a button, and what
// needs a picker of its own. Every option ends up somewhere.

import { directionTo, footOf, neighbour, FACINGS } from "./spaces.js";

export const lineOf = (seat, option, arg = null) => [seat, option.verb, option.owner, arg].filter((word) => word !== null && word !== undefined && word !== "").join(" ");

const push = (map, key, choice) => map.set(key, [...(map.get(key) ?? []), choice]);

export function study(state, words) {
  const question = state.question;
  const isMine = Boolean(question?.mine && question.options?.length);
  const found = {
    question, isMine, seat: question?.seat ?? state.table.you[0],
    spaces: new Map(), figures: new Map(), buttons: [], facings: [], dice: [], cards: [], reach: new Map(),
  };
  if (!isMine) return found;
  for (const entry of state.hints?.reach ?? []) found.reach.set(entry.space, entry);
  for (const option of question.options) {
    const choices = (option.args?.length ? option.args : [null]).map((arg) => ({ option, arg, verb: option.verb, line: lineOf(found.seat, option, arg), text: words.choice(option, arg) }));
    if (option.mode === "space") {
      for (const choice of choices) push(found.spaces, choice.arg, choice);
    } else if (option.mode === "figure") {
      for (const choice of choices) {
        push(found.figures, choice.arg, choice);
        if (words.figure(choice.arg)?.place !== "board") found.buttons.push(choice);
      }
    } else if (option.mode === "facing") found.facings.push(option);
    else if (option.mode === "dice" || option.mode === "die") found.dice.push(option);
    else if (option.verb.startsWith("play ") || option.mode === "card") found.cards.push(...choices);
    else found.buttons.push(...choices);
  }
  // A way with dodges can be gone although the game only offers its steps one by one.
  const go = question.options.find((option) => option.verb === "go" && option.mode === "space");
  if (go) {
    for (const entry of found.reach.values()) {
      const isOffered = found.spaces.get(entry.space)?.some((choice) => choice.verb === "go");
      if (!isOffered) push(found.spaces, entry.space, { option: go, arg: entry.space, verb: "go", line: lineOf(found.seat, go, entry.space), text: words.choice(go, entry.space) });
    }
  }
  return found;
}

// The lines that take a figure to a space: the server's plan, which stops at every risk.
export const linesTo = (choice, entry) => (choice.verb === "go" && entry?.lines?.length ? entry.lines : [choice.line]);

// Where a figure will want to look when it arrives: at an enemy beside it, else ahead.
export function facingAt(words, figure, space, from) {
  const enemies = [...words.figures.values()].filter((other) => other.place === "board" && other.side !== figure.side && !other.hidden);
  for (const facing of FACINGS) {
    const next = neighbour(space, facing);
    if (next && enemies.some((enemy) => footOf(enemy).includes(next))) return facing;
  }
  return directionTo(from, space) ?? figure.facing ?? "N";
}
