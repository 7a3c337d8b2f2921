// A report by thumb. Every tap is kept at once in this browser and sent as soon as
// there is a network; taps of other phones are fetched and laid over the fields.
// Without JavaScript the page is one form with every field in it.

const POLL_MS = 2500;
const RETRY_MS = 4000;
const KEPT = (left) => `What you tapped last is not in it; it is kept on this phone (${left}).`;
const TOO_LATE = "What you tap now is not in the report; say on the match’s page if it is wrong.";

export function mount(form) {
  const report = new Report(form);
  report.begin();
}

class Report {
  constructor(form) {
    this.form = form;
    this.address = form.dataset.taps;
    this.store = `taps:${form.dataset.key}`;
    this.version = Number(form.dataset.version);
    this.queue = read(this.store);
    this.values = this.shown();
    this.busy = null;
    this.failed = false; // no answer: try again
    this.stopped = ""; // why nothing more is taken
    this.notice = ""; // that the report is out
    this.odd = []; // what was said to taps that made no sense
    this.said = form.querySelector("[data-said]");
    this.saved = form.querySelector("[data-saved]");
  }

  begin() {
    for (const button of this.form.querySelectorAll("[data-add]")) {
      button.hidden = false;
      button.addEventListener("click", () => this.count(button));
    }
    this.form.addEventListener("change", (event) => this.changed(event.target));
    this.form.addEventListener("submit", (event) => this.submit(event));
    window.addEventListener("online", () => this.flush());
    screens(this.form);
    columns(this.form);
    this.draw();
    this.flush();
    setInterval(() => this.look(), POLL_MS);
  }

  // ---- taps

  count(button) {
    const input = button.parentElement.querySelector("input");
    const step = Number(button.dataset.add);
    const wanted = Number(input.value || 0) + step;
    if (wanted < 0 || wanted > Number(input.max)) return;
    this.tap({ field: input.name, add: step });
  }

  changed(input) {
    const before = this.now()[input.name];
    if (before === undefined) return;
    const value = valueOf(input);
    if (value === before || Number.isNaN(value)) return;
    if (input.matches("[data-count]")) this.tap({ field: input.name, add: value - before });
    else this.tap({ field: input.name, value });
  }

  tap(tap) {
    this.queue.push({ id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, ...tap });
    write(this.store, this.queue);
    this.draw();
    this.flush();
  }

  // ---- the network

  async flush() {
    if (!this.queue.length || this.busy || this.stopped) return this.busy;
    this.busy = this.send().finally(() => { this.busy = null; });
    await this.busy;
    const mayGoOn = navigator.onLine && !this.failed && !this.stopped;
    if (this.queue.length && mayGoOn) await this.flush();
  }

