// What the report's page makes of its fields: one screen and one column at a time,
// whom an injury befell, who earned most, and everything once more before it is sent.
// It adds up what the server wrote beside the fields and decides nothing itself.

export class Sheet {
  /** `send` takes a list of taps. */
  constructor(form, send) {
    this.form = form;
    this.send = send;
    this.rows = [...form.querySelectorAll("[data-ninja]")].map((element) => new Row(element));
    this.dock = form.querySelector("[data-dock]");
  }

  begin() {
    this.screens();
    this.columns();
    for (const row of this.rows) row.begin();
    this.dock.querySelector("[data-dock-skip]").addEventListener("click", () => this.close());
    this.form.querySelector("[data-offer] button")?.addEventListener("click", () => this.take());
  }

  draw() {
    for (const row of this.rows) row.draw();
    for (const button of this.form.querySelectorAll("[data-column]")) {
      const rows = this.rowsOf(button.closest("[data-screen]"));
      const sum = rows.reduce((total, row) => total + row.total(button.dataset.column), 0);
      button.querySelector("[data-total]").textContent = sum;
    }
    for (const mark of this.form.querySelectorAll("[data-earned]")) {
      mark.textContent = `${this.earned(mark.dataset.earned)} XP`;
    }
    this.offer();
    this.overview();
  }

  rowsOf(screen) {
    return this.rows.filter((row) => screen.contains(row.element));
  }

  earned(ninja) {
    return this.rows.find((row) => row.key === ninja)?.sum("xp") ?? 0;
  }

  // ---- one screen at a time, in the order of the page

  screens() {
    const all = [...this.form.querySelectorAll("[data-screen]")];
    const links = [...this.form.querySelectorAll(".screens a")];
    const next = this.form.querySelector("[data-next]");
    this.form.querySelector("[data-keep]").hidden = true;
    const show = () => {
      const place = Math.max(0, all.findIndex((one) => `#${one.id}` === location.hash));
      all.forEach((one, at) => { one.hidden = at !== place; });
      links.forEach((link, at) => {
        if (at === place) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      });
      links[place].scrollIntoView({ block: "nearest", inline: "center" });
      next.hidden = place === all.length - 1;
      this.close();
      this.sort();
      this.overview(); // at once: what comes later would move the button below it
      window.scrollTo(0, 0);
    };
    next.addEventListener("click", () => {
      const place = all.findIndex((one) => !one.hidden);
      location.hash = all[place + 1].id;
    });
    window.addEventListener("hashchange", show);
    show();
  }

  // ---- one thing to count at a time, for everybody on a team

  columns() {
    for (const screen of this.form.querySelectorAll("[data-screen]:has([data-seg])")) {
      const seg = screen.querySelector("[data-seg]");
      const buttons = [...seg.querySelectorAll("button")];
      seg.hidden = false;
      screen.classList.add("by-column");
      const show = (key) => {
        for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.column === key);
        for (const cell of screen.querySelectorAll("[data-cell]")) cell.hidden = cell.dataset.cell !== key;
        this.close();
      };
      for (const button of buttons) button.addEventListener("click", () => show(button.dataset.column));
      show(buttons[0].dataset.column);
    }
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

  ask(row, input, victims) {
    this.say(`Whom did ${row.name} injure?`, victims.map((victim) => button(victim.name, () => {
      this.send([{ field: input.name, add: -1 }, { field: victim.field, add: 1 }]);
      this.carry(row, victim);
    })));
  }

  /** Most walk out of the Healing House again; of who did not, it is said here. */
  carry(row, victim) {
    const there = this.form.elements.namedItem(victim.healing);
    const label = `${victim.name} was in the Healing House at the end`;
    const toggle = button(label, () => {
      const value = toggle.getAttribute("aria-pressed") !== "true";
      toggle.setAttribute("aria-pressed", value);
      this.send([{ field: victim.healing, value }]);
    });
    toggle.className = "wide";
    toggle.setAttribute("aria-pressed", Boolean(there?.checked));
    this.say(`${row.name} injured ${victim.name}.`, [toggle]);
  }

