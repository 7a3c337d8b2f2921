// What the game asks, as panels of buttons. Kinds of questions with a panel of their own come
// first; whatever is left is a list of buttons with sentences.

import { capital, html, icon, percent } from "./markup.js";
import { figureCard } from "./panels.js";
import { portrait } from "./pieces.js";
import { FACING_WORDS } from "./spaces.js";
import { iconOf, verdict } from "./words.js";

const PAD = ["NW", "N", "NE", "W", null, "E", "SW", "S", "SE"];
const ARROWS = { N: "↑", NE: "↗", E: "→", SE: "↘", S: "↓", SW: "↙", W: "←", NW: "↖" };

export const pad = (allowed, chosen, title) => html`<div class="pad" role="group" aria-label="${title}">${PAD.map((facing) => (facing && allowed.includes(facing)
  ? html`<button type="button" data-face="${facing}" data-key="face-${facing}" aria-pressed="${facing === chosen}" aria-label="${capital(FACING_WORDS[facing])}">${ARROWS[facing]}</button>`
  : html`<span></span>`))}</div>`;

const button = (choice, extra = "", note = "") => html`<button type="button" class="choice" data-line="${choice.line}" data-key="${choice.line}">${icon(iconOf(choice.verb))}<span>${choice.text}${note ? html`<small>${note}</small>` : ""}</span>${extra}</button>`;

const figureButton = (figure, words, text, note, data) => html`<button type="button" class="choice ninja" data-figure="${figure.label}" data-key="fig-${figure.label}" ${data}>${portrait(figure, "s")}<span><b>${text}</b><small>${note}</small></span></button>`;

const stats = (figure) => `${capital(figure.type)} · MV ${figure.mv} · AT ${figure.at} · DF ${figure.df}${figure.hidden ? " · in Stealth" : ""}${(figure.tokens ?? []).map(({ slug, count }) => ` · ${capital(slug.replaceAll("-", " "))}${count > 1 ? ` ${count}` : ""}`).join("")}`;

// The figures a question names, each once, with what would be done to it.
function figureList(found, words, hints) {
  return [...found.figures].filter(([label]) => words.figure(label)?.place === "board").map(([label, choices]) => {
    const figure = words.figure(label);
    const hint = choices.map((choice) => hints.find((one) => one.line === choice.line)).find(Boolean);
    const note = hint ? `${verdict(hint)} · ${hint.attack.total} against ${hint.defence?.total ?? 0}` : `${stats(figure)}${figure.space ? ` · ${figure.space}` : ""}`;
    return figureButton(figure, words, choices.length === 1 ? choices[0].text : words.fullName(label), note, "");
  });
}

function note(state, choice) {
  const test = state.hints?.tests?.find((one) => one.verb === choice.verb);
  if (test) return `${percent(test.chance)} to pass`;
  return choice.option.text ?? "";
}

export function janken(page) {
  const [option] = page.found.question.options;
  return html`<div class="janken">${["1", "2", "3"].filter((arg) => option.args.includes(arg)).map((arg) => html`<button type="button" data-line="${page.found.seat} show ${arg}" data-key="show-${arg}">${icon(["i-rock", "i-paper", "i-scissors"][arg - 1])}<b>${capital(page.words.argument(option, arg))}</b></button>`)}</div>`;
}

function deployment(page) {
  const { words, found, placing, state } = page;
  const labels = [...found.figures.keys()];
  return html`<p class="hint">${placing ? `Tap a space for ${words.name(placing)}.` : "Tap a ninja, then a space; or drag it onto the board."}</p>
<ul class="tray-list">${labels.map((label) => html`<li><button type="button" class="choice ninja" data-place="${label}" data-key="place-${label}" aria-pressed="${placing === label}">${portrait(words.figure(label), "s")}<span><b>${words.fullName(label)}</b><small>${stats(words.figure(label))}</small></span></button></li>`)}</ul>
${page.urls.place && state.table.can?.place !== false ? html`<button type="button" class="btn" data-do="place">Place them for me</button>` : ""}`;
}

