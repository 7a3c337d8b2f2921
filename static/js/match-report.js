// A report by thumb. Every tap is kept at once in this browser and sent as soon as
// there is a network; taps of other phones are fetched and laid over the fields.
// Without JavaScript the page is one form with every field in it.

import { Sheet } from "./report-sheet.js";

const POLL_MS = 2500;
const RETRY_MS = 4000;
const AGAIN_MS = 400;
const KEPT = (left) => `What you tapped last is not in it; it is kept on this phone (${left}).`;
const TOO_LATE = "What you tap now is not in the report; say on the match’s page if it is wrong.";
const NOT_SENT = "There is no network: the report is not out yet. Nothing is lost; send it when the network is back.";

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
    this.retry = null;
    this.cleared = false; // everything was heard: the form may go
    this.stopped = ""; // why nothing more is taken
    this.notice = ""; // that the report is out
    this.unsent = ""; // that it could not be sent
    this.odd = []; // what was said to taps that made no sense
    this.said = form.querySelector("[data-said]");
    this.saved = form.querySelector("[data-saved]");
    this.sheet = new Sheet(form, (taps) => this.tap(...taps));
  }

  begin() {
    for (const button of this.form.querySelectorAll("[data-add]")) {
      button.hidden = false;
      button.addEventListener("click", () => this.count(button));
    }
    this.form.addEventListener("change", (event) => this.changed(event.target));
    this.form.addEventListener("submit", (event) => this.submit(event));
    window.addEventListener("online", () => this.flush());
    window.addEventListener("offline", () => this.draw());
    this.sheet.begin();
    this.draw();
    this.flush();
    this.look();
    setInterval(() => this.look(), POLL_MS);
    // The page itself is kept as well, for who loads it again without a network.
    navigator.serviceWorker?.register(this.form.dataset.worker).then(
      () => this.keep(),
      () => {}, // it works without, as long as the page is open
    );
  }

  /** The first time, the worker came too late to see the page and its files. */
  async keep() {
    await navigator.serviceWorker.ready;
    const kept = await caches.open("reports");
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const files = loaded.filter((one) => one.startsWith(`${location.origin}/static/`));
    const page = location.href.split("#")[0];
    for (const address of [page, ...files]) {
      if (!(await kept.match(address))) await kept.add(address).catch(() => {});
    }
    this.form.dataset.kept = "";
  }

  // ---- taps

  count(button) {
    const input = button.parentElement.querySelector("input");
    const step = Number(button.dataset.add);
    const field = step < 0 ? this.sheet.takenFrom(input) : input;
    const wanted = Number(field.value || 0) + step;
    if (wanted < 0 || wanted > Number(field.max)) return;
    this.tap({ field: field.name, add: step });
    this.sheet.counted(input, step);
  }

  changed(input) {
    const before = this.now()[input.name];
    if (before === undefined) return;
    const value = valueOf(input);
    if (value === before || Number.isNaN(value)) return;
    if (input.matches("[data-count]")) this.tap({ field: input.name, add: value - before });
    else this.tap({ field: input.name, value });
  }

  tap(...taps) {
    for (const tap of taps) this.queue.push({ id: freshId(), ...tap });
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
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.flush(), RETRY_MS);
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

  /** What the others tapped; whether there was an answer at all. */
  async look({ always = false } = {}) {
    if (document.hidden && !always) return true;
    try {
      const answer = await fetch(`${this.address}?since=${this.version}`);
      if (answer.status === 200) this.heard(await answer.json());
      if (answer.status >= 500) throw new Error(String(answer.status));
      this.failed = false;
      this.unsent = "";
    } catch {
      this.failed = true; // the next look will do
    }
    this.draw();
    if (!this.failed) this.flush();
    return !this.failed;
  }

  heard({ version, values, notice }) {
    this.notice = notice;
    if (version < this.version) return;
    this.version = version;
    this.values = values;
    this.form.elements.seen.value = version;
  }

  /** A form that goes without a network takes the page with it; so it is tried first. */
  async submit(event) {
    if (this.cleared) return;
    event.preventDefault();
    const { submitter } = event;
    if (!(await this.isHeard())) {
      this.unsent = this.stopped ? "" : NOT_SENT;
      this.draw();
      return;
    }
    this.cleared = true;
    this.form.requestSubmit(submitter);
  }

  /** Whether everything is with the server, which is asked more than once. */
  async isHeard() {
    for (let attempt = 0; attempt < 3 && !this.stopped; attempt += 1) {
      await this.flush();
      if (!this.queue.length && (await this.look({ always: true }))) return true;
      await new Promise((done) => { setTimeout(done, AGAIN_MS); });
    }
    return false;
  }

  token() {
    return this.form.elements.csrfmiddlewaretoken.value;
  }

  // ---- the page

  shown() {
    const fields = [...this.form.elements].filter((one) => one.id.startsWith("id-"));
    const told = fields.filter((one) => one.type !== "radio" || one.checked);
    return Object.fromEntries(told.map((one) => [one.name, valueOf(one)]));
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
    this.sheet.draw();
    this.state(this.queue.length);
  }

  /** Where the taps are, and what a person has to know: why some were not taken, or
   * that the report is out. */
  state(left) {
    const isCut = this.failed || !navigator.onLine;
    this.saved.classList.toggle("waiting", left > 0 || isCut);
    const words = this.waiting(left, isCut);
    if (this.saved.textContent !== words) this.saved.textContent = words;
    const said = [...new Set(this.odd)];
    if (this.unsent) said.push(this.unsent);
    if (this.stopped) said.push(`${this.stopped} ${KEPT(left)}`);
    else if (this.notice) said.push(`${this.notice} ${TOO_LATE}`);
    const text = said.join(" ");
    if (this.said.textContent !== text) this.said.textContent = text;
    this.said.hidden = !text;
  }

  waiting(left, isCut) {
    if (this.stopped) return `${left} kept here`;
    if (!left) return isCut ? "no network; all is saved" : "saved";
    if (!isCut) return "saving";
    return left === 1 ? "1 tap waits for the network" : `${left} taps wait for the network`;
  }
}

function freshId() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
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
