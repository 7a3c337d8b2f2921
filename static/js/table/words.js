// What the game says in words: names, places and choices.

import { capital, counted, listed, percent } from "./markup.js";
import { FACING_WORDS, footOf } from "./spaces.js";

// What a choice is called; {} stands for its argument. The server's label comes first.
const VERBS = {
  activate: "Activate {}", affinity: "Test {}", "all-star": "Name {} Ninja All-Star", at: "Take the Attack bonus",
  attack: "Attack {}", choose: "Choose {}", clear: "Remove a Stun token from {}", concede: "Concede", count: "{}",
  deploy: "Place {}", df: "Take the Defence bonus", discard: "Discard {}", draw: "Draw a card", edge: "Take the {} edge",
  end: "End activation", face: "Face {}", go: "Move to {}", hide: "Go into Stealth", lantern: "Put a lantern on {}",
  name: "{} goes first", no: "No", pass: "Pass", pick: "Pick {}", pray: "Pray at the shrine on {}", radiate: "The shrine gives {}",
  recover: "Bring {} back from the Healing House", reroll: "Reroll {}", run: "Run", search: "Search", shoot: "Shoot at {}",
  "shoot-2": "Shoot the other way at {}", show: "Show {}", shrine: "Put a shrine on {}", stay: "Stay", stop: "Stop, facing {}",
  tester: "Let {} take the test", throw: "Throw a shuriken at {}", yes: "Yes",
};
const HANDS = { 1: "rock", 2: "paper", 3: "scissors" };
export const ICONS = {
  attack: "t-kaiken", shoot: "t-yajiri", "shoot-2": "t-yajiri", throw: "i-shuriken", run: "i-run", search: "u-search", hide: "st-stealth",
  pray: "i-torii", end: "u-check", pass: "u-next", face: "i-turn", go: "i-run", play: "moon-8", use: "i-star", spend: "st-lucky", do: "i-medal",
  draw: "i-scroll", discard: "u-x", recover: "i-healing", clear: "st-stun", activate: "t-chunin", yes: "u-check", no: "u-x", stay: "i-absent",
  reroll: "i-die", lantern: "i-lantern", shrine: "i-torii", deploy: "t-chunin",
};
export const iconOf = (verb) => ICONS[verb] ?? ICONS[verb.split(" ")[0]] ?? "u-next";

const slugWords = (slug) => capital(slug.replaceAll("-", " ").replaceAll("_", " "));

export class Words {
  constructor(state, ground) {
    this.state = state;
    this.land = ground;
    this.figures = new Map(state.view.figures.map((figure) => [figure.label, figure]));
    this.seats = new Map(state.table.seats.map((seat) => [seat.letter, seat]));
  }

  figure(label) { return this.figures.get(label); }
  name(label) { return this.figures.get(label)?.name ?? label; }
  seat(letter) { return this.seats.get(letter)?.name ?? `Seat ${letter}`; }
  isMine(label) { return this.state.table.you.includes(this.figures.get(label)?.seat); }

  // "Isao (b2)" where two figures share a name.
  fullName(label) {
    const name = this.name(label);
    const same = [...this.figures.values()].filter((figure) => figure.name === name).length > 1;
    return same ? `${name} (${label})` : name;
  }

  argument(option, arg) {
    const named = (option.texts ?? option.names)?.[arg];
    if (named) return named;
    switch (option.mode) {
      case "figure": return this.fullName(arg);
      case "facing": return FACING_WORDS[arg] ?? arg;
      case "seat": return this.seat(arg);
      case "element": case "status": return slugWords(arg);
      case "dice": return `${arg.includes("+") ? "dice" : "die"} ${listed(arg.split("+"))}`;
      case "die": return `die ${arg}`;
      case "number": return option.verb === "show" ? HANDS[arg] ?? arg : arg;
      case "card": return this.state.view.hand?.[arg - 1]?.name ?? `card ${arg}`;
      default: return arg;
    }
  }

  // One choice as a sentence for a button.
  choice(option, arg = null) {
    const given = option.sentences?.[arg];
    if (given) return given;
    const word = arg === null ? "" : this.argument(option, arg);
    if (VERBS[option.verb]) return VERBS[option.verb].replace("{}", word).trim();
    const [head, slug = "", version] = option.verb.split(" ");
    const label = option.label || `${{ use: "Use", spend: "Spend", play: "Play" }[head] ?? ""} ${slugWords(slug)}${version === "moon" ? " with its moon" : ""}`.trim();
    const of = option.owner && !label.includes(this.name(option.owner)) ? ` (${this.fullName(option.owner)})` : "";
    if (!word) return capital(label) + of;
    const joint = { figure: "on", space: "on", element: "for", seat: "for", facing: "facing" }[option.mode] ?? "with";
    return `${capital(label)}${of} ${joint} ${word}`;
  }