  async send() {
    const taps = this.queue.slice(0, 200);
    try {
      const answer = await fetch(this.address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
        body: JSON.stringify({ taps }),
      });
      if (!answer.ok && answer.status !== 422) throw new Error(String(answer.status));
      const heard = await answer.json();
      this.failed = false;
      // Nothing is taken any more: what was typed stays here, and the page says why.
      if (!answer.ok) this.stopped = heard.refusal;
      else this.taken(taps, heard);
    } catch {
      this.failed = true;
      setTimeout(() => this.flush(), RETRY_MS);
    }
    this.draw();
  }

  /** All these are settled: in the draft, or refused with a sentence. */
  taken(taps, heard) {
    const settled = new Set(taps.map((tap) => tap.id));
    this.queue = this.queue.filter((tap) => !settled.has(tap.id));
    write(this.store, this.queue);
    this.odd.push(...heard.refused.map((one) => one.sentence));
    this.heard(heard);
  }

  async look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${this.address}?since=${this.version}`);
      if (answer.status === 200) this.heard(await answer.json());
    } catch {
      return; // no network: the next look will do
    }
    this.draw();
  }

  heard({ version, values, notice }) {
    this.notice = notice;
    if (version < this.version) return;
    this.version = version;
    this.values = values;
    this.form.elements.seen.value = version;
  }

  async submit(event) {
    if (!this.queue.length) return;
    event.preventDefault();
    const { submitter } = event;
    await this.flush();
    if (this.queue.length) return this.draw();
    this.form.requestSubmit(submitter);
  }

  token() {
    return this.form.elements.csrfmiddlewaretoken.value;
  }

  // ---- the page

  shown() {
    const fields = [...this.form.elements].filter((one) => one.id.startsWith("id-"));
    return Object.fromEntries(fields.map((one) => [one.name, valueOf(one)]));
  }

  /** What the server knows, with the taps that it has not heard of yet. */
  now() {
    const values = { ...this.values };
    for (const tap of this.queue) {
      if (tap.add) values[tap.field] = Math.max(0, Number(values[tap.field] ?? 0) + tap.add);
      else values[tap.field] = tap.value;
    }
    return values;
  }

  draw() {
    const values = this.now();
    for (const [name, value] of Object.entries(values)) {
      const input = this.form.elements.namedItem(name);
      if (input && input !== document.activeElement) put(input, value);
      else if (input?.matches?.("[data-count]")) put(input, value);
    }
    for (const mirror of this.form.querySelectorAll("[data-mirror]")) {
      mirror.textContent = values[mirror.dataset.mirror];
    }
    totals(this.form);
    const left = this.queue.length;
    this.saved.classList.toggle("waiting", left > 0);
    this.saved.textContent = left ? this.waiting(left) : "saved";
    this.say(left);
  }

  waiting(left) {
    if (this.stopped) return `${left} kept here`;
    return this.failed ? `${left} to send` : "saving";
  }

  /** What a person has to know: why taps were not taken, or that the report is out. */
  say(left) {
    const words = [...new Set(this.odd)];
    if (this.stopped) words.push(`${this.stopped} ${KEPT(left)}`);
    else if (this.notice) words.push(`${this.notice} ${TOO_LATE}`);
    const text = words.join(" ");
    if (this.said.textContent !== text) this.said.textContent = text;
    this.said.hidden = !text;
  }
}

function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.matches("[data-number]")) return Number(input.value || 0);
  return input.value;
}

function put(input, value) {
  if (input.type === "checkbox") {
    input.checked = Boolean(value);
    return;
  }
  input.value = value;
  if (input.type === "number") input.setAttribute("value", value);
}

// ---- one screen at a time, in the order of the page

function screens(form) {
  const all = [...form.querySelectorAll("[data-screen]")];
  const links = [...form.querySelectorAll(".screens a")];
  const next = form.querySelector("[data-next]");
  form.querySelector("[data-keep]").hidden = true;
  const show = () => {
    const place = Math.max(0, all.findIndex((one) => `#${one.id}` === location.hash));
    all.forEach((one, at) => { one.hidden = at !== place; });
    links.forEach((link, at) => {
      if (at === place) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    links[place].scrollIntoView({ block: "nearest", inline: "center" });
    next.hidden = place === all.length - 1;
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

function columns(form) {
  for (const screen of form.querySelectorAll("[data-screen]:has([data-seg])")) {
    const seg = screen.querySelector("[data-seg]");
    const buttons = [...seg.querySelectorAll("button")];
    seg.hidden = false;
    screen.classList.add("by-column");
    const show = (key) => {
      for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.column === key);
      for (const cell of screen.querySelectorAll("[data-cell]")) cell.hidden = cell.dataset.cell !== key;
    };
    for (const button of buttons) button.addEventListener("click", () => show(button.dataset.column));
    show(buttons[0].dataset.column);
  }
}

function totals(form) {
  for (const button of form.querySelectorAll("[data-column]")) {
    const screen = button.closest("[data-screen]");
    const cells = screen.querySelectorAll(`[data-cell="${button.dataset.column}"] input`);
    const sum = [...cells].reduce((total, input) => total + Number(valueOf(input)), 0);
    button.querySelector("[data-total]").textContent = sum;
  }
}

// ---- what this browser keeps until it was heard

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

function write(key, queue) {
  try {
    if (queue.length) localStorage.setItem(key, JSON.stringify(queue));
    else localStorage.removeItem(key);
  } catch {
    // Without storage the taps live as long as the page.
  }
}
