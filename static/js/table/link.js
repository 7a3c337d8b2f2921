// The line to the server. States arrive by a stream, or by asking again where streams fail;
// moves are sent with a key of their own, and again with the same key if no answer came, so
// that a lost answer loses nothing and a double tap plays nothing twice.

const POLL_MS = 2500;
const RETRY_STREAM_MS = 30_000;
const WAITS_MS = [600, 1500, 3000, 6000, 12_000];
const PATIENCE_MS = 15_000;

function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

// The addresses of a page; a stream only where the server can hold one open.
export function addressesOf(root) {
  const urls = JSON.parse(root.dataset.urls);
  return "streams" in root.dataset ? urls : { ...urls, stream: null };
}

export class Link {
  constructor({ urls, token, onState, onStatus }) {
    Object.assign(this, { urls, token, onState, onStatus, version: -1, isBusy: false, isOver: false });
  }

  start(state) {
    this.version = state?.version ?? -1;
    this.listen();
    const again = () => { if (document.visibilityState === "visible") this.wake(); };
    document.addEventListener("visibilitychange", again);
    window.addEventListener("online", again);
    window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
    window.addEventListener("offline", () => this.onStatus("offline"));
    window.addEventListener("pagehide", () => this.stop());
  }

  stop() {
    this.stream?.close();
    this.stream = null;
    clearTimeout(this.timer);
  }

  wake() {
    this.stop();
    this.refresh();
    this.listen();
  }

  listen() {
    if (this.isOver) return;
    if (!this.urls.stream || !window.EventSource) return void this.poll();
    const stream = new EventSource(this.urls.stream);
    this.stream = stream;
    stream.addEventListener("table", (event) => {
      clearTimeout(this.timer);
      this.onStatus("live");
      this.take(JSON.parse(event.data).state);
    });
    stream.addEventListener("open", () => { clearTimeout(this.timer); this.onStatus("live"); });
    stream.addEventListener("error", () => {
      if (this.stream !== stream) return;
      if (stream.readyState !== EventSource.CLOSED) return void this.onStatus("reconnecting");
      this.stream = null;
      this.poll(Date.now() + RETRY_STREAM_MS);
    });
  }

  async poll(until = Infinity) {
    clearTimeout(this.timer);
    await this.refresh();
    if (this.isOver || this.stream) return;
    this.timer = setTimeout(() => (Date.now() > until ? this.listen() : this.poll(until)), POLL_MS);
  }

  async refresh() {
    try {
      const answer = await fetch(this.urls.state, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (!answer.ok) return;
      this.onStatus("live");
      this.take(await answer.json());
    } catch {
      this.onStatus(navigator.onLine === false ? "offline" : "reconnecting");
    }
  }

  // Show a state unless a newer one has been shown.
  take(state, extra = {}) {
    if (!state?.table || state.version < this.version) return;
    this.version = state.version;
    this.isOver = state.table.stage === "over";
    if (this.isOver) this.stop();
    this.onState(state, extra);
  }

  play(lines, version = this.version) {
    return this.post(this.urls.moves, { version, lines });
  }

  // Post until an answer comes. Returns null if it went well, else a sentence.
  async post(url, body = {}) {
    if (this.isBusy) return "busy";
    this.isBusy = true;
    const text = JSON.stringify({ version: this.version, ...body, key: newKey() });
    try {
      for (let attempt = 0; ; attempt += 1) {
        const sentence = await this.attempt(url, text);
        if (sentence !== undefined) return sentence;
        if (attempt >= WAITS_MS.length) return "Your move did not reach the server. Check your connection, then try again.";
        this.onStatus("sending again");
        await pause(WAITS_MS[attempt]);
      }
    } finally {
      this.isBusy = false;
    }
  }

  // undefined: no answer, send it again.
  async attempt(url, text) {
    let answer;
    let data;
    try {
      answer = await fetch(url, {
        method: "POST",
        body: text,
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token },
        signal: AbortSignal.timeout?.(PATIENCE_MS),
      });
      data = await answer.json().catch(() => ({}));
    } catch {
      return undefined;
    }
    if (answer.status >= 502 && answer.status <= 504) return undefined;
    this.onStatus("live");
    const state = data.state ?? (data.table ? data : null);
    if (state) this.take(state, { isAnswer: true });
    if (data.url && answer.ok) { location.assign(data.url); return null; }
    // A plan that was interrupted by a question needs no further words: the question is shown.
    if (answer.ok) return state?.question?.mine ? null : data.stopped ?? null;
    if (data.detail) return data.detail;
    if (answer.status === 409) return "The game has moved on. Have a look and choose again.";
    if (answer.status === 403) return "You cannot do that here. Reload the page and log in again.";
    if (answer.status === 429) return "That was too fast. Wait a moment, then try again.";
    return "Something went wrong on the server. Nothing was played; try again.";
  }
}