  say(words, buttons) {
    this.dock.querySelector("[data-dock-words]").textContent = words;
    this.dock.querySelector("[data-dock-names]").replaceChildren(...buttons);
    this.dock.querySelector("[data-dock-skip]").textContent = buttons.length > 1 ? "Skip" : "Close";
    this.dock.hidden = false;
  }

  close() {
    this.dock.hidden = true;
  }

  // ---- what follows from what was counted

  /** The score by the injuries, where nothing else scores and it says otherwise. */
  offer() {
    const offer = this.form.querySelector("[data-offer]");
    if (!offer) return;
    const told = this.scores();
    offer.querySelector("[data-offered]").textContent = told.map((one) => one.points).join(" : ");
    offer.hidden = told.every((one) => Number(one.input.value) === one.points);
  }

  take() {
    const odd = this.scores().filter((one) => Number(one.input.value) !== one.points);
    this.send(odd.map((one) => ({ field: one.input.name, value: one.points })));
  }

  scores() {
    return [...this.form.querySelectorAll("[data-team]")].map((screen) => ({
      input: this.form.elements.namedItem(`${screen.dataset.team}.score`),
      points: this.rowsOf(screen).reduce((sum, row) => sum + row.sum("points"), 0),
    }));
  }

  /** Who earned most is offered first; only on entering, so that nothing jumps. */
  sort() {
    const worth = (choice) => {
      const mark = choice.querySelector("[data-earned]");
      return mark ? this.earned(mark.dataset.earned) : -1;
    };
    for (const list of this.form.querySelectorAll("[data-stars] .shining")) {
      list.append(...[...list.children].sort((one, other) => worth(other) - worth(one)));
    }
  }

  // ---- everything once more

  overview() {
    const place = this.form.querySelector("[data-overview]");
    if (!place.closest("[data-screen]").hidden) place.replaceChildren(...this.told());
    place.hidden = false;
  }

  told() {
    return [...this.form.querySelectorAll("[data-team]")].map((screen) => {
      const head = element("h3");
      const score = this.form.elements.namedItem(`${screen.dataset.team}.score`).value;
      head.append(element("span", screen.dataset.name), element("span", score));
      const lines = this.rowsOf(screen).map((row) => [row, this.line(screen, row)]).filter(([, text]) => text);
      const list = element("ul");
      list.append(...lines.map(([row, text]) => element("li", `${row.name}: ${text}.`)));
      if (!lines.length) list.append(element("li", "Nothing was counted."));
      const part = element("section");
      part.append(head, list);
      return part;
    });
  }

  line(screen, row) {
    const counted = [...screen.querySelectorAll("[data-column]")]
      .filter((one) => one.dataset.column !== "fielded" && row.total(one.dataset.column))
      .map((one) => {
        const label = one.firstChild.textContent.trim();
        if (one.dataset.column === "healing") return label;
        const named = row.names(one.dataset.column);
        return `${label} ${row.total(one.dataset.column)}${named ? ` (${named})` : ""}`;
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

  /** Injuries are shown with those that have a name; so they get a sum of their own. */
  begin() {
    for (const cell of this.element.querySelectorAll("[data-cell]")) {
      const input = cell.querySelector("[data-count]");
      if (!input || !this.ownNamed(cell.dataset.cell).length) continue;
      input.after(element("output"));
      cell.querySelector('[data-add="-1"]').removeAttribute("tabindex");
    }
  }

  draw() {
    for (const sum of this.element.querySelectorAll("[data-cell] output")) {
      const total = this.total(sum.closest("[data-cell]").dataset.cell);
      sum.value = total;
      sum.parentElement.classList.toggle("some", total > 0);
    }
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
    if (input.type === "checkbox") return Number(input.checked);
    return this.ownNamed(column).reduce((sum, one) => sum + Number(one.input.value), Number(input.value));
  }

  /** Of everything counted, what each time of it is worth in "xp" or "points". */
  sum(worth) {
    const inputs = [...this.element.querySelectorAll("[data-count]")];
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

function button(text, act) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
