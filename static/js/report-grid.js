// A team as a tally sheet: a line for everybody, a box for everything that is counted,
// all of it in sight. A tap counts one. By keyboard the whole grid is one stop: arrows
// move in it, a digit sets a number, minus takes one back.

const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const FIELDED = "fielded";

export class Grid {
  /** `keyed` is told of a box and of a key that means a number. */
  constructor(screen, rows, keyed) {
    this.screen = screen;
    this.rows = rows;
    this.keyed = keyed;
    this.heads = [...screen.querySelectorAll("[data-column]")];
  }

  begin() {
    const more = this.screen.querySelector("[data-fielding]");
    more.addEventListener("click", () => { this.fielding(true); more.hidden = true; });
    more.hidden = !this.isPlain();
    this.fielding(!this.isPlain());
    const place = new Map(this.heads.map((head, at) => [head.dataset.column, at]));
    this.screen.classList.add("by-grid");
    this.screen.querySelector("[data-heads]").hidden = false;
    this.screen.querySelector("[data-how]").hidden = false;
    const grid = this.screen.querySelector("[data-grid]");
    this.lines = this.rows.flatMap((row) => linesOf(row.element, place));
    for (const one of this.lines.flat()) one.tabIndex = -1;
    const first = this.lines[0]?.find(Boolean);
    if (first) first.tabIndex = 0;
    grid.addEventListener("keydown", (event) => this.pressed(event));
    grid.addEventListener("focusin", (event) => this.reached(event.target));
  }

  /** Everybody was on the board, as far as anybody knows: then nobody is asked. */
  isPlain() {
    return this.rows.every((row) => row.total(FIELDED));
  }

  fielding(isShown) {
    for (const part of this.screen.querySelectorAll(`[data-column="${FIELDED}"], [data-cell="${FIELDED}"]`)) {
      part.hidden = !isShown;
    }
    const shown = this.heads.filter((head) => !head.hidden);
    this.screen.querySelector("[data-grid]").style.setProperty("--columns", shown.length);
  }

  draw() {
    for (const head of this.heads) {
      const sum = this.rows.reduce((total, row) => total + row.under(head.dataset.column), 0);
      const mark = head.querySelector("[data-total]");
      mark.textContent = sum;
      mark.classList.toggle("none", !sum);
    }
  }

  /** Whoever comes back with the tabulator is where they were. */
  reached(target) {
    const all = this.lines.flat();
    if (!all.includes(target)) return;
    for (const one of all) one.tabIndex = one === target ? 0 : -1;
  }

  pressed(event) {
    const down = this.lines.findIndex((line) => line.includes(event.target));
    if (down < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move) this.next(down, this.lines[down].indexOf(event.target), move)?.focus();
    else if (!/^([0-9+-]|Backspace)$/.test(event.key) || event.target.type === "checkbox") return;
    else this.keyed(event.target, event.key === "Backspace" ? "-" : event.key);
    event.preventDefault();
  }

  /** The nearest box that way; some count less than others. */
  next(down, right, [below, beside]) {
    for (let at = 1; at < 32; at += 1) {
      const found = this.lines[down + at * below]?.[right + at * beside];
      if (found?.offsetParent) return found;
    }
    return null;
  }
}

/** A line of boxes for what is counted against everybody, and one for each team that
 * somebody counts apart, with its name beside it. */
function linesOf(row, place) {
  const lines = [[]];
  for (const cell of row.querySelectorAll("[data-cell]")) {
    const at = place.get(cell.dataset.head);
    const line = Number(cell.dataset.line ?? 0);
    cell.style.gridColumn = String(at + 1);
    cell.style.gridRow = String(line + 1);
    (lines[line] ??= [])[at] = box(cell);
  }
  for (const name of row.querySelectorAll("[data-of]")) {
    const line = Number(name.dataset.of);
    name.style.gridColumn = `${lines[line].length + 1} / -1`;
    name.style.gridRow = String(line + 1);
  }
  return lines;
}

function box(cell) {
  return cell.querySelector("[data-add='1']") ?? cell.querySelector("input");
}
