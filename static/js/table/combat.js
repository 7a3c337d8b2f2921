// An attack in four stages: declare, roll, cancel, choose. Every number comes from the server.

import { capital, counted, die, html, icon, listed, percent } from "./markup.js";
import { portrait } from "./pieces.js";
import { verdict } from "./words.js";

const STAGES = ["Declare", "Roll", "Cancel", "Choose"];
export const EFFECTS = {
  void: "injures the defender", earth: "stuns the defender", air: "moves the defender", water: "moves the attacker", fire: "stuns the attacker and all around", spirit: "injures the attacker",
};
// What choosing a face does in combat, page 13.
const RESULTS = {
  void: (a, d) => `${d} is injured.`, earth: (a, d) => `${d} is stunned.`, air: (a, d) => `${d} is moved up to 3 spaces.`,
  water: (a, d) => `You may move ${a} up to 3 spaces; then ${d} is put in front of ${a}.`,
  fire: (a) => `${a} and everyone in ${a}'s zone are stunned.`, spirit: (a) => `${a} is injured.`,
};
const HARMS = { attacker: ["spirit", "fire"], defender: ["void", "earth"] };

export function oddsBar(odds, none = 0) {
  const shown = odds.filter(({ chance }) => chance >= 0.005);
  return html`<div class="odds" role="img" aria-label="${listed([...shown.map(({ element, chance }) => `${capital(element)} ${percent(chance)}`), ...(none >= 0.005 ? [`no result ${percent(none)}`] : [])])}">${shown.map(({ element, chance }) => html`<span class="${element}" data-grow="${Math.round(chance * 1000)}">${chance > 0.06 ? icon(`el-${element}`, element) : ""}${chance > 0.1 ? percent(chance) : ""}</span>`)}${none >= 0.005 ? html`<span class="none" data-grow="${Math.round(none * 1000)}">${none > 0.12 ? "none" : ""}</span>` : ""}</div>`;
}

const OUTCOMES = { injured: ["void", "injured"], stunned: ["earth", "stunned"], moved: ["air", "moved"], unharmed: ["none", "unharmed"] };

function chances(hint) {
  if (hint.outcomes?.length) {
    const shown = hint.outcomes.filter(({ chance }) => chance >= 0.005);
    return html`<div class="odds" role="img" aria-label="${listed(shown.map(({ slug, chance }) => `${slug} ${percent(chance)}`))}">${shown.map(({ slug, chance }) => html`<span class="${OUTCOMES[slug]?.[0] ?? "none"}" data-grow="${Math.round(chance * 1000)}">${chance > 0.09 ? `${OUTCOMES[slug]?.[1] ?? slug} ${percent(chance)}` : ""}</span>`)}</div>`;
  }
  return html`${oddsBar(hint.best, hint.none)}<p class="odds-key">${hint.best.filter(({ chance }) => chance >= 0.005).map(({ element, chance }) => html`<span><b>${capital(element)}</b> ${EFFECTS[element]} ${percent(chance)}</span>`)}${hint.none >= 0.005 ? html`<span><b>Nothing</b> ${percent(hint.none)}</span>` : ""}</p>`;
}

const steps = (stage) => html`<ol class="stages">${STAGES.map((name, n) => html`<li class="${n + 1 === stage ? "on" : n + 1 < stage ? "past" : ""}"${n + 1 === stage ? html` aria-current="step"` : ""}>${n + 1} ${name}</li>`)}</ol>`;

const frame = (stage, title, body, foot) => html`<header><h2 id="combat-title">${title}</h2>${stage ? steps(stage) : ""}</header><div class="in">${body}</div><footer>${foot}</footer>`;

function side(figure, words, pool, cls) {
  return html`<section class="duellist k-${figure?.clan ?? "sentry"} ${cls}"><div class="head">${figure ? portrait(figure) : ""}<span><b>${figure ? words.fullName(figure.label) : ""}</b><small>${figure ? `${capital(figure.type)}${figure.seat ? `, ${words.seat(figure.seat)}` : ""}` : ""}</small></span><span class="total">${pool.total ?? pool.dice}</span></div>
<ul>${(pool.items ?? []).map((item) => html`<li class="${item.dice ? "" : "no"}"><span>${item.label}</span><b>${item.dice > 0 && item !== pool.items[0] ? "+" : ""}${item.dice}</b></li>`)}</ul></section>`;
}

