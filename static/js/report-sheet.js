// What the report's page makes of its fields: a tally sheet for each team, whom an injury
// befell, score and All-Stars as they follow from it, and everything once more before it
// is sent. It adds up what the server wrote beside the fields and decides nothing itself.

import { button, chosen, element } from "./report-elements.js";
import { Grid } from "./report-grid.js";

const CHOICES = 2; // All-Stars offered at once

export class Sheet {
  /** `send` takes a list of taps, `step` a box and by how much it is counted. */
  constructor(form, { send, step }) {
    this.form = form;
    this.send = send;
    this.rows = [...form.querySelectorAll("[data-ninja]")].map((element) => new Row(element));
    this.dock = form.querySelector("[data-dock]");
    this.less = form.querySelector("[data-less]");
    this.teams = [...form.querySelectorAll("[data-team]")];
    const keyed = (box, key) => this.keyed(box, key, step);
    this.grids = this.teams.map((screen) => new Grid(screen, this.rowsOf(screen), keyed));
  }

  begin() {
    for (const row of this.rows) row.begin();
    for (const grid of this.grids) grid.begin();
    this.form.querySelector("[data-foot]").append(this.form.querySelector("[data-send]"));
    this.screens();
    this.less.addEventListener("click", () => this.takeBack(!this.takesBack));
    this.onOffer("score", () => this.takeScore());
    this.onOffer("stars", () => this.takeStars());
    for (const more of this.form.querySelectorAll("[data-others]")) {
      more.addEventListener("click", () => this.unfold(more.closest("[data-stars]")));
    }
  }

  draw() {
    for (const row of this.rows) row.draw();
    for (const grid of this.grids) grid.draw();
    for (const mark of this.form.querySelectorAll("[data-earned]")) {
      const stars = this.starsOf(mark.dataset.earned) * Number(mark.dataset.starXp ?? 0);
      mark.textContent = `${this.earned(mark.dataset.earned) + stars} XP`;
    }
    this.offers();
    this.overview();
  }

  rowsOf(screen) {
    return this.rows.filter((row) => screen.contains(row.element));
  }

  earned(ninja) {
    return this.rows.find((row) => row.key === ninja)?.sum("xp") ?? 0;
  }

  /** How many All-Star awards a ninja is named for. */
  starsOf(ninja) {
    const awards = [...this.form.querySelectorAll("[data-stars]")];
    return awards.filter((one) => `${one.dataset.stars.split(".")[0]}.n${chosen(one)}` === ninja).length;
  }

  // ---- one screen at a time, in the order of the page

  screens() {
    const all = [...this.form.querySelectorAll("[data-screen]")];
    const links = [...this.form.querySelectorAll(".screens a")];
    const next = this.form.querySelector("[data-next]");
    this.form.querySelector("[data-keep]").hidden = true;
    const show = () => {
      const place = Math.max(0, all.findIndex((one) => `#${one.id}` === location.hash));
      const isLast = place === all.length - 1;
      all.forEach((one, at) => { one.hidden = at !== place; });
      links.forEach((link, at) => {
        if (at === place) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      });
      links[place].scrollIntoView({ block: "nearest", inline: "center" });
      next.hidden = isLast;
      this.form.querySelector("[data-send]").hidden = !isLast;
      this.less.hidden = isLast;
      this.takeBack(false);
      this.close();
      this.sort();
      this.overview(); // at once: what comes later would move what is below it
      window.scrollTo(0, 0);
    };
    next.addEventListener("click", () => {
      const place = all.findIndex((one) => !one.hidden);
      location.hash = all[place + 1].id;
    });
    window.addEventListener("hashchange", show);
    show();
  }

  // ---- what a tap does

  get takesBack() {
    return this.less.getAttribute("aria-pressed") === "true";
  }

