// Plans: what a tap would send, with the sentence and the button that say so.

import { html, percent } from "./markup.js";
import * as overlays from "./overlays.js";
import { figureClasses, figureMarkup } from "./pieces.js";
import { facingAt, linesTo } from "./questions.js";
import { centre, FACINGS } from "./spaces.js";
import { describeWay } from "./words.js";

export const FIGHTS = new Set(["attack", "throw", "shoot", "shoot-2"]);
const INWARD = { north: "S", south: "N", east: "W", west: "E" };

export function planFigure(words, figure, choices) {
  const [choice] = choices;
  if (choices.length > 1) return { target: figure, choices, sentence: `What do you do with ${words.fullName(figure.label)}?` };
  return { target: figure, title: choice.text, lines: [choice.line], sentence: choice.verb === "activate" ? `${words.describe(figure)}.` : `${choice.text}.` };
}

export function planSpace({ found, words }, space, choice) {
  const figure = words.figure(found.question.figure);
  const entry = found.reach.get(space) ?? { space };
  if (choice.verb !== "go" || !figure) return { space, lines: [choice.line], title: choice.text, sentence: `${choice.text}: ${words.ground(space)}.` };
  const isMove = ["activation", "move"].includes(found.question.kind);
  const isPlacing = found.question.kind === "place";
  const facing = isMove || isPlacing ? facingAt(words, figure, space, entry.path?.at(-2) ?? figure.space ?? "J10") : null;
  return {
    space, entry, figure, facing, facings: facing ? FACINGS : null, lines: linesTo(choice, entry),
    ending: isMove ? "stop" : isPlacing ? "face" : null, canKeepGoing: isMove,
    title: isPlacing ? `Place on ${space}` : `Move to ${space}`,
    sentence: isMove ? describeWay(words, figure, entry) : `${words.fullName(figure.label)} goes to ${space}, ${words.ground(space)}.`,
    warning: overlays.rolls(entry) ? "Dice are rolled on the way: you cannot undo this." : null,
  };
}

// A plan on the board: the way with its risks, and the figure where it would stand.
export function planMarkup(plan, words, hasArrows) {
  if (plan.target) return overlays.target(plan.target);
  if (!plan.space) return "";
  const { figure, entry } = plan;
  const [x, y] = centre(plan.space, figure?.large);
  const ghost = figure ? html`<g class="ghost ${figureClasses(figure)}" transform="translate(${x} ${y})">${figureMarkup({ ...figure, facing: plan.facing ?? figure.facing, tokens: [] })}</g>` : "";
  const way = figure?.space && entry?.path ? overlays.path(figure.space, entry.path, entry, figure.large) : "";
  const cost = entry?.cost ? overlays.tag(x + (hasArrows ? 62 : 26), y - 4, `${entry.cost} MV${overlays.rolls(entry) ? ` · ${percent(entry.chance)}` : ""}`, "good") : "";
  return html`${way}${ghost}${overlays.ring({ space: plan.space, large: figure?.large })}${cost}${entry ? overlays.risks(entry, (label) => words.figure(label)) : ""}`;
}

// Where a ninja may start: the team's edge without those who stand there.
export function placeSpaces({ state, found, ground, words }) {
  const edge = state.view.edges?.[found.seat];
  return edge ? ground.start(edge).filter((space) => !words.at(space)) : [];
}

export function planPlacing({ state, found, words, placing }, space) {
  const figure = words.figure(placing);
  return {
    space, figure, facing: INWARD[state.view.edges[found.seat]], facings: FACINGS, ending: "face", title: `Place ${figure.name} on ${space}`,
    lines: [`${found.seat} deploy ${figure.label}`, `${found.seat} go ${space}`],
    sentence: `${words.fullName(figure.label)} starts on ${space}, ${words.ground(space)}.`,
  };
}
