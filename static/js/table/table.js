// The page of a table: shows each state, turns taps into plans and plans into moves.

import { ask, ending, since, tableActions } from "./asks.js";
import { Board } from "./board.js";
import { addressesOf, Link } from "./link.js";
import { fill, html } from "./markup.js";
import { miniature } from "./miniature.js";
import { missedSince, Motion, newEntries, rememberSeen, wantsSound } from "./motion.js";
import * as overlays from "./overlays.js";
import { hand, log, logLine, scores, teams, tickClocks, track } from "./panels.js";
import { groundOf, prepare } from "./payload.js";
import { FIGHTS, placeSpaces, planFigure, planMarkup, planPlacing, planSpace } from "./plans.js";
import { facingAt, lineOf, study } from "./questions.js";
import { Words } from "./words.js";

const STATUS = {
  live: "", offline: "You are offline. The game goes on when you are back.", reconnecting: "Connecting again…", "sending again": "No answer yet. Sending your move again…",
};
const phone = matchMedia("(max-width: 56rem)");

export class TablePage {
  constructor(root) {
    this.root = root;
    this.urls = addressesOf(root);
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.forget();
    this.link = new Link({ urls: this.urls, token: root.dataset.token, onState: (state, extra) => this.receive(state, extra), onStatus: (status) => this.connection(status) });
    const state = JSON.parse(document.getElementById("table-state").textContent);
    prepare(state);
    this.ground = groundOf(state);
    this.board = new Board(this.parts.board, this.ground, {
      pick: (space) => this.pick(space), face: (facing) => this.face(facing), hold: (space) => this.inspect(this.words.at(space), true), look: (space) => this.look(space), lensed: () => this.drawMini(),
    });
    this.motion = new Motion(this.board);
    const missed = missedSince(state);
    this.missedFrom = (missed[0]?.n ?? 1) - 1;
    this.hasSound = wantsSound();
    this.missed = missed.length ? missed.map((entry) => logLine(entry, new Words(state, this.ground))) : null;
    this.show(state);
    this.listen();
    this.link.start(state);
    root.dataset.shown = state.version;
  }

  forget() {
    Object.assign(this, { plan: null, picked: null, outlook: null, placing: null, verb: null, isTurning: false, isAside: false });
  }

  // ---------- states

  async receive(state, { isAnswer = false } = {}) {
    this.waitingState = state;
    if (this.isMoving) return;
    this.isMoving = true;
    while (this.waitingState) {
      const next = this.waitingState;
      this.waitingState = null;
      const entries = newEntries(next, this.state);
      const others = entries.filter((entry) => !isAnswer || !this.state.table.you.includes(entry.seat));
      if (others.length) await this.motion.play(others, this.state);
      this.show(next, entries);
    }
    this.isMoving = false;
  }

  show(state, entries = []) {
    const earlier = this.state;
    this.state = prepare(state, earlier);
    if (!earlier || JSON.stringify(earlier.question) !== JSON.stringify(state.question) || earlier.version !== state.version) this.forget();
    this.words = new Words(state, this.ground);
    this.found = study(state, this.words);
    const verbs = [...new Set((state.question?.options ?? []).filter((option) => option.mode === "space").map((option) => option.verb))];
    this.verb = verbs.includes(this.lastVerb) ? this.lastVerb : verbs[0] ?? null;
    const mustCover = state.table.hot_seat && this.found.isMine && this.found.seat !== this.uncovered && state.table.you.length > 1;
    if (mustCover) this.cover();
    this.draw();
    this.lensOnQuestion(earlier);
    if (this.hasSound && earlier) this.sound(entries, this.found.isMine && !earlier.question?.mine);
    const rolls = this.found.isMine && (state.question.kind === "result" || this.found.dice.length);
    if (this.dialog || rolls) this.withDialog((dialog) => dialog.follow(entries));
    if (entries.length) this.say(entries.slice(-3).map((entry) => entry.text).join(" "));
    if (this.found.isMine && (!earlier?.question?.mine || earlier.question.prompt !== state.question.prompt)) this.say(state.question.prompt, true);
    this.root.dataset.shown = state.version;
    this.root.dataset.asks = this.found.isMine ? state.question.kind : "";
    this.root.dataset.stage = state.table.stage;
    document.title = `${this.found.isMine ? "● Your move · " : ""}${state.table.challenge.name} | Moonlight`;
    rememberSeen(state);
    this.placeOn();
    this.shownAt = Date.now();
  }

  async sound(entries, isTurn) {
    const { playSounds } = await import("./sound.js");
    playSounds(entries.map((entry) => entry.kind), isTurn);
  }