  /** While it is on, each tap on a team takes one back. */
  takeBack(isOn) {
    this.less.setAttribute("aria-pressed", isOn);
    for (const screen of this.teams) screen.classList.toggle("taking-back", isOn);
    if (isOn) this.say("Each tap takes one back.");
    else this.close();
  }

  keyed(box, key, step) {
    if (key === "+" || key === "-") step(box, key === "+" ? 1 : -1);
    else step(box, Number(key) - this.rowOf(box).total(box.closest("[data-cell]").dataset.cell));
  }

  // ---- whom an injury befell

  /** The field from which a minus takes: injuries of nobody in particular go first. */
  takenFrom(input) {
    return this.rowOf(input)?.takenFrom(input) ?? input;
  }

  /** After an injury the names of those whom it may have befallen are offered. */
  counted(input, step) {
    const row = this.rowOf(input);
    const victims = row?.victimsBeside(input) ?? [];
    if (step > 0 && victims.length) this.ask(row, input, victims);
    else this.close();
  }

  rowOf(input) {
    return this.rows.find((row) => row.element.contains(input));
  }

  /** Nobody has to answer: the next tap asks about the next injury. */
  ask(row, input, victims) {
    this.say(`Whom did ${row.name} injure? If you like.`, victims.map((victim) => button(this.short(victim.name), () => {
      this.send([{ field: input.name, add: -1 }, { field: victim.field, add: 1 }]);
      this.carry(row, victim);
    }, victim.name)));
  }

  /** The first name, where nobody at the table shares it. */
  short(name) {
    const [first] = name.split(" ");
    return this.rows.filter((row) => row.name.split(" ")[0] === first).length > 1 ? name : first;
  }

  /** Most walk out of the Healing House again; of who did not, it is said here. */
  carry(row, victim) {
    const there = this.form.elements.namedItem(victim.healing);
    const label = "In the Healing House at the end";
    const toggle = button(label, () => {
      const value = toggle.getAttribute("aria-pressed") !== "true";
      toggle.setAttribute("aria-pressed", value);
      this.send([{ field: victim.healing, value }]);
    });
    toggle.setAttribute("aria-pressed", Boolean(there?.checked));
    this.say(`${row.name} injured ${victim.name}.`, [toggle]);
  }

  /** The dock keeps its place on a team's screen, so that nothing moves under a thumb. */
  say(words, buttons = []) {
    const names = this.dock.querySelector("[data-dock-names]");
    this.dock.querySelector("[data-dock-words]").textContent = words;
    names.replaceChildren(...buttons);
    names.scrollLeft = 0;
    this.dock.hidden = false;
  }

  close() {
    this.say("Tap a box for each time it happened.");
    this.dock.hidden = !this.teams.some((screen) => !screen.hidden);
  }

  // ---- what follows from what was counted

  onOffer(what, act) {
    this.form.querySelector(`[data-offer="${what}"] button`)?.addEventListener("click", act);
  }

  /** What differs from what is there, if anything; otherwise the offer goes. */
  offers() {
    const scores = this.scores();
    const isCounted = scores.some((one) => one.points);
    this.offer("score", scores.map((one) => one.points).join(" : "), isCounted ? this.oddScores() : []);
    const stars = this.brightest();
    this.offer("stars", `Take ${stars.map((one) => one.name).join(", ")}`, stars);
  }

  offer(what, words, changes) {
    const offer = this.form.querySelector(`[data-offer="${what}"]`);
    if (!offer) return;
    if (changes.length) offer.querySelector("[data-offered]").textContent = words;
    offer.hidden = !changes.length;
  }

  takeScore() {
    this.send(this.oddScores().map((one) => ({ field: one.input.name, value: one.points })));
  }

  takeStars() {
    this.send(this.brightest().map((one) => ({ field: one.field, value: one.ninja })));
  }

  oddScores() {
    return this.scores().filter((one) => Number(one.input.value) !== one.points);
  }

