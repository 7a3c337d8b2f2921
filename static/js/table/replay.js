// The replay of a game: shows any moment of it, and plays from one to the next. Frames come
// from the server in batches; each but the first of a batch says only what is different.

import { Board } from "./board.js";
import { fill, html, icon } from "./markup.js";
import { Motion } from "./motion.js";
import * as overlays from "./overlays.js";
import { figureCard, hand, logLine, scores, track } from "./panels.js";
import { groundOf, prepare } from "./payload.js";
import { chart, marks, moments } from "./timeline.js";
import { Words } from "./words.js";

const BATCH = 30;
const PACE_MS = 1100;
// Faster than this, figures glide instead of walking.
const FASTEST_WALK = 2;
const LINK_MS = 400;
const KEYS = { c: "combat", s: "score", r: "round" };

const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

export class ReplayPage {
  constructor(root) {
    this.root = root;
    this.urls = JSON.parse(root.dataset.urls);
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.data = JSON.parse(document.getElementById("replay-data").textContent);
    this.frames = new Map();
    this.keep(this.data.frames);
    this.speed = 1;
    const { table, terrain } = this.data;
    this.board = new Board(this.parts.board, groundOf({ table, terrain }), {
      pick: (space) => this.pick(space), hold: (space) => this.pick(space), face: () => {}, look: () => {},
    });
    this.motion = new Motion(this.board);
    this.at = this.data.at;
    this.parts.range.max = this.data.last;
    this.show(this.at);
    this.listen();
    this.followHash();
    // "Watch it as a replay": what happened since, and then the game goes on.
    if (new URLSearchParams(location.search).has("play")) this.play();
  }

  // ---------- frames

  keep(frames) {
    let view = null;
    for (const frame of frames) {
      view = view ? { ...view, ...frame.view, figures: this.merged(view.figures, frame.view.figures ?? []) } : frame.view;
      this.frames.set(frame.n, { ...frame, view });
    }
  }

  merged(figures, changed) {
    const byLabel = new Map(changed.map((figure) => [figure.label, figure]));
    return figures.map((figure) => byLabel.get(figure.label) ?? figure);
  }

  async load(n) {
    if (this.frames.has(n)) return true;
    const query = new URLSearchParams({ count: BATCH });
    if (this.data.eyes) query.set("eyes", this.data.eyes);
    try {
      const answer = await fetch(`${this.urls.frames.replace(/0\/$/, `${n}/`)}?${query}`, { headers: { Accept: "application/json" } });
      const content = await answer.json();
      if (answer.ok) this.keep(content.frames);
      this.tell(answer.ok ? "" : content.detail);
      return answer.ok;
    } catch {
      this.tell("The next moments could not be loaded. Check your connection, then try again.");
      return false;
    }
  }

  stateAt(n) {
    const { table, terrain } = this.data;
    const { view, question, log } = this.frames.get(n);
    const figures = view.figures.map((figure) => ({ ...figure }));
    return prepare({ version: n, table, terrain, question, log, hints: {}, view: { ...view, figures } });
  }

  // ---------- going somewhere

  // Only the newest wish counts: somebody who drags the slider wants the last place.
  async go(n, { isWalked = false } = {}) {
    const wanted = Math.max(0, Math.min(this.data.last, n));
    this.wanted = wanted;
    this.parts.range.value = wanted;
    if (!await this.load(wanted) || this.wanted !== wanted) return false;
    if (isWalked && this.speed <= FASTEST_WALK && wanted === this.at + 1) {
      await this.motion.play(this.frames.get(wanted).log, this.state);
      if (this.wanted !== wanted) return false;
    }
    this.picked = null;
    this.show(wanted);
    return true;
  }

  step(by) {
    this.pause();
    return this.go(this.at + by, { isWalked: by === 1 });
  }

  jump(kind, by) {
    this.pause();
    const places = this.data.moments.filter((moment) => moment.jumps.includes(kind)).map((moment) => moment.n);
    const n = by > 0 ? places.find((place) => place > this.at) : places.findLast((place) => place < this.at);
    if (n === undefined) return this.say(`There is no ${by > 0 ? "later" : "earlier"} ${kind}.`);
    return this.go(n);
  }

  async play() {
    if (this.isPlaying) return;
    const run = {};
    this.isPlaying = run;
    this.drawPlay();
    if (this.at >= this.data.last) await this.go(0);
    while (this.isPlaying === run && this.at < this.data.last) {
      this.load(Math.min(this.data.last, this.at + BATCH / 2)); // ahead of time
      const began = performance.now();
      if (!await this.go(this.at + 1, { isWalked: true })) break;
      await wait(Math.max(60, PACE_MS / this.speed - (performance.now() - began) / 2));
    }
    if (this.isPlaying === run) this.pause();
  }

  pause() {
    this.isPlaying = null;
    this.motion.skip();
    this.drawPlay();
    this.remember();
  }

  // ---------- drawing

  show(n) {
    this.at = n;
    const { parts } = this;
    const state = this.stateAt(n);
    this.state = state;
    this.words = new Words(state, this.board.ground);
    this.board.draw(state.view, (space) => this.words.space(space));
    fill(parts.scores, scores(state));
    fill(parts.track, track(state, this.words));
    fill(parts.hand, this.data.eyes ? this.handMarkup() : "");
    parts.hand.hidden = !this.data.eyes;
    fill(parts.marks, marks(this.data, n));
    fill(parts.chart, chart(this.data, n));
    parts.range.value = n;
    parts.range.setAttribute("aria-valuetext", `${this.place()}. ${this.sentence()}`);
    this.drawNow();
    fill(parts.moments, moments(this.data, n));
    const current = parts.moments.querySelector("[aria-current]");
    if (current) parts.moments.scrollTop = current.parentElement.offsetTop - parts.moments.clientHeight / 3;
    this.drawPlay();
    this.remember();
    this.root.dataset.at = n;
    if (!this.isPlaying) this.say(this.sentence());
  }