const whoChooses = (words, chooser) => {
  if (!chooser) return "Even dice";
  return words.state.table.you.includes(chooser) && !words.state.table.hot_seat ? "You choose" : `${words.seat(chooser)} chooses`;
};

export function declareStage(words, hint, attacker, defender, verb, text) {
  const title = `${words.fullName(attacker.label)} ${{ attack: "attacks", throw: "throws a shuriken at" }[verb] ?? "shoots at"} ${words.fullName(defender.label)}`;
  const isNormal = verb === "attack";
  const body = hint ? html`<div class="duel">${side(attacker, words, hint.attack, "")}<div class="versus-box">${isNormal ? html`<span class="chooser">${whoChooses(words, hint.chooser)}</span><small>The side with more dice picks the result.</small>` : html`<small>against</small>`}</div>${side(defender, words, hint.defence ?? { total: 0 }, "right")}</div>
<div class="odds-box"><p><span>What it can come to</span><b>${verdict(hint)}</b></p>${chances(hint)}</div>
${hint.cards?.length ? html`<ul class="card-hints">${hint.cards.map((card) => html`<li>${icon("moon-8")}<b>${card.name ?? capital(card.slug.replaceAll("-", " "))}</b> ${card.effect}</li>`)}</ul>` : ""}` : html`<div class="duel">${side(attacker, words, { total: attacker.at ?? "?", items: [] }, "")}<div class="versus-box"></div>${side(defender, words, { total: defender.df ?? "?", items: [] }, "right")}</div>`;
  return frame(1, title, body, html`<p>Dice are rolled: you cannot undo this.</p><button type="button" class="btn" data-do="back">Back</button><button type="button" class="btn seal" data-do="confirm">${hint?.attack?.total ? `Roll ${hint.attack.total} ${hint.attack.total === 1 ? "die" : "dice"}` : text}</button>`);
}

const numbersOf = (pool, n, pools) => pool.first ?? 1 + pools.slice(0, n).reduce((sum, one) => sum + (one.faces?.length || one.dice || 0), 0);

export const rollTitle = (words, roll) => {
  if (roll.attacker && roll.defender) return `${words.fullName(roll.attacker)} against ${words.fullName(roll.defender)}`;
  const who = roll.pools[0]?.figure;
  return `${who ? `${words.fullName(who)}: ` : ""}${capital((roll.what ?? "roll").replaceAll("-", " "))}`;
};

// Dice in trays. Those in `open` can be tapped; `chosen` holds their numbers.
export function trays(words, roll, open = new Set(), chosen = new Set()) {
  return html`<div class="trays">${roll.pools.map((pool, n) => {
    const figure = words.figure(pool.figure);
    const first = numbersOf(pool, n, roll.pools);
    const out = new Set((roll.pairs ?? []).flat());
    return html`<p class="tray-name">${figure ? words.fullName(pool.figure) : pool.seat ? words.seat(pool.seat) : ""} <small>${counted(pool.faces?.length || pool.dice || 0, "die").replace("dies", "dice")}</small></p><div class="tray k-${figure?.clan ?? "sentry"}${words.state.table.you.includes(pool.seat) ? "" : " theirs"}">${(pool.faces ?? []).map((face, at) => {
      const number = first + at;
      const tilt = `tilt${(at * 7 + n) % 4}`;
      if (!open.has(String(number))) return die(face, `${tilt}${out.has(number) ? " out" : ""}`);
      return html`<button type="button" class="pick-die ${tilt}" aria-pressed="${chosen.has(String(number))}" data-die="${number}" data-key="die-${number}" aria-label="${capital(face)}, die ${number}">${icon(`el-${face}`, face)}</button>`;
    })}</div>`;
  })}</div>`;
}