// What is about to be sent, in one sentence, with the button that sends it.
export function confirmation(page) {
  const { plan } = page;
  return html`<section class="plan" aria-label="Your plan"><p class="sentence">${plan.sentence}</p>${plan.warning ? html`<p class="warning">${plan.warning}</p>` : ""}
${plan.choices ? html`<div class="choices">${plan.choices.map((choice) => button(choice))}</div>` : html`<div class="plan-row">${plan.facings ? pad(plan.facings, plan.facing, "Facing on arrival") : ""}<div class="plan-buttons"><button type="button" class="btn seal wide" data-do="confirm" data-key="confirm">${plan.title}</button>${plan.canKeepGoing ? html`<button type="button" class="btn wide" data-do="keep-going">Go there, keep moving</button>` : ""}<button type="button" class="btn text" data-do="clear">Clear</button></div></div>`}</section>`;
}

function verbToggle(page) {
  const verbs = [...new Set(page.found.question.options.filter((option) => option.mode === "space").map((option) => option.verb))];
  if (verbs.length < 2) return "";
  const label = (verb) => page.found.question.options.find((option) => option.verb === verb).label ?? capital(verb);
  return html`<div class="segments" role="group" aria-label="What a tap on the board does">${verbs.map((verb) => html`<button type="button" data-verb="${verb}" data-key="verb-${verb}" aria-pressed="${verb === page.verb}">${icon(iconOf(verb))}${label(verb)}</button>`)}</div>`;
}

function body(page) {
  const { found, words, state } = page;
  const { kind } = found.question;
  if (kind === "janken") return janken(page);
  if (kind === "deploy") return deployment(page);
  const hints = state.hints?.attacks ?? [];
  const spaces = [...found.spaces.keys()];
  const hasBoard = spaces.length > 0;
  const turn = found.facings.find((option) => option.verb === "face" && hasBoard);
  const facing = found.facings.find((option) => option !== turn);
  return html`${verbToggle(page)}${facing ? html`<div class="facing"><p>${facing.verb === "stop" ? "Stop here, facing:" : "Facing:"}</p>${pad(facing.args, null, "Facing")}</div>` : ""}
<div class="choices">${figureList(found, words, hints)}${found.buttons.map((choice) => {
    const figure = choice.option.mode === "figure" ? words.figure(choice.arg) : null;
    return figure ? html`<button type="button" class="choice ninja" data-line="${choice.line}" data-key="${choice.line}">${portrait(figure, "s")}<span><b>${choice.text}</b><small>${stats(figure)}</small></span></button>`
      : choice.option.mode === "status" ? html`<button type="button" class="choice" data-line="${choice.line}" data-key="${choice.line}">${icon(`st-${choice.arg}`)}<span>${choice.text}</span></button>`
        : choice.option.mode === "element" ? html`<button type="button" class="choice" data-line="${choice.line}" data-key="${choice.line}">${icon(`el-${choice.arg}`, choice.arg)}<span>${choice.text}</span></button>`
          : button(choice, "", note(state, choice));
  })}${turn ? html`<button type="button" class="choice" data-do="turn" aria-expanded="${page.isTurning}">${icon("i-turn")}<span>Turn</span></button>` : ""}</div>
${turn && page.isTurning ? pad(turn.args, null, "Turn to face") : ""}
${found.cards.length ? html`<div class="choices">${found.cards.map((choice) => button(choice, "", choice.option.text ?? ""))}</div>` : ""}
${found.dice.length && page.isAside ? html`<button type="button" class="btn seal wide" data-do="dice">Back to the dice</button>` : ""}
${found.question.kind === "turn" ? html`<p class="hint">Press and hold any ninja, or press X on it, to see what it could do.</p>` : ""}
${hasBoard ? html`<p class="hint">${found.reach.size ? "Gold spaces need no roll. Numbers are the chance, in percent, to arrive unharmed." : "Tap a gold space on the board."}</p>` : ""}`;
}

export function ask(page) {
  const { found, words, state } = page;
  const active = words.figure(found.question?.figure ?? state.view.active);
  const looked = words.figure(page.picked);
  const shown = looked ?? (active?.place === "board" || active ? active : null);
  const card = shown ? figureCard(shown, words, looked && looked !== active ? "" : state.view.move ? `${state.view.move.points} MV left` : "") : "";
  if (page.outlook) return html`${card}${page.outlook.panel}`;
  if (!found.isMine) return page.plan ? html`<div class="ask">${confirmation(page)}</div>` : html`${card}${waiting(page)}`;
  return html`${card}<div class="ask"><h2>${found.question.prompt || "Your move"}</h2>${page.plan ? confirmation(page) : body(page)}</div>`;
}