  async toggleSound() {
    const { setSound } = await import("./sound.js");
    this.hasSound = !this.hasSound;
    setSound(this.hasSound);
    fill(this.parts.actions, tableActions(this));
    if (this.hasSound) this.sound([], true);
  }

  cover() {
    const { cover } = this.parts;
    fill(cover, html`<h2>Pass the device to ${this.words.seat(this.found.seat)}</h2><p>The cards stay covered until you are ready.</p><button type="button" class="btn seal" data-do="uncover">I am ${this.words.seat(this.found.seat)}</button>`);
    this.root.dataset.covered = "";
    if (!cover.open) cover.showModal();
  }

  uncover() {
    this.uncovered = this.found.seat;
    delete this.root.dataset.covered;
    this.parts.cover.close();
    this.draw();
  }

  // The dialog for dice is loaded when the first ones are due.
  async withDialog(act) {
    if (!this.dialog) {
      this.root.dataset.busy = "";
      const { CombatDialog } = await import("./dialogs.js");
      this.dialog ??= new CombatDialog(this, this.parts.combat);
      delete this.root.dataset.busy;
    }
    act(this.dialog);
  }

  // ---------- drawing

  draw() {
    const { state, words, found, parts } = this;
    this.board.draw(state.view, (space) => words.space(space, this.entryAt(space)));
    this.drawOverlays();
    fill(parts.scores, scores(state));
    fill(parts.track, track(state, words));
    fill(parts.hand, hand(state, found));
    fill(parts.log, log(state, words));
    fill(parts.teams, teams(state, words));
    this.drawAct();
    this.drawUndo();
    this.drawMini();
    fill(parts.actions, tableActions(this));
    if (!this.link.isBusy) delete this.root.dataset.busy;
  }

  drawAct() {
    const isOver = this.state.table.stage === "over";
    fill(this.parts.act, this.missed ? since(this) : isOver ? ending(this) : ask(this));
    this.root.toggleAttribute("data-planned", Boolean(this.plan));
  }

  drawUndo() {
    const { undo, table } = this.state;
    const canUndo = table.stage !== "over" && table.can?.undo && undo && undo.kind !== "none";
    fill(this.parts.undo, this.plan ? html`<button type="button" class="chip-button" data-do="clear">Clear the plan</button>`
      : canUndo ? html`<button type="button" class="chip-button" data-do="undo">${undo.kind === "consent" ? `Ask: ${undo.text}` : undo.text || "Undo"}</button>`
        : undo?.why && table.you.length && table.stage !== "over" ? html`<span class="chip-button off">No undo: ${undo.why}</span>` : "");
  }

  drawMini() {
    if (this.parts.mini && this.state) fill(this.parts.mini, this.board.isWhole ? "" : miniature(this.state, this.board.view));
  }

  entryAt(space) {
    const { found } = this;
    if (!found.spaces.has(space)) return undefined;
    return found.reach.get(space) ?? { space };
  }

  drawOverlays() {
    const { found, words, plan, board, state, outlook } = this;
    if (outlook) {
      board.under(outlook.under);
      board.over(html`${overlays.ring(words.figure(this.picked))}${outlook.over}`);
      return board.top("");
    }
    const active = words.figure(found.question?.figure ?? state.view.active);
    const looked = words.figure(this.picked);
    const zones = this.hasZones ? state.view.figures.filter((figure) => figure.place === "board" && figure.side !== (active?.side ?? -9)) : looked ? [looked] : [];
    const mine = new Set(state.table.you);
    const spaces = [...found.spaces].filter(([, choices]) => choices.some((choice) => choice.verb === this.verb)).map(([space]) => space);
    const entries = spaces.map((space) => found.reach.get(space) ?? { space, chance: 1 });
    const placing = this.placing ? placeSpaces(this) : [];
    board.under(html`${zones.map((figure) => overlays.zone(figure, mine.has(figure.seat)))}${placing.length ? overlays.options(placing) : entries.length ? overlays.reach(entries) : ""}`);
    const rings = [...found.figures.keys()].map((label) => words.figure(label)).filter((figure) => figure?.place === "board");
    const isTarget = (figure) => !mine.has(figure.seat);
    board.over(html`${active?.place === "board" && active.space ? overlays.ring(active) : ""}${rings.map((figure) => (isTarget(figure) ? overlays.target(figure) : overlays.ring(figure, "may")))}${looked?.space ? overlays.ring(looked) : ""}${plan ? planMarkup(plan, words, Boolean(plan.facings) && !phone.matches) : ""}`);
    const onlyFacing = found.facings.length === 1 && !found.spaces.size && active?.space;
    return board.top(onlyFacing ? overlays.facings(active.space, active.large, found.facings[0].args, null)
      : plan?.facings && plan.space && !phone.matches ? overlays.facings(plan.space, plan.figure?.large, plan.facings, plan.facing) : "");
  }