  ground(space) {
    const [name, kind] = [this.land.title(space), this.land.kind(space)];
    return name === kind || kind === "open" ? name : `${name}, ${kind}`;
  }

  describe(figure) {
    const owner = this.state.table.you.includes(figure.seat) ? "your" : figure.seat ? `${this.seat(figure.seat)}'s` : "a";
    const parts = [`${this.fullName(figure.label)}, ${owner} ${figure.type}`];
    if (figure.facing) parts.push(`facing ${FACING_WORDS[figure.facing]}`);
    if (figure.hidden) parts.push("in Stealth");
    parts.push(...(figure.tokens ?? []).map(({ slug, count }) => (count > 1 ? `${count} ${slugWords(slug)}` : slugWords(slug))));
    if (figure.activated) parts.push("already activated");
    return parts.join(", ");
  }

  at(space) { return [...this.figures.values()].find((figure) => figure.place === "board" && footOf(figure).includes(space)); }

  things(space) {
    const { view } = this.state;
    const found = [];
    if ((view.lanterns ?? []).some((one) => (one.space ?? one) === space)) found.push("lantern");
    const shrine = (view.shrines ?? []).find((one) => one.space === space);
    if (shrine) found.push(`shrine${shrine.status ? ` of ${slugWords(shrine.status)}` : ""}`);
    const crate = (view.crates ?? []).find((one) => (one.space ?? one) === space);
    if (crate) found.push(crate.element ? `${crate.element} crate` : "closed crate");
    found.push(...(view.pieces ?? []).filter((piece) => piece.space === space && !piece.figure).map((piece) => piece.kind));
    return found;
  }

  // A space as it is read out: name, ground, what stands there, and what it would take.
  space(space, entry) {
    const figure = this.at(space);
    const parts = [`${space}, ${this.ground(space)}`, ...this.things(space)];
    if (figure) parts.push(this.describe(figure));
    if (entry) parts.push(this.way(entry));
    return `${parts.join(". ")}.`;
  }

  way(entry) {
    if (entry.cost === undefined) return "can be chosen";
    const { dodges = [], shrines = [], lanterns = [], leaves_cover: bare = [], watchers = [] } = entry;
    const parts = [counted(entry.cost, "movement point")];
    if (dodges.length) parts.push(counted(dodges.length, "dodge"));
    if (shrines.length) parts.push(counted(shrines.length, "shrine test"));
    parts.push(dodges.length || shrines.length ? `${percent(entry.chance ?? 1)} to arrive unharmed` : "no roll");
    if (lanterns.length || bare.length) parts.push("ends Stealth");
    if (watchers.length) parts.push(`${listed(watchers.map((label) => this.fullName(label)))} can react`);
    return parts.join(", ");
  }
}

export function describeWay(words, figure, entry) {
  const name = words.fullName(figure.label);
  const { space, dodges = [], lanterns = [], leaves_cover: bare = [], shrines = [], watchers = [] } = entry;
  const cost = entry.cost === undefined ? "" : ` for ${counted(entry.cost, "movement point")}`;
  const isSure = !dodges.length && !shrines.length;
  const said = [isSure ? `${name} goes to ${space}${cost}. No roll is needed.` : `${percent(entry.chance ?? 1)} to reach ${space} unharmed${cost}.`];
  if (dodges.length) {
    const each = listed(dodges.map((dodge) => `${dodge.space} (${percent(dodge.chance)})`));
    said.push(`${name} has to dodge out of ${each}. ${figure.hidden ? `The first failure costs ${name}’s Stealth, the next one stuns.` : `A failed dodge stuns ${name} and ends the move.`}`);
  }
  if (shrines.length) said.push(`${name} has to pass a test at the shrine${shrines.length > 1 ? "s" : ""} on ${listed(shrines)}.`);
  if (lanterns.length) said.push(`Lantern light on ${lanterns[0]} ends ${name}’s Stealth.`);
  if (bare.length) said.push(`Leaving the foliage for ${bare[0]} ends ${name}’s Stealth.`);
  if (watchers.length) said.push(`${listed(watchers.map((label) => words.fullName(label)))} can react.`);
  return said.join(" ");
}

// What an attack can come to, in a few words: "82% stun or better".
export function verdict(hint) {
  const sum = (list, names, key) => (list ?? []).filter((one) => names.includes(one[key])).reduce((total, one) => total + one.chance, 0);
  if (hint.outcomes?.length) return `${percent(sum(hint.outcomes, ["injured", "stunned"], "slug"))} stun or better`;
  return `${percent(sum(hint.best, ["void", "earth"], "element"))} stun or better`;
}