  drawNow() {
    const { state, words, parts } = this;
    const acting = state.log.flatMap((entry) => entry.figures ?? []).map((label) => words.figure(label)).filter(Boolean);
    const figure = words.figure(this.picked) ?? acting[0];
    this.board.under(html`${state.log.filter(({ event }) => event?.type === "walked").map(({ event }) => this.wayMarkup(event))}`);
    this.board.over(html`${acting.slice(0, 2).filter((one) => one.place === "board" && one.space).map((one, n) => (n && one.side !== acting[0].side ? overlays.target(one) : overlays.ring(one)))}${this.picked && figure?.space ? overlays.ring(figure) : ""}`);
    fill(parts.now, html`${figure ? figureCard(figure, words) : ""}<div class="ask"><h2>${this.place()}</h2>${state.log.length ? html`<ul class="happened">${state.log.map((entry) => html`<li class="${entry.kind ?? ""}">${logLine(entry, words)}</li>`)}</ul>` : html`<p>${this.sentence()}</p>`}</div>`);
  }

  handMarkup() {
    const title = `Moon cards of ${this.words.seat(this.data.eyes)}`;
    return this.state.view.hand?.length ? hand(this.state, { cards: [] }, title) : html`<h2>${title}</h2><p class="muted">No cards in hand.</p>`;
  }

  wayMarkup({ figure, way }) {
    const from = this.frames.get(this.at - 1)?.view.figures.find((one) => one.label === figure)?.space ?? way[0];
    return overlays.path(from, way, {}, this.words.figure(figure)?.large);
  }

  place() {
    const { view } = this.state;
    return `${view.round ? `Round ${view.round}` : "Set-up"}, moment ${this.at} of ${this.data.last}`;
  }

  sentence() {
    if (!this.at) return this.data.last ? "The game begins. Press play." : "Nothing has happened yet.";
    return this.data.moments[this.at - 1].text;
  }

  drawPlay() {
    const { play } = this.parts;
    play.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    fill(play, this.isPlaying ? html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 4h4v16H6zM14 4h4v16h-4z"/></svg>` : icon("u-play"));
    for (const button of this.root.querySelectorAll("[data-step]")) {
      const by = Number(button.dataset.step);
      button.disabled = by < 0 ? this.at === 0 : this.at === this.data.last;
    }
  }

  pick(space) {
    const figure = this.words.at(space);
    this.picked = figure && figure.label !== this.picked ? figure.label : null;
    if (figure) this.say(this.words.describe(figure));
    this.drawNow();
  }

  // ---------- links

  // The frame for other sites, at this moment.
  get frame() { return `<iframe src="${new URL(this.urls.embed, location.href)}?at=${this.at}" width="800" height="760" title="Replay on Moonlight"></iframe>`; }

  get address() {
    const url = new URL(this.urls.page, location.href);
    if (this.data.eyes) url.searchParams.set("eyes", this.data.eyes);
    url.searchParams.set("at", this.at);
    return url.href;
  }

  // The address follows the moment, but not each step of a running replay.
  remember() {
    if (this.parts.embed) this.parts.embed.value = this.frame;
    clearTimeout(this.linkTimer);
    if (!this.isPlaying) this.linkTimer = setTimeout(() => history.replaceState(null, "", this.address), LINK_MS);
  }

  followHash() {
    const n = Number(location.hash.slice(1));
    if (location.hash.length > 1 && Number.isInteger(n)) this.go(n);
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(this.address);
      this.tell("The link to this moment is copied.");
    } catch {
      this.tell(`Copy this link: ${this.address}`);
    }
  }

  tell(sentence) { fill(this.parts.notice, sentence ? html`<p>${sentence}</p><button type="button" class="close" data-do="close" aria-label="Close">×</button>` : ""); }
  say(text) { this.parts.say.textContent = text; }

  listen() {
    const acts = { play: () => (this.isPlaying ? this.pause() : this.play()), copy: () => this.copyLink(), close: () => this.tell("") };
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const { step, jump, by, moment } = button.dataset;
      if (step) this.step(Number(step));
      else if (jump) this.jump(jump, Number(by));
      else if (moment) { this.pause(); this.go(Number(moment)); }
      else acts[button.dataset.do]?.();
    });
    this.parts.range.addEventListener("input", (event) => { this.isPlaying = null; this.go(Number(event.target.value)); });
    this.parts.speed.addEventListener("change", (event) => { this.speed = Number(event.target.value); });
    this.parts.branch?.addEventListener("submit", () => { this.parts.branch.action = this.urls.branch.replace(/0\/play\/$/, `${this.at}/play/`); });
    this.parts.embed?.addEventListener("focus", (event) => event.target.select());
    this.parts.eyes?.addEventListener("change", (event) => {
      const url = new URL(this.urls.page, location.href);
      if (event.target.value) url.searchParams.set("eyes", event.target.value);
      url.searchParams.set("at", this.at);
      location.assign(url);
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.followHash());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".board, input, select, dialog")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const jump = KEYS[event.key.toLowerCase()];
    if (event.key === " ") this.isPlaying ? this.pause() : this.play();
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "Home") this.step(-this.data.last);
    else if (event.key === "End") this.step(this.data.last);
    else if (jump) this.jump(jump, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }
}

export function mount(root) {
  root.page = new ReplayPage(root);
}