  lensOnQuestion(earlier) {
    if (!phone.matches) return this.board.lens(null);
    const asked = this.found.question?.figure;
    const figure = this.words.figure(asked ?? this.state.view.active);
    const isNew = earlier?.question?.figure !== asked || earlier?.question?.kind !== this.found.question?.kind;
    if (!this.found.isMine || !figure?.space) return isNew ? this.board.lens(null) : undefined;
    return isNew ? this.board.lens([figure.space], 11) : undefined;
  }

  // ---------- choosing

  pick(space) {
    if (this.isMoving) this.motion.skip();
    const { found, words } = this;
    const figure = words.at(space);
    if (!found.isMine || this.missed) return this.inspect(figure);
    if (this.plan?.space === space || (figure && this.plan?.target === figure)) return this.confirm();
    if (this.placing) return placeSpaces(this).includes(space) ? this.setPlan(planPlacing(this, space)) : this.inspect(figure);
    const onFigure = figure && found.figures.get(figure.label);
    if (onFigure) return this.planFigure(figure, onFigure);
    const here = (found.spaces.get(space) ?? []).filter((choice) => choice.verb === this.verb || found.spaces.get(space).length === 1);
    if (here.length) return this.setPlan(planSpace(this, space, here[0]));
    return this.inspect(figure);
  }

  inspect(figure, isHeld = false) {
    this.plan = this.outlook = null;
    this.picked = figure?.label === this.picked && !isHeld ? null : figure?.label ?? null;
    this.isAside = true;
    if (figure) this.say(this.words.describe(figure));
    this.drawPlan();
    if (this.picked && figure.space) this.foresee(figure.label);
  }

  // What a figure could do next, on the board and beside it.
  async foresee(label) {
    const { version } = this.state;
    const seer = await import("./outlook.js");
    const found = await seer.readOutlook(this.urls, version, label).catch(() => null);
    if (!found || this.picked !== label || this.state.version !== version) return;
    this.outlook = { ...seer.marks(found, this.words), panel: seer.panel(found, this.words) };
    this.say(seer.spoken(found, this.words));
    this.drawPlan();
  }

  look(space) {
    if (this.plan || !this.found || this.outlook) return;
    const entry = space && this.found.spaces.has(space) && this.found.reach.get(space);
    if (!entry) { if (this.isPreview) { this.isPreview = false; this.drawOverlays(); } return; }
    const figure = this.words.figure(this.found.question.figure);
    this.isPreview = true;
    this.plan = { space, entry, figure, facing: figure ? facingAt(this.words, figure, space, entry.path?.at(-2) ?? figure.space) : null };
    this.drawOverlays();
    this.plan = null;
  }

  setPlan(plan) {
    this.plan = plan;
    this.picked = this.outlook = null;
    this.drawPlan();
    this.say(plan.sentence);
  }

  planFigure(figure, choices) {
    const [choice] = choices;
    if (choices.length === 1 && FIGHTS.has(choice.verb)) return this.withDialog((dialog) => dialog.declare(choice, figure));
    return this.setPlan(planFigure(this.words, figure, choices));
  }

  face(facing) {
    if (this.plan?.facings) {
      this.plan.facing = facing;
      this.drawAct();
      return this.drawOverlays();
    }
    const { facings, seat } = this.found;
    const option = (this.isTurning && facings.find((one) => one.verb === "face")) || facings.find((one) => one.args.includes(facing));
    return option ? this.send([lineOf(seat, option, facing)]) : undefined;
  }

  clear() {
    this.plan = this.picked = this.outlook = null;
    this.drawPlan();
  }

  drawPlan() {
    this.drawAct();
    this.drawOverlays();
    this.drawUndo();
  }

  confirm(keepsGoing = false) {
    const { plan } = this;
    if (plan?.action) return this.act(this.urls[plan.action]);
    if (!plan?.lines) return undefined;
    const last = plan.ending && plan.facing && !keepsGoing ? [`${this.found.seat} ${plan.ending} ${plan.facing}`] : [];
    return this.send([...plan.lines, ...last]);
  }

  async send(lines) {
    if (this.link.isBusy) return;
    this.root.dataset.busy = "";
    this.finish(await this.link.play(lines, this.state.version));
  }

  async act(url, body = {}) {
    if (this.link.isBusy) return;
    this.root.dataset.busy = "";
    this.finish(await this.link.post(url, body));
  }

  finish(sentence) {
    delete this.root.dataset.busy;
    this.tell(sentence === "busy" ? "" : sentence);
  }

  tell(sentence) {
    fill(this.parts.notice, sentence ? html`<p>${sentence}</p><button type="button" class="close" data-do="close-notice" aria-label="Close">×</button>` : "");
  }