  /** What the taps come to, by the points that the challenge gives for them. */
  scores() {
    return this.teams.map((screen) => ({
      input: this.form.elements.namedItem(`${screen.dataset.team}.score`),
      points: this.rowsOf(screen).reduce((sum, row) => sum + row.sum("points"), 0),
    }));
  }

  /** Who earned most, for every award that nobody has; nobody twice, and nobody who
   * earned nothing. */
  brightest() {
    const awards = [...this.form.querySelectorAll("[data-stars]")];
    const teamOf = (award) => award.dataset.stars.split(".")[0];
    const named = new Set(awards.map((one) => `${teamOf(one)}.n${chosen(one)}`));
    const found = [];
    for (const award of awards.filter((one) => chosen(one) === "0")) {
      const [best] = [...award.querySelectorAll("[data-earned]")]
        .map((mark) => ({ key: mark.dataset.earned, choice: mark.closest(".choice") }))
        .filter((one) => this.earned(one.key) && !named.has(one.key))
        .sort((one, other) => this.earned(other.key) - this.earned(one.key));
      if (!best) continue;
      named.add(best.key);
      const ninja = Number(best.choice.querySelector("input").value);
      const name = best.choice.querySelector("b").textContent;
      found.push({ field: award.dataset.stars, ninja, name });
    }
    return found;
  }

  /** Who earned most is offered first; only on entering, so that nothing jumps. */
  sort() {
    const worth = (choice) => {
      const mark = choice.querySelector("[data-earned]");
      if (mark) return this.earned(mark.dataset.earned);
      return choice.matches(".later") ? -2 : -1;
    };
    for (const award of this.form.querySelectorAll("[data-stars]")) {
      const list = award.querySelector(".shining");
      const sorted = [...list.children].sort((one, other) => worth(other) - worth(one));
      list.append(...sorted);
      sorted.forEach((one, at) => {
        const isNamed = one.querySelector("input").checked && !one.matches(".later");
        one.classList.toggle("folded", at >= CHOICES && !isNamed);
      });
      award.querySelector("[data-others]").hidden = sorted.length <= CHOICES;
    }
  }

  unfold(award) {
    const isOpen = award.classList.toggle("unfolded");
    award.querySelector("[data-others]").setAttribute("aria-expanded", isOpen);
  }

  // ---- everything once more

  overview() {
    const place = this.form.querySelector("[data-overview]");
    if (!place.closest("[data-screen]").hidden) place.replaceChildren(...this.told());
    place.hidden = false;
  }

  told() {
    return this.teams.map((screen) => {
      const head = element("h3");
      const score = this.form.elements.namedItem(`${screen.dataset.team}.score`).value;
      head.append(element("span", screen.dataset.name), element("span", score));
      const lines = this.rowsOf(screen).map((row) => [row, this.line(screen, row)]).filter(([, text]) => text);
      const list = element("ul");
      list.append(...lines.map(([row, text]) => element("li", `${row.name}: ${text}.`)));
      if (!lines.length) list.append(element("li", "Nothing was counted."));
      const away = this.form.elements.namedItem(`${screen.dataset.team}.absent`)?.checked;
      if (away) list.replaceChildren(element("li", "Did not come, and loses."));
      const part = element("section");
      part.append(head, list);
      return part;
    });
  }

  line(screen, row) {
    const counted = [...screen.querySelectorAll("[data-column]")].flatMap((head) => {
      const label = head.firstElementChild.textContent;
      return row.cells(head.dataset.column).filter(({ cell }) => cell !== "fielded" && row.total(cell)).map(({ cell, whose }) => {
        if (cell === "healing") return label;
        const named = row.names(cell);
        return `${label}${whose ? ` of ${whose}` : ""} ${row.total(cell)}${named ? ` (${named})` : ""}`;
      });
    });
    const chosen = [...this.form.querySelectorAll(`[data-stars^="${screen.dataset.team}."] :checked`)];
    const stars = chosen.filter((one) => `${screen.dataset.team}.n${one.value}` === row.key);
    return [...counted, ...stars.map(() => "All-Star")].join(", ");
  }
}

