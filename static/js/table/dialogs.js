// The dialog of an attack or any other roll: opened by the page, fed with states.

import { chooseStage, declareStage, resultStage, rollStage, rollTitle } from "./combat.js";
import { fill, html, icon } from "./markup.js";
import { isStill } from "./motion.js";
import { pairsOf } from "./payload.js";
import { lineOf } from "./questions.js";
import { iconOf } from "./words.js";

const STAGE_MS = 1100;

const FIGHTS = new Set(["attack-began", "rolled", "rerolled", "outcome", "injured", "tokens-gained", "prevented", "shifted", "scored", "went-to", "card-played", "used"]);

export class CombatDialog {
  constructor(page, element) {
    Object.assign(this, { page, element, chosen: new Set(), result: null, declared: null, isMine: false, told: false });
    element.addEventListener("cancel", (event) => { event.preventDefault(); this.aside(); });
  }

  get isDeclaring() { return this.element.open && Boolean(this.declared); }

  show(markup) {
    fill(this.element, markup);
    if (!this.element.open) this.element.showModal();
  }

  close() {
    this.declared = null;
    if (this.element.open) this.element.close();
  }

  // Let the player look at the board; the panel has a way back.
  aside() {
    this.close();
    this.page.isAside = true;
    this.page.drawAct();
  }

  declare(choice, target) {
    const { words, found, state } = this.page;
    const attacker = words.figure(found.question.figure ?? state.view.active);
    const hint = (state.hints?.attacks ?? []).find((one) => one.line === choice.line);
    this.declared = choice;
    this.show(declareStage(words, hint, attacker, target, choice.verb, choice.text));
  }

  confirm() {
    const choice = this.declared;
    this.close();
    this.isMine = true;
    return this.page.send([choice.line]);
  }

  // After each state: what the dialog has to show now, if anything.
  follow(entries) {
    const { found, state, words } = this.page;
    const isElement = found.isMine && found.question.kind === "result";
    if (found.isMine && !this.page.isAside && (isElement || found.dice.length)) {
      this.told = false;
      return isElement ? this.showChoice() : this.showRoll();
    }
    const fought = entries.filter((entry) => FIGHTS.has(entry.kind));
    const began = fought.some((entry) => ["outcome", "rolled"].includes(entry.kind));
    if (this.isMine && began && !state.roll) {
      this.isMine = false;
      this.told = true;
      const pools = fought.filter((entry) => ["rolled", "rerolled"].includes(entry.kind)).reduce((list, entry) => {
        const { figure, faces, seat } = entry.event;
        return [...list.filter((pool) => pool.figure !== figure), { figure, seat, faces, dice: faces.length }];
      }, []);
      let first = 1;
      for (const pool of pools) { pool.first = first; first += pool.dice; }
      const outcome = fought.findLast((entry) => entry.kind === "outcome")?.event;
      const pairs = outcome?.left && pools.length === 2 ? pairsOf(pools, [outcome.left, outcome.right ?? []]) : null;
      const roll = { what: "attack", attacker: pools[0]?.figure, defender: pools[1]?.figure, pools, pairs };
      const sentences = fought.filter((entry) => !["rolled", "rerolled"].includes(entry.kind)).map((entry) => entry.text);
      return this.show(resultStage(words, rollTitle(words, roll), roll, sentences));
    }
    if (!this.declared && !this.told) this.close();
    return undefined;
  }

  // Before the choice, the dice and what cancels; a press goes on at once.
  showChoice() {
    const { found, words, state } = this.page;
    const key = `${state.version}`;
    if (state.roll?.pairs && this.staged !== key && !isStill()) {
      this.staged = key;
      const next = html`<button type="button" class="choice" data-do="choice">${icon("u-next")}<span>Choose the result</span></button>`;
      const nothing = { open: new Set(), chosen: new Set(), uses: "", passes: next, prompt: "" };
      this.show(rollStage(words, { ...state.roll, pairs: null }, nothing));
      this.timer = setTimeout(() => {
        this.show(rollStage(words, state.roll, nothing));
        this.timer = setTimeout(() => { if (this.page.state === state && this.element.open) this.showChoice(); }, STAGE_MS);
      }, STAGE_MS);
      return;
    }
    clearTimeout(this.timer);
    this.show(chooseStage(words, state.roll, found.buttons.filter((choice) => choice.option.mode === "element"), state.hints?.results, this.result));
  }

  showRoll() {
    const { found, words, state } = this.page;
    const open = new Set(found.dice.flatMap((option) => option.args));
    this.chosen = new Set([...this.chosen].filter((number) => open.has(number)));
    const fits = (option) => this.chosen.size && [...this.chosen].every((number) => option.args.includes(number)) && (option.mode === "dice" || this.chosen.size === 1);
    const uses = found.dice.map((option) => html`<button type="button" class="choice" data-use="${lineOf(found.seat, option)}" data-key="${lineOf(found.seat, option)}"${fits(option) ? "" : html` disabled`}>${icon(iconOf(option.verb))}<span>${words.choice(option)}<small>${option.text ?? (option.mode === "dice" ? "Any of the marked dice" : "One marked die")}</small></span></button>`);
    const passes = [...found.buttons, ...found.cards].map((choice) => html`<button type="button" class="choice" data-line="${choice.line}" data-key="${choice.line}">${icon(iconOf(choice.verb))}<span>${choice.verb === "pass" ? "Keep the dice" : choice.text}</span></button>`);
    const { roll } = state;
    const looksFor = roll?.need ? ` ${roll.need} ${roll.element} needed.` : "";
    this.show(rollStage(words, roll ?? { pools: [] }, { open, chosen: this.chosen, uses, passes, prompt: `${found.question.prompt}${looksFor}` }));
  }

  // Whether a press belonged to this dialog.
  press(target) {
    if (!this.element.contains(target)) return false;
    const { die, use, choose } = target.dataset;
    const act = target.dataset.do;
    if (die) {
      if (this.chosen.has(die)) this.chosen.delete(die); else this.chosen.add(die);
      this.showRoll();
    } else if (use) {
      const numbers = [...this.chosen].sort((one, other) => one - other).join("+");
      this.chosen = new Set();
      this.page.send([`${use} ${numbers}`]);
    } else if (choose) {
      this.result = choose;
      this.showChoice();
    } else if (act === "take") {
      const line = this.result;
      this.result = null;
      this.isMine = true;
      this.page.send([line]);
    } else if (act === "choice") this.showChoice();
    else if (act === "confirm") this.confirm();
    else if (act === "board") this.aside();
    else if (act === "back" || act === "close") { this.told = false; this.close(); this.page.drawAct(); }
    else return false;
    return true;
  }
}