  say(text, isAsked = false) {
    this.parts[isAsked ? "asked" : "say"].textContent = text;
  }

  connection(status) {
    this.root.dataset.connection = status;
    fill(this.parts.connection, STATUS[status] ? html`<span>${STATUS[status]}</span>` : "");
  }

  listen() {
    const acts = {
      confirm: () => (this.dialog?.isDeclaring ? this.dialog.confirm() : this.confirm()), "keep-going": () => this.confirm(true), clear: () => this.clear(),
      undo: () => this.act(this.urls.undo), place: () => { this.placesAll = true; this.placeOn(); }, rematch: () => this.act(this.urls.rematch),
      turn: () => { this.isTurning = !this.isTurning; this.drawAct(); }, uncover: () => this.uncover(), since: () => { this.missed = null; this.drawAct(); },
      "close-notice": () => this.tell(""), whole: () => this.board.lens(null), zones: () => this.toggleZones(), dice: () => { this.isAside = false; this.withDialog((dialog) => dialog.follow([])); },
      concede: () => this.confirmConcede(), sound: () => this.toggleSound(),
    };
    this.root.addEventListener("click", (event) => {
      const target = event.target.closest("button, [data-do]");
      if (!target || target.disabled) return;
      const { line, face, figure, place, verb, look, tab } = target.dataset;
      if (this.dialog?.press(target)) return;
      if (line) this.send([line]);
      else if (face) this.face(face);
      else if (figure) this.planFigure(this.words.figure(figure), this.found.figures.get(figure));
      else if (place) this.startPlacing(place);
      else if (verb) { this.verb = this.lastVerb = verb; this.drawAct(); this.drawOverlays(); }
      else if (look) this.lookAt(look);
      else if (tab) this.showTab(tab);
      else if (target.dataset.action) this.act(this.urls[target.dataset.action]);
      else acts[target.dataset.do]?.();
    });
    this.parts.join?.addEventListener("submit", (event) => this.join(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", (event) => this.startDrag(event));
    setInterval(() => tickClocks(this.parts.scores, this.state, this.shownAt), 1000);
    phone.addEventListener("change", () => this.lensOnQuestion(null));
  }

  key(event) {
    if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && (this.plan || this.picked)) this.clear();
    else if (event.key === "u" && this.state.table.can?.undo) this.act(this.urls.undo);
    else if (event.key === "b") this.board.moveCursor(this.words.figure(this.found.question?.figure)?.space ?? this.board.cursor, true);
    else if (event.key === "z") this.toggleZones();
    else return;
    event.preventDefault();
  }

  startPlacing(label) {
    this.placing = this.placing === label ? null : label;
    this.plan = null;
    this.drawPlan();
  }

  // "Place them for me" goes on until everyone stands, with the other side's turns between.
  placeOn() {
    if (!this.found.isMine || !this.placesAll) return;
    this.placesAll = this.found.question.kind === "deploy";
    if (this.placesAll) setTimeout(() => this.act(this.urls.place));
  }

  // Drag a ninja from the tray onto a space.
  startDrag(event) {
    const label = event.target.closest?.("[data-place]")?.dataset.place;
    if (!label || event.pointerType === "touch" && !event.isPrimary) return;
    const drop = (up) => {
      window.removeEventListener("pointerup", drop);
      const space = document.elementFromPoint(up.clientX, up.clientY)?.dataset?.space;
      if (!space) return;
      this.placing = label;
      if (placeSpaces(this).includes(space)) this.setPlan(planPlacing(this, space));
    };
    window.addEventListener("pointerup", drop);
  }

  lookAt(label) {
    const figure = this.words.figure(label);
    if (figure?.space && phone.matches) this.board.lens([figure.space], 11);
    this.showTab("act");
    this.picked = null;
    this.inspect(figure);
  }

  showTab(tab) {
    this.root.dataset.tab = tab;
    for (const button of this.root.querySelectorAll("[data-tab][role=tab]")) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
  }

  toggleZones() {
    this.hasZones = !this.hasZones;
    this.root.querySelector("[data-do=zones]").ariaPressed = String(this.hasZones);
    this.drawOverlays();
  }

  async join(event) {
    event.preventDefault();
    const [kind, slug] = new FormData(event.target).get("team").split(":");
    const seat = this.state.table.seats.find((one) => one.open)?.letter;
    await this.act(this.urls.join, { seat, kind, slug });
    location.reload();
  }

  confirmConcede() {
    this.setPlan({ action: "concede", title: "Concede the game", sentence: "If you concede, the game ends and you lose.", warning: "This cannot be undone." });
    this.showTab("act");
  }
}

export function mount(root) {
  root.page = new TablePage(root);
}
