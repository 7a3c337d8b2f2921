// The table in words: lists, named spaces, single keys and a command line in the game's
// notation. It shows the same states as the board and can play a whole game.

import { addressesOf, Link } from "./link.js";
import { capital, counted, fill, html } from "./markup.js";
import { newEntries } from "./motion.js";
import { logLine } from "./panels.js";
import { groundOf, prepare } from "./payload.js";
import { lineOf, linesTo, study } from "./questions.js";
import { columnOf, nameOf, rowOf, WIDTH } from "./spaces.js";
import { describeWay, Words, verdict } from "./words.js";

const MOST_BUTTONS = 8;
const RADIUS = 4;
const KEYS = { o: "options", b: "around", m: "mine", t: "theirs", h: "hand", l: "log", c: "command" };

export class TextPage {
  constructor(root) {
    this.root = root;
    this.urls = addressesOf(root);
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.link = new Link({
      urls: this.urls, token: root.dataset.token, onState: (state) => this.show(state),
      onStatus: (status) => { this.parts.connection.textContent = { live: "", offline: "You are offline.", reconnecting: "Connecting again.", "sending again": "No answer yet. Sending again." }[status]; },
    });
    const state = JSON.parse(document.getElementById("table-state").textContent);
    this.ground = groundOf(state);
    this.cursor = "J10";
    this.show(state);
    this.listen();
    this.link.start(state);
  }

  show(state) {
    const earlier = this.state;
    const entries = newEntries(state, earlier);
    this.state = prepare(state, earlier);
    this.words = new Words(state, this.ground);
    this.found = study(state, this.words);
    this.preview = null;
    const figure = this.words.figure(this.found.question?.figure);
    if (figure?.space && earlier?.question?.figure !== figure.label) this.cursor = figure.space;
    this.draw();
    const asked = this.headline();
    this.parts.say.textContent = [...entries.slice(-6).map((entry) => entry.text), asked].join(" ");
    this.root.dataset.shown = state.version;
    this.root.dataset.asks = this.found.isMine ? state.question.kind : "";
    this.root.dataset.stage = state.table.stage;
  }

  headline() {
    const { state, found } = this;
    if (state.table.stage === "over") {
      const names = (state.view.winners ?? []).map((letter) => this.words.seat(letter));
      return names.length ? `The game is over. Winner: ${names.join(", ")}.` : "The game is over: a draw.";
    }
    return found.isMine ? `Your turn. ${found.question.prompt}` : state.waits || "Waiting for the other players.";
  }

  draw() {
    const { state, words, parts, found } = this;
    const { view } = state;
    const score = state.table.seats.map((seat) => `${seat.name} ${view.scores?.[seat.letter] ?? 0}`).join(", ");
    fill(parts.score, `${state.table.challenge.name}${view.round ? `, round ${view.round} of ${view.rounds ?? "?"}` : ""}. ${score}.`);
    fill(parts.headline, this.headline());
    const last = (state.log ?? []).filter((entry) => entry.kind !== "said").at(-1);
    fill(parts.subline, `${view.moon ? `${capital(view.moon)} moon. ` : ""}${view.move ? `${counted(view.move.points, "movement point")} left. ` : ""}${last ? `Last: ${last.text}` : ""}`);
    fill(parts.options, this.optionList());
    const mine = view.figures.filter((figure) => state.table.you.includes(figure.seat));
    const theirs = view.figures.filter((figure) => !state.table.you.includes(figure.seat));
    fill(parts.mine, mine.map((figure) => this.figureRow(figure)));
    fill(parts.theirs, theirs.map((figure) => this.figureRow(figure)));
    fill(parts.hand, (view.hand ?? []).map((card) => html`<li><b>${card.name}</b> (${card.moon ?? "no"} moon). ${card.text} ${card.moon_text ? `${capital(card.moon ?? "")} moon: ${card.moon_text}` : ""}${card.why_not ? html`<small>${card.why_not}</small>` : ""}</li>`));
    fill(parts.log, (state.log ?? []).slice(-40).reverse().map((entry) => html`<li>${logLine(entry, words)}</li>`));
    fill(parts.roll, this.rollText());
    fill(parts.undo, state.table.can?.undo && state.undo?.kind !== "none" && state.table.stage !== "over" ? html`<button type="button" class="btn s" data-do="undo">${state.undo?.text || "Undo"}</button>` : state.undo?.why ? html`<p class="muted">No undo: ${state.undo.why}</p>` : "");
    this.drawGrid();
    if (!found.isMine) parts.hint.textContent = "";
  }

  figureRow(figure) {
    const where = figure.place === "board" ? figure.space : { "healing-house": "Healing House", "training-ground": "Training Ground" }[figure.place] ?? "away";
    return html`<li><b>${figure.name}</b> (${figure.label}), ${this.words.describe(figure).split(", ").slice(1).join(", ")}. ${where}. Movement ${figure.mv}, attack ${figure.at}, defence ${figure.df}.</li>`;
  }

