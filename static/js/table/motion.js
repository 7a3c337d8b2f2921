// Other people's moves, played on the board before their result is shown. A tap skips them;
// with reduced motion there are none.

const STEP_MS = 110;
const LONGEST_MS = 900;

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Entries of the log that are newer than a state that was shown.
export function newEntries(state, earlier) {
  if (!earlier) return [];
  const seen = new Set((earlier.log ?? []).map((entry) => `${entry.n}:${entry.text}`));
  const last = Math.max(0, ...(earlier.log ?? []).map((entry) => entry.n));
  return (state.log ?? []).filter((entry) => entry.n >= last && !seen.has(`${entry.n}:${entry.text}`));
}

export class Motion {
  constructor(board) { this.board = board; this.isSkipped = false; }

  skip() {
    this.isSkipped = true;
    for (const element of this.board.figures.values()) for (const one of element.getAnimations()) one.finish();
  }

  async play(entries, earlier) {
    this.isSkipped = false;
    if (isStill() || document.visibilityState !== "visible") return;
    const figures = new Map(earlier.view.figures.map((figure) => [figure.label, { ...figure }]));
    for (const { event } of entries) {
      if (this.isSkipped) return;
      const figure = figures.get(event?.figure);
      if (event?.type === "walked" && figure?.space) {
        await this.board.walk(figure, [figure.space, ...event.way], Math.min(LONGEST_MS, STEP_MS * event.way.length));
        figure.space = event.way.at(-1);
        const element = this.board.figures.get(figure.label);
        if (element) this.board.put(element, figure);
      } else if (event?.type === "injured" && figure?.space) {
        await this.board.flash(figure.space, figure.large, "Injured", "bad");
      } else if (event?.type === "tokens-gained" && figure?.space) {
        this.board.flash(figure.space, figure.large, event.status ?? "", "bad");
      }
    }
  }
}

const keyOf = (state) => `table-${state.table.uid}`;

// Remember how far somebody has seen a game, in this browser.
export function rememberSeen(state) {
  try { localStorage.setItem(keyOf(state), String(state.version)); } catch { /* private windows */ }
}

// What others did since this browser last showed the game.
export function missedSince(state) {
  let seen = 0;
  try { seen = Number(localStorage.getItem(keyOf(state))); } catch { /* private windows */ }
  if (!seen || seen >= state.version) return [];
  return (state.log ?? []).filter((entry) => entry.n > seen && !state.table.you.includes(entry.seat) && entry.kind !== "said").slice(-12);
}

export const SOUND_KEY = "table-sounds";
export function wantsSound() {
  try { return localStorage.getItem(SOUND_KEY) === "on"; } catch { return false; }
}