// Before everyone is here: who is missing, and the link to send them.
function waitingRoom(page) {
  const { state } = page;
  const open = state.table.seats.filter((seat) => seat.open);
  return html`<div class="ask waiting"><h2>Waiting for ${open.length === 1 ? "one more player" : `${open.length} more players`}</h2><ul>${state.table.seats.map((seat) => html`<li><b>${seat.name || `Seat ${seat.letter}`}</b> ${seat.person ?? seat.bot?.name ?? "open"}</li>`)}</ul>
<p>Send this address to invite someone: <b class="address">${location.href}</b></p><p><a class="btn" href="${page.urls.invitation}">Show a QR code</a></p>${state.table.can?.leave ? html`<button type="button" class="btn" data-action="leave">Leave the table</button>` : ""}</div>`;
}

export function waiting(page) {
  const { state } = page;
  if (state.table.stage === "waiting") return waitingRoom(page);
  const asked = state.table.seats.find((seat) => seat.letter === state.question?.seat);
  return html`<div class="ask waiting"><p class="thinking">${asked?.bot || !asked ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : ""}${state.waits || "Waiting for the other players."}</p>${state.table.you.length ? "" : html`<p class="muted">You are watching this game.</p>`}</div>`;
}

export function ending(page) {
  const { state, words } = page;
  const { winners = [], scores } = state.view;
  const mine = state.table.you;
  const isWon = winners?.some((letter) => mine.includes(letter));
  const sides = new Set((winners ?? []).map((letter) => state.table.seats.find((seat) => seat.letter === letter)?.side));
  const title = !winners?.length || sides.size > 1 ? "A draw" : mine.length && !state.table.hot_seat ? (isWon ? "You win" : "You lose") : `${words.seat(winners[0])} win`;
  const ranking = [...state.table.seats].sort((one, other) => (scores[other.letter] ?? 0) - (scores[one.letter] ?? 0));
  return html`<div class="ask ending"><h2>${title}</h2><ol>${ranking.map((seat) => html`<li class="k-${seat.clan}"><b>${seat.name}</b><span>${scores[seat.letter] ?? 0}</span></li>`)}</ol>
<div class="plan-buttons">${state.table.can?.rematch ? html`<button type="button" class="btn seal wide" data-do="rematch">Play again</button>` : ""}${page.urls.replay ? html`<a class="btn wide" href="${page.urls.replay}">Watch the replay</a>` : ""}${page.urls.file && state.table.stage === "over" ? html`<a class="btn text" href="${page.urls.file}">Download the game</a>` : ""}<a class="btn text" href="${page.urls.lobby}">Back to Play</a></div></div>`;
}

export const since = (page) => html`<div class="ask since"><h2>What happened since</h2><ol>${page.missed.map((entry) => html`<li>${entry}</li>`)}</ol><a class="btn wide" href="${page.urls.replay}?at=${page.missedFrom}&amp;play=1">Watch it as a replay</a><button type="button" class="btn seal wide" data-do="since">${page.found.isMine ? "Take my turn" : "Go on"}</button></div>`;

const OFFERS = { draw: "a draw", pause: "a break", undo: "to take back the last move" };

// What can be done with the whole table, and what the others have offered.
export function tableActions({ state, hasSound }) {
  const { can = {}, offers = {}, you } = state.table;
  const asked = Object.entries(offers).filter(([, seats]) => seats.length && !seats.some((letter) => you.includes(letter)));
  return html`${asked.map(([kind]) => html`<p>Your opponent offers ${OFFERS[kind] ?? kind}.</p><button type="button" data-action="${{ draw: "draw-offer", pause: "pause", undo: "undo-accept" }[kind]}">${icon("u-check")}Accept</button><button type="button" data-action="${kind === "undo" ? "undo-decline" : "offers-decline"}">${icon("u-x")}Decline</button>`)}
<button type="button" data-do="sound" aria-pressed="${Boolean(hasSound)}">${icon("u-bell")}Sounds: ${hasSound ? "on" : "off"}</button>${can.offer_draw ? html`<button type="button" data-action="draw-offer">${icon("u-person")}Offer a draw</button>` : ""}${can.pause ? html`<button type="button" data-action="pause">${icon("i-clock")}Suggest a break</button>` : ""}${can.resume ? html`<button type="button" data-action="resume">${icon("u-play")}Go on</button>` : ""}${can.claim ? html`<button type="button" data-action="claim">${icon("i-clock")}Claim the game on time</button>` : ""}${can.concede ? html`<button type="button" data-do="concede">${icon("u-flag")}Concede</button>` : ""}`;
}