  rollText() {
    const { roll } = this.state;
    if (!roll) return "";
    return html`<p>${roll.pools.map((pool) => `${pool.figure ? this.words.fullName(pool.figure) : this.words.seat(pool.seat)} rolled ${pool.faces.map((face, n) => `${(pool.first ?? 1) + n} ${face}`).join(", ")}`).join(". ")}.${roll.need ? ` ${roll.need} ${roll.element} needed.` : ""}</p>`;
  }

  // Every option: buttons where there are few, a list to choose from where there are many.
  optionList() {
    const { state, found, words } = this;
    if (state.table.stage === "over") return html`<li><button type="button" class="btn s" data-do="rematch">Play again</button></li><li><a href="${this.urls.lobby}">Back to Play</a></li>`;
    if (!found.isMine) return html`<li>${state.waits || "Waiting for the other players."}</li>`;
    const attacks = state.hints?.attacks ?? [];
    return [...found.question.options.map((option, n) => {
      if (option.mode === "dice") {
        return html`<li><form data-dice="${lineOf(found.seat, option)}"><fieldset><legend>${words.choice(option)}</legend>${option.args.map((arg) => html`<label><input type="checkbox" value="${arg}"> die ${arg}, ${this.faceOf(arg)}</label> `)}</fieldset><button class="btn s">${words.choice(option)}</button></form></li>`;
      }
      if ((option.args?.length ?? 0) > MOST_BUTTONS) {
        const entries = this.spacesOf(option);
        return html`<li><form data-many="${n}"><label for="many-${n}">${option.label ?? words.choice(option, "")} (${entries.length})</label><div class="row"><select id="many-${n}">${entries.map(([arg, text]) => html`<option value="${arg}">${text}</option>`)}</select><button class="btn s">${option.label ?? "Choose"}</button></div></form></li>`;
      }
      return (option.args?.length ? option.args : [null]).map((arg) => {
        const line = lineOf(found.seat, option, arg);
        const hint = attacks.find((one) => one.line === line);
        const test = state.hints?.tests?.find((one) => one.verb === option.verb);
        const result = state.hints?.results?.find((one) => one.element === arg);
        const note = hint ? `${hint.attack.total} dice against ${hint.defence?.total ?? 0}, ${verdict(hint)}` : test ? `${Math.round(test.chance * 100)}% to pass` : result?.text ?? "";
        return html`<li><button type="button" class="option" data-line="${line}" data-key="${line}">${words.choice(option, arg)}${note ? html`<small>${note}</small>` : ""}</button></li>`;
      });
    })];
  }

  faceOf(number) {
    for (const pool of this.state.roll?.pools ?? []) {
      const at = number - (pool.first ?? 1);
      if (at >= 0 && at < pool.faces.length) return pool.faces[at];
    }
    return "not rolled";
  }

  spacesOf(option) {
    const { words, found } = this;
    if (option.mode !== "space") return option.args.map((arg) => [arg, words.choice(option, arg)]);
    const args = option.verb === "go" ? [...found.spaces].filter(([, list]) => list.some((choice) => choice.verb === "go")).map(([space]) => space) : option.args;
    const cost = (space) => found.reach.get(space)?.cost ?? 0;
    return [...args].sort((one, other) => cost(one) - cost(other)).map((space) => {
      const entry = found.reach.get(space);
      return [space, `${space}, ${words.ground(space)}${entry ? `, ${words.way(entry)}` : ""}`];
    });
  }

  // ---------- the grid round the cursor

  drawGrid() {
    const { cursor, words } = this;
    const [column, row] = [columnOf(cursor), rowOf(cursor)];
    const range = (middle) => Array.from({ length: 2 * RADIUS + 1 }, (_, n) => Math.max(0, Math.min(WIDTH - 2 * RADIUS - 1, middle - RADIUS)) + n);
    const rows = range(row).reverse();
    fill(this.parts.grid, html`<table><tbody><tr><td></td>${range(column).map((c) => html`<th scope="col">${String.fromCharCode(65 + c)}</th>`)}</tr>${rows.map((r) => html`<tr><th scope="row">${r + 1}</th>${range(column).map((c) => {
      const space = nameOf(c, r);
      const figure = words.at(space);
      const entry = this.found.spaces.has(space) ? this.found.reach.get(space) ?? {} : null;
      const isMine = figure && this.state.table.you.includes(figure.seat);
      const text = figure ? figure.label : entry ? (entry.chance ?? 1) < 1 ? Math.round(entry.chance * 100) : "·" : "";
      return html`<td class="${space === cursor ? "cursor " : ""}${figure ? (isMine ? "mine" : "theirs") : entry ? "can" : ""} g-${this.ground.kind(space)}">${text}</td>`;
    })}</tr>`)}</tbody></table>`);
    this.parts.cursor.textContent = words.space(cursor, this.found.spaces.has(cursor) ? this.found.reach.get(cursor) ?? {} : undefined);
  }