// Opposite faces cancel each other pair by pair.
export function pairs(words, roll) {
  const faceOf = new Map();
  roll.pools.forEach((pool, n) => pool.faces.forEach((face, at) => faceOf.set(numbersOf(pool, n, roll.pools) + at, face)));
  const gone = new Set((roll.pairs ?? []).flat());
  const left = roll.pools.map((pool, n) => pool.faces.filter((_, at) => !gone.has(numbersOf(pool, n, roll.pools) + at)));
  return html`<div class="pairs">${(roll.pairs ?? []).map(([one, other], n) => html`<div class="pair out">${die(faceOf.get(one))}<em>pair ${n + 1}</em>${die(faceOf.get(other))}</div>`)}
${left[0].map((face) => html`<div class="pair left">${die(face)}<em>stays</em><span></span></div>`)}${(left[1] ?? []).map((face) => html`<div class="pair left">${html`<span></span>`}<em>stays</em>${die(face)}</div>`)}</div>
<p>${roll.pairs?.length ? `${capital(countWord(roll.pairs.length))} cancel${roll.pairs.length === 1 ? "s" : ""}.` : "Nothing cancels."} Left: ${left.map((faces, n) => `${roll.pools[n].figure ? words.name(roll.pools[n].figure) : `pool ${n + 1}`} ${faces.length}`).join(", ")}.</p>`;
}
const countWord = (count) => (count === 1 ? "one pair" : `${count} pairs`);

export function chooseStage(words, roll, choices, results, chosen) {
  const mine = words.isMine(roll?.attacker) ? "attacker" : words.isMine(roll?.defender) ? "defender" : null;
  const told = (element) => (roll?.attacker ? { element, text: RESULTS[element](words.name(roll.attacker), words.name(roll.defender)), harms_you: HARMS[mine]?.includes(element) } : null);
  const known = new Map(choices.map(({ arg }) => [arg, results?.find((result) => result.element === arg) ?? told(arg)]));
  const best = results?.find((result) => result.is_best)?.element;
  const body = html`${roll?.pools?.some((pool) => pool.faces?.length) ? html`<details class="how"><summary>The dice</summary>${trays(words, roll)}${roll.pairs ? pairs(words, roll) : ""}</details>` : ""}
<div class="results" role="group" aria-label="Results">${choices.map((choice) => {
    const result = known.get(choice.arg);
    return html`<button type="button" class="result${choice.arg === best ? " best" : ""}${result?.harms_you ? " bad" : ""}" aria-pressed="${chosen === choice.line}" data-choose="${choice.line}" data-key="${choice.line}">${die(choice.arg)}<b>${capital(choice.arg)}</b>${choice.arg === best && choices.length > 1 ? html`<span class="rib">best</span>` : result?.harms_you ? html`<span class="rib">harms you</span>` : ""}<span>${result?.text ?? choice.text}</span></button>`;
  })}</div>`;
  return frame(4, roll ? rollTitle(words, roll) : "Choose a result", body, html`<p>${chosen ? "" : "Pick one of the dice that are left."}</p><button type="button" class="btn" data-do="board">Look at the board</button><button type="button" class="btn seal" data-do="take"${chosen ? "" : html` disabled`}>${chosen ? choices.find((choice) => choice.line === chosen)?.text : "Choose"}</button>`);
}

export function rollStage(words, roll, { open, chosen, uses, passes, prompt }) {
  const stage = roll.attacker ? (roll.pairs ? 3 : 2) : 0;
  return frame(stage, rollTitle(words, roll), html`${prompt ? html`<p class="prompt">${prompt}</p>` : ""}${trays(words, roll, open, chosen)}${roll.pairs ? pairs(words, roll) : ""}`, html`<p>${open.size ? (chosen.size ? `Reroll ${chosen.size === 1 ? "this die" : `these ${chosen.size} dice`}?` : "Tap the dice you want to reroll.") : ""}</p><div class="choices">${uses}${passes}</div>`);
}

// A finished attack as the log tells it.
export function resultStage(words, title, roll, sentences) {
  return frame(4, title, html`${roll.pools.length ? trays(words, roll) : ""}${roll.pairs ? pairs(words, roll) : ""}<ul class="came">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`, html`<p></p><button type="button" class="btn seal" data-do="close">Go on</button>`);
}
