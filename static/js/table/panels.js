// Everything beside the board: score, rounds, moon, a figure's card, the hand and the log.

import { capital, counted, dice, html, icon, raw, symbol } from "./markup.js";
import { portrait } from "./pieces.js";

const MOONS = ["spirit", "void", "earth", "air", "water", "fire"];

const crest = (seat) => html`<span class="seat-seal k-${seat.clan ?? "ronin"}">${icon(seat.clan ? `crest-${seat.clan}` : "t-ronin")}</span>`;

function clockText(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  return left >= 86_400 ? counted(Math.floor(left / 86_400), "day")
    : left >= 3600 ? `${counted(Math.floor(left / 3600), "hour")}`
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

const hasClock = (seat) => typeof seat.clock?.left_s === "number";
const clock = (seat) => (hasClock(seat) ? html`<span class="clock${seat.clock.runs ? " runs" : ""}">${icon("i-clock")}<span data-clock="${seat.letter}">${clockText(seat.clock.left_s)}</span></span>` : "");

// Let the running clock run on between two states.
export function tickClocks(element, state, since) {
  for (const seat of state.table.seats) {
    const shown = hasClock(seat) && seat.clock.runs && element.querySelector(`[data-clock="${seat.letter}"]`);
    if (shown) shown.textContent = clockText(seat.clock.left_s - (Date.now() - since) / 1000);
  }
}

function seatState(state, seat) {
  const { question, table } = state;
  if (table.stage === "over") return state.view.winners?.includes(seat.letter) ? "won" : "";
  if (question?.seat === seat.letter) return table.you.includes(seat.letter) ? "your turn" : seat.bot ? "thinking" : "to move";
  if (seat.bot) return seat.bot.name;
  return table.you.includes(seat.letter) && !table.hot_seat ? "you" : seat.person ?? (seat.is_online === false ? "away" : "");
}

export function scores(state) {
  const { seats } = state.table;
  const team = (seat, cls) => html`<div class="team ${cls}${state.question?.seat === seat.letter ? " turn" : ""}">${crest(seat)}<span><b>${seat.name}</b><small>${seatState(state, seat)}${clock(seat)}</small></span></div>`;
  const points = (seat) => state.view.scores?.[seat.letter] ?? 0;
  if (seats.length === 2) {
    return html`${team(seats[0], "")}<p class="points" aria-label="Score ${points(seats[0])} to ${points(seats[1])}">${points(seats[0])}<i>:</i>${points(seats[1])}</p>${team(seats[1], "right")}`;
  }
  return html`<ul class="many">${seats.map((seat) => html`<li>${team(seat, "")}<b class="points">${points(seat)}</b></li>`)}</ul>`;
}

export function track(state, words) {
  const { view } = state;
  if (!view.round) return html`<div><h2>Set-up</h2><p>${state.table.challenge.name} on ${state.table.ground.name}</p></div>`;
  const rounds = Array.from({ length: view.rounds ?? view.round }, (_, n) => n + 1);
  return html`<div><h2>Round ${view.round}${view.rounds ? ` of ${view.rounds}` : ""}</h2>
<div class="rounds" aria-hidden="true">${rounds.map((n) => html`<i class="${n < view.round ? "past" : n === view.round ? "now" : ""}">${n}</i>`)}</div>
<p>Moon: <b>${capital(view.moon ?? "none")}</b>${view.initiative ? html`. Initiative: <b>${words.seat(view.initiative)}</b>` : ""}</p></div>
<svg class="moons" viewBox="-50 -50 100 100" aria-hidden="true"><circle r="35" class="orbit"/>${MOONS.map((face, n) => {
    const angle = n * Math.PI / 3 - Math.PI / 2;
    const [x, y] = [Math.round(35 * Math.cos(angle)), Math.round(35 * Math.sin(angle))];
    return html`<g transform="translate(${x} ${y})" class="${face === view.moon ? "now" : ""}"><circle r="12"/>${symbol(`el-${face}`, 14)}</g>`;
  })}<path class="crescent" d="M4-15a15 15 0 1 0 11 19a12 12 0 0 1-11-19z"/></svg>`;
}

export function figureCard(figure, words, note = "") {
  const tokens = (figure.tokens ?? []).map(({ slug, count }) => `${capital(slug.replaceAll("-", " "))}${count > 1 ? ` ${count}` : ""}`);
  const facts = [capital(figure.type), ...(figure.affinities ?? []).map(capital)];
  if (figure.hidden) facts.push("in Stealth");
  if (figure.activated) facts.push("activated");
  return html`<header class="who k-${figure.clan ?? "sentry"}">${portrait(figure)}<span><b>${words.fullName(figure.label)}</b><small>${facts.join(" · ")}${note ? ` · ${note}` : ""}</small></span>
<dl class="stat">${[["MV", "mv"], ["AT", "at"], ["DF", "df"]].map(([name, key]) => html`<div><dt>${name}</dt><dd>${figure[key] ?? "–"}</dd></div>`)}</dl></header>
${tokens.length || figure.keywords?.length ? html`<ul class="traits">${tokens.map((token) => html`<li class="token">${token}</li>`)}${(figure.keywords ?? []).map((keyword) => html`<li>${keyword.url ? html`<a href="${keyword.url}" target="_blank" rel="noopener">${keyword.name}</a>` : keyword.name}</li>`)}</ul>` : ""}`;
}

export function hand(state, found, title = "Your moon cards") {
  const { view } = state;
  const others = Object.entries(view.hands ?? {}).filter(([letter]) => !state.table.you.includes(letter) || state.table.hot_seat);
  const cards = view.hand ?? [];
  const playable = new Map();
  for (const choice of found.cards) {
    const [head, slug] = choice.verb.split(" ");
    const key = head === "play" ? slug : cards[Number(choice.arg) - 1]?.slug;
    playable.set(key, [...(playable.get(key) ?? []), choice]);
  }
  const one = (card) => {
    const choices = playable.get(card.slug) ?? [];
    return html`<li class="moon-card${choices.length ? " hot" : ""}"><h3>${card.element || card.moon ? icon(`el-${card.moon ?? card.element}`, card.moon ?? card.element) : ""}${card.name}</h3><p>${card.text ?? ""}</p>${card.moon_text ? html`<p class="moon-text"><b>${capital(card.moon ?? "Moon")} moon:</b> ${card.moon_text}</p>` : ""}
${choices.map((choice) => html`<button type="button" class="play-card" data-line="${choice.line}" data-key="${choice.line}">${choice.text}</button>`)}${!choices.length && card.why_not ? html`<em>${card.why_not}</em>` : ""}</li>`;
  };
  return html`<h2>${cards.length || !others.length ? title : "Moon cards"}<span>${[...others.map(([letter, count]) => `${state.table.seats.find((seat) => seat.letter === letter)?.name ?? letter}: ${count}`), view.deck === undefined ? "" : `deck: ${view.deck}`].filter(Boolean).join(" · ")}</span></h2>
${cards.length ? html`<ul class="hand">${cards.map(one)}</ul>` : html`<p class="muted">${state.table.you.length ? "You hold no cards." : "Hands are hidden from spectators."}</p>`}`;
}

// Names of figures in the colour of their team, dice as dice.
export function logLine(entry, words) {
  const names = (entry.figures ?? []).map((label) => words.figure(label)).filter(Boolean);
  let parts = [entry.text];
  for (const figure of names) {
    parts = parts.flatMap((part) => {
      if (typeof part !== "string" || !part.includes(figure.name)) return [part];
      const at = part.indexOf(figure.name);
      return [part.slice(0, at), html`<b class="name k-${figure.clan ?? "sentry"}">${figure.name}</b>`, part.slice(at + figure.name.length)];
    });
  }
  const pools = (entry.dice ?? []).filter((pool) => pool.faces?.length);
  return html`${parts}${pools.map((pool, n) => html`${n ? raw('<span class="versus">against</span>') : " "}${dice(pool.faces)}`)}`;
}

export function log(state, words, limit = 60) {
  const entries = (state.log ?? []).slice(-limit).reverse();
  return entries.length ? entries.map((entry) => html`<li data-n="${entry.n}" class="${entry.kind ?? ""}">${logLine(entry, words)}</li>`) : html`<li class="muted">Nothing has happened yet.</li>`;
}

const PLACES = { board: "On the board", "training-ground": "Training Ground", "healing-house": "Healing House", away: "Left the game" };

export function teams(state, words) {
  return state.table.seats.map((seat) => html`<section class="roster"><h3>${crest(seat)}${seat.name}</h3>${Object.entries(PLACES).map(([place, title]) => {
    const figures = state.view.figures.filter((figure) => figure.seat === seat.letter && figure.place === place);
    return figures.length ? html`<h4>${title}</h4><ul>${figures.map((figure) => html`<li><button type="button" class="roster-row" data-look="${figure.label}">${portrait(figure, "s")}<span><b>${words.fullName(figure.label)}</b><small>${capital(figure.type)}${figure.space ? ` · ${figure.space}` : ""}${figure.activated ? " · activated" : ""}${figure.hidden ? " · in Stealth" : ""}</small></span></button></li>`)}</ul>` : "";
  })}</section>`);
}
