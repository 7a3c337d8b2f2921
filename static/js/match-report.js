// A report by thumb. Every tap is kept at once in this browser and sent as soon as
// there is a network; taps of other phones are fetched and laid over the fields.
// Without JavaScript the page is one form with every field in it.

import { Sheet } from "./report-sheet.js";

const POLL_MS = 2500;
const RETRY_MS = 4000;
const AGAIN_MS = 400;
const PATIENCE_MS = 15000;
const PAST_MAX = 100;
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
    this.pastStore = `undo:${form.dataset.key}`;
    this.version = Number(form.dataset.version);
    this.queue = read(this.store);
    this.values = this.given();
    this.busy = null;
    this.typing = null; // the field that somebody types in: nobody else writes there
    this.turn = Promise.resolve(); // the last question
    this.line = 0; // how many were not answered yet
    this.failed = false; // no answer: try again
    this.retry = null;
    this.sending = false; // somebody pressed the button
    this.cleared = false; // everything was heard: the form may go
    this.stopped = ""; // why nothing more is taken
    this.notice = ""; // that the report is out
    this.unsent = ""; // that it could not be sent
    this.beyond = ""; // that a number cannot be
    this.odd = []; // what was said to taps that made no sense
    this.said = form.querySelector("[data-said]");
    this.saved = form.querySelector("[data-saved]");
    this.undoing = form.querySelector("[data-undo]");
    this.past = read(this.pastStore); // what takes this phone's taps back, oldest first
    this.sheet = new Sheet(form, {
      send: (taps) => this.tap(...taps),
      step: (box, step) => this.step(box, step),
    });
  }

  begin() {
    for (const button of this.form.querySelectorAll("[data-add]")) {
      button.hidden = false;
      button.addEventListener("click", () => this.count(button));
    }
    this.undoing.hidden = false;
    this.undoing.addEventListener("click", () => this.undo());
    this.form.addEventListener("input", ({ target }) => { this.typing = target; });
    this.form.addEventListener("change", (event) => this.changed(event.target));
    // Who types a number means it instead of the one that is there.
    this.form.addEventListener("focusin", ({ target }) => target.matches("[data-count]") && target.select());
    this.form.addEventListener("submit", (event) => this.submit(event));
    window.addEventListener("online", () => this.flush());
    window.addEventListener("offline", () => this.draw());
    this.sheet.begin();
    // Who was quicker than this script is heard as well.
    const early = this.early();
    if (early.length) this.tap(...early);
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

  /** The first time, the worker came too late to see the page and its files, of which
   * some may still be on their way. */
  async keep() {
    await Promise.all([navigator.serviceWorker.ready, pageReady()]);
    const kept = await caches.open("reports");
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    const files = loaded.filter((one) => one.startsWith(`${location.origin}/static/`));
    const page = location.href.split("#")[0];
    for (const address of [page, ...files]) {
      if (await kept.match(address)) continue;
      const answer = await this.asked(address).catch(() => null);
      if (answer?.ok) await kept.put(address, answer);
    }
    this.form.dataset.kept = "";
  }

  // ---- taps

  count(button) {
    const step = Number(button.dataset.add);
    const isBox = Boolean(button.closest("[data-ninja]"));
    this.step(button, isBox && this.sheet.takesBack ? -step : step);
  }

  step(button, step) {
    const input = button.parentElement.querySelector("input");
    const field = step < 0 ? this.sheet.takenFrom(input) : input;
    const before = Number(field.value || 0);
    const wanted = Math.min(Number(field.max), Math.max(0, before + step));
    if (wanted === before) return;
    this.tap({ field: field.name, add: wanted - before });
    this.sheet.counted(input, step);
  }

  changed(input) {
    this.typing = null;
    const before = this.now()[input.name];
    if (before === undefined) return;
    const value = valueOf(input);
    this.beyond = beyond(input, value);
    if (value === before || this.beyond) this.draw(); // the number that counts is back
    else this.tap(tapOf(input, before));
  }

  early() {
    const told = this.fields().filter((one) => one.type !== "radio" || one.checked);
    const isNew = (one) => valueOf(one) !== this.values[one.name] && !beyond(one, valueOf(one));
    return told.filter(isNew).map((one) => tapOf(one, this.values[one.name]));
  }

  /** Taps that belong together, and are taken back together. */
  tap(...taps) {
    const before = this.now();
    const back = taps.filter((tap) => typeof before[tap.field] !== "string").map((tap) => (
      tap.add ? { field: tap.field, add: -tap.add } : { field: tap.field, value: before[tap.field] }
    ));
    if (back.length) this.past.push(back);
    this.put(taps);
  }

  undo() {
    const taps = this.past.pop();
    if (!taps) return;
    this.put(taps);
    this.sheet.say(`Taken back: ${this.wordsOf(taps)}.`);
  }

  put(taps) {
    this.beyond = "";
    for (const tap of taps) this.queue.push({ id: freshId(), ...tap });
    this.past = this.past.slice(-PAST_MAX);
    write(this.store, this.queue);
    write(this.pastStore, this.past);
    this.draw();
    this.flush();
  }

  /** What the field that was tapped last is called on the page. */
  wordsOf(taps) {
    const found = this.form.elements.namedItem(taps.at(-1).field);
    const input = found instanceof RadioNodeList ? found[0] : found;
    const words = input?.closest("[data-stars]")?.querySelector("legend") ?? input?.labels[0];
    return (words?.textContent ?? "").replace(/\d+ XP/, "").trim();
  }

  // ---- the network

  /** One question at a time, and none that waits for ever: networks in cellars have
   * enough to do, and an answer never overtakes another. */
  asked(address, options = {}) {
    this.line += 1;
    const ask = () => fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = this.turn.then(ask).finally(() => { this.line -= 1; });
    this.turn = answer.catch(() => {});
    return answer;
  }

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
      const answer = await this.asked(this.address, {
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
    if ((document.hidden || this.line) && !always) return true;
    try {
      const answer = await this.asked(`${this.address}?since=${this.version}`);
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
    if (this.sending) return; // pressed twice
    this.sending = true;
    const { submitter } = event;
    const isHeard = await this.isHeard();
    this.sending = false;
    if (!isHeard) {
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

  fields() {
    return [...this.form.elements].filter((one) => one.id.startsWith("id-"));
  }

  /** What the server wrote into the page. */
  given() {
    const told = this.fields().filter((one) => one.type !== "radio" || one.defaultChecked);
    return Object.fromEntries(told.map((one) => [one.name, givenTo(one)]));
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
      else if (input?.matches?.("[data-count]") && input !== this.typing) put(input, value);
    }
    for (const mirror of this.form.querySelectorAll("[data-mirror]")) {
      mirror.textContent = values[mirror.dataset.mirror];
    }
    this.sheet.draw();
    this.undoing.disabled = !this.past.length;
    const last = this.past.length ? this.wordsOf(this.past.at(-1)) : "";
    this.undoing.setAttribute("aria-label", `Undo ${last}`.trim());
    this.state(this.queue.length);
  }

  /** Where the taps are, and what a person has to know: why some were not taken, or
   * that the report is out. */
  state(left) {
    const isCut = this.failed || !navigator.onLine;
    this.saved.classList.toggle("waiting", left > 0 || isCut);
    const words = this.waiting(left, isCut);
    if (this.saved.textContent !== words) this.saved.textContent = words;
    const said = [...new Set(this.odd), this.beyond].filter(Boolean);
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

function pageReady() {
  if ("ready" in document.documentElement.dataset) return Promise.resolve();
  return new Promise((done) => { document.addEventListener("moonlight:ready", done, { once: true }); });
}

function freshId() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

function valueOf(input, { checked, value } = input) {
  if (input.type === "checkbox") return checked;
  return input.matches("[data-number]") ? Number(value || 0) : value;
}

function givenTo(input) {
  const value = input.type === "radio" ? input.value : input.defaultValue;
  return valueOf(input, { checked: input.defaultChecked, value });
}

function tapOf(input, before) {
  const value = valueOf(input);
  return input.matches("[data-count]") ? { field: input.name, add: value - before } : { field: input.name, value };
}

/** What is said to a number that no field can hold; it is not cut to size unseen. */
function beyond(input, value) {
  if (input.type !== "number") return "";
  if (input.validity.badInput || !Number.isInteger(value) || value < 0) return "That is not a number that can be counted.";
  return value > Number(input.max) ? `${value} is too many. Enter at most ${input.max}.` : "";
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