  move(east, north) {
    const within = (number) => Math.max(0, Math.min(WIDTH - 1, number));
    this.cursor = nameOf(within(columnOf(this.cursor) + east), within(rowOf(this.cursor) + north));
    this.drawGrid();
  }

  // ---------- commands

  // The lines a command stands for, and what they mean; or a sentence that says why not.
  understand(text) {
    const { found, words } = this;
    const command = text.trim().replace(/\s+/g, " ");
    if (!command) return { error: "Type a command, such as go E7 or attack b2." };
    const look = command.match(/^look ([a-t])(\d+)$/i);
    if (look) {
      const space = `${look[1].toUpperCase()}${look[2]}`;
      this.cursor = rowOf(space) < WIDTH && rowOf(space) >= 0 ? space : this.cursor;
      this.drawGrid();
      return { error: this.parts.cursor.textContent };
    }
    if (!found.isMine) return { error: this.headline() };
    const asks = found.question.options.flatMap((option) => (option.mode === "dice" ? [] : (option.args?.length ? option.args : [null]).map((arg) => ({ option, arg, verb: option.verb, line: lineOf(found.seat, option, arg), text: words.choice(option, arg) }))));
    const all = [...asks, ...[...found.spaces.values()].flat()];
    const wanted = [command.toLowerCase(), `${found.seat} ${command}`.toLowerCase()];
    const choice = all.find((one) => wanted.includes(one.line.toLowerCase())) ?? this.byName(all, command);
    const dice = found.question.options.find((option) => option.mode === "dice" && wanted.some((line) => line.startsWith(`${lineOf(found.seat, option)} `.toLowerCase())));
    if (dice) return { lines: [`${lineOf(found.seat, dice)} ${command.split(" ").at(-1)}`], text: words.choice(dice, command.split(" ").at(-1)) };
    if (!choice) return { error: `“${command}” is not possible now. Press O for the list of what you can do.` };
    const entry = choice.verb === "go" ? found.reach.get(choice.arg) : null;
    const figure = words.figure(found.question.figure);
    return { lines: linesTo(choice, entry), text: entry && figure ? describeWay(words, figure, entry) : `${choice.text}.` };
  }

  // "attack momiji" as well as "attack b2".
  byName(all, command) {
    const [verb, ...rest] = command.toLowerCase().split(" ");
    const name = rest.join(" ");
    const fits = all.filter((one) => one.option.mode === "figure" && one.verb === verb && name && this.words.name(one.arg).toLowerCase().startsWith(name));
    return fits.length === 1 ? fits[0] : undefined;
  }

  command() {
    const { input, hint } = this.parts;
    const meant = this.understand(input.value);
    if (meant.error) {
      this.preview = null;
      hint.textContent = meant.error;
      return;
    }
    const key = meant.lines.join("\n");
    if (this.preview === key) {
      input.value = "";
      this.preview = null;
      this.send(meant.lines);
      return;
    }
    this.preview = key;
    hint.textContent = `${meant.text} Press Enter again to do it.`;
  }

  async send(lines) {
    this.finish(await this.link.play(lines, this.state.version));
  }

  finish(sentence) {
    const text = sentence && sentence !== "busy" ? sentence : "";
    this.parts.hint.textContent = text;
    if (!text) this.parts.options.querySelector("button, select, input, a")?.focus({ preventScroll: true });
  }

  listen() {
    this.root.addEventListener("click", async (event) => {
      const target = event.target.closest("button");
      if (!target) return;
      if (target.dataset.line) this.send([target.dataset.line]);
      else if (target.dataset.do === "undo") this.finish(await this.link.post(this.urls.undo, {}));
      else if (target.dataset.do === "rematch") this.finish(await this.link.post(this.urls.rematch, {}));
    });
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      const { many, dice } = event.target.dataset;
      if (many !== undefined) this.sendMany(this.found.question.options[many], event.target.querySelector("select").value);
      else if (dice) this.sendDice(dice, event.target);
      else this.command();
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  sendMany(option, arg) {
    const choice = { option, arg, verb: option.verb, line: lineOf(this.found.seat, option, arg) };
    this.send(linesTo(choice, option.verb === "go" ? this.found.reach.get(arg) : null));
  }

  sendDice(line, form) {
    const numbers = [...form.querySelectorAll("input:checked")].map((box) => box.value);
    if (!numbers.length) { this.parts.hint.textContent = "Choose at least one die."; return; }
    this.send([`${line} ${numbers.join("+")}`]);
  }

  key(event) {
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.target === this.parts.around && steps[event.key]) this.move(...steps[event.key]);
    else if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "u") this.parts.undo.querySelector("button")?.click();
    else if (KEYS[event.key]) this.jump(KEYS[event.key]);
    else return;
    event.preventDefault();
  }

  jump(name) {
    const part = name === "command" ? this.parts.input : name === "around" ? this.parts.around : this.root.querySelector(`[data-jump="${name}"]`);
    part?.focus();
  }
}

export function mount(root) {
  root.page = new TextPage(root);
}