/** One ninja with everything that is counted for it. */
class Row {
  constructor(element) {
    this.element = element;
    this.key = element.dataset.ninja;
    this.name = element.dataset.name;
    this.victims = [...element.querySelectorAll("[data-victim]")].map((one) => ({
      field: one.dataset.victim,
      name: one.dataset.name,
      column: one.dataset.in,
      healing: one.dataset.healing,
      input: one.querySelector("input"), // none where a column's own field counts it
    }));
  }

  /** A box shows the sum, for injuries with those that have a name. */
  begin() {
    for (const cell of this.element.querySelectorAll("[data-cell]:has([data-count])")) {
      cell.querySelector('[data-add="1"]').replaceChildren(element("output"));
    }
  }

  draw() {
    for (const sum of this.element.querySelectorAll("[data-cell] output")) {
      const cell = sum.closest("[data-cell]");
      const total = this.total(cell.dataset.cell);
      sum.value = total;
      sum.parentElement.setAttribute("aria-label", `${this.name}, ${cell.dataset.label}: ${total}`);
      sum.closest(".tally").classList.toggle("some", total > 0);
    }
    // Who did something was there; a faint tick says that nobody has to tell it.
    const cells = [...this.element.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell);
    const isBusy = cells.some((column) => column !== "fielded" && this.total(column));
    this.element.querySelector('[data-cell="fielded"] input').classList.toggle("implied", isBusy);
    const named = this.element.querySelector("[data-named]");
    const names = this.names();
    named.textContent = names && `injured ${names}`;
    named.hidden = !names;
  }

  /** Victims with a field of their own, counted in this column. */
  ownNamed(column) {
    return this.victims.filter((one) => one.input && (!column || one.column === column));
  }

  names(column) {
    return this.ownNamed(column)
      .filter((one) => Number(one.input.value))
      .map((one) => (Number(one.input.value) > 1 ? `${one.name} ×${one.input.value}` : one.name))
      .join(", ");
  }

  total(column) {
    const input = this.element.querySelector(`[data-cell="${column}"] input`);
    if (!input) return 0;
    if (input.type === "checkbox") return Number(input.checked || input.classList.contains("implied"));
    return this.ownNamed(column).reduce((sum, one) => sum + Number(one.input.value), Number(input.value));
  }

  /** What is counted under a head: one thing, or one for each team. */
  cells(head) {
    return [...this.element.querySelectorAll(`[data-head="${head}"]`)].map((cell) => cell.dataset);
  }

  under(head) {
    return this.cells(head).reduce((sum, { cell }) => sum + this.total(cell), 0);
  }

  /** Of everything counted, what each time of it is worth in "xp" or "points". */
  sum(worth) {
    const inputs = [...this.element.querySelectorAll("[data-count]")]
      .filter((one) => worth !== "points" || !one.dataset.needs || this.total(one.dataset.needs));
    return inputs.reduce((sum, one) => sum + Number(one.value) * Number(one.dataset[worth] ?? 0), 0);
  }

  takenFrom(input) {
    if (Number(input.value) > 0) return input;
    const column = input.closest("[data-cell]")?.dataset.cell;
    const named = column ? this.ownNamed(column).filter((one) => Number(one.input.value)) : [];
    return named.at(-1)?.input ?? input;
  }

  /** Whom an injury of this field's column may have befallen, if it can be asked. Who
   * injured a plain ninja may have hit a chunin after all. */
  victimsBeside(input) {
    const column = input.closest("[data-cell]")?.dataset.cell;
    if (!column || !this.ownNamed(column).length) return [];
    const [kind, ...team] = column.split(".");
    const also = ["injured-chunin", ...team].join(".");
    return this.victims.filter((one) => one.column === column || (kind === "injured" && one.column === also));
  }
}
