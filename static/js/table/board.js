// The board: one SVG in layers. The ground never changes during a game and is one picture;
// figures keep their elements, so that they can glide from space to space.

import { fill, html, raw } from "./markup.js";
import { definitions, figureClasses, figureMarkup, tokenMarkup } from "./pieces.js";
import { ALL, centre, columnOf, corner, lineOf, nameOf, outline, rowOf, UNIT, WIDTH } from "./spaces.js";

const WHOLE = [-24, -24, 848, 848];
const HOLD_MS = 450;
const DRAG_PX = 9;
// One mark for each kind of ground, so that no colour is needed to tell them apart.
const MARKS = {
  open: (x, y) => `M${x - 2.3} ${y}a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0`,
  start: (x, y) => `M${x} ${y - 4.5}l4.500 4.500-4.500 4.500-4.500-4.500z`,
  rough: (x, y) => `M${x - 6.5} ${y - 1.5}q3.200-4 6.500 0t6.500 0M${x - 6.5} ${y + 3.5}q3.200-4 6.500 0t6.500 0`,
  obscuring: (x, y) => `M${x} ${y - 5}a5 5 0 0 1 0 10zM${x} ${y - 5}a5 5 0 0 0 0 10`,
  foliage: (x, y) => `M${x - 6} ${y + 4}Q${x - 6} ${y - 5} ${x + 6} ${y - 6}Q${x + 6} ${y + 5} ${x - 6} ${y + 4}zM${x - 6} ${y + 5}L${x + 2} ${y - 2}`,
  elevated: (x, y) => `M${x} ${y - 6}l6.500 10.500h-13z`,
  structure: (x, y) => `M${x - 6} ${y - 6}h12v12h-12zM${x} ${y - 3.5}l3.800 6.300h-7.600z`,
};

function groundMarks(ground) {
  const paths = {};
  for (const space of ALL) {
    const kind = ground.kind(space);
    if (kind === "outside") continue;
    const mark = kind === "open" && ground.edge(space) ? "start" : kind;
    paths[mark] = (paths[mark] ?? "") + MARKS[mark](...centre(space));
  }
  return raw(Object.entries(paths).map(([kind, path]) => `<path class="mark ${kind}" d="${path}"/>`).join(""));
}

// Without a picture the kinds of ground are plain fields; the marks say the rest.
function plainGround(ground) {
  const fields = ALL.map((space) => {
    const kind = ground.kind(space);
    const [x, y] = corner(space);
    return kind === "open" ? "" : `<rect class="field ${kind}" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}"/>`;
  });
  return raw(`<rect class="field" width="800" height="800"/>${fields.join("")}`);
}

export class Board {
  constructor(host, ground, handlers) {
    Object.assign(this, { host, ground, handlers, figures: new Map(), view: WHOLE, cursor: "J10" });
    host.innerHTML = String(html`<svg class="board" viewBox="${WHOLE.join(" ")}" role="grid" aria-label="${ground.name}, 20 by 20 spaces. Arrow keys move, Enter chooses." aria-rowcount="20" aria-colcount="20">${definitions}
<g aria-hidden="true"><g class="frame"><rect x="-23" y="-23" width="846" height="846" rx="12"/>${Array.from({ length: WIDTH }, (_, n) => html`<text x="${n * UNIT + 20}" y="816">${String.fromCharCode(65 + n)}</text><text x="-12" y="${n * UNIT + 23.5}">${WIDTH - n}</text>`)}</g>
${ground.picture ? html`<image href="${ground.picture}" width="800" height="800"/>` : plainGround(ground)}
<g data-layer="glow"></g><g data-layer="starts"></g><g class="marks-of-ground">${groundMarks(ground)}</g>
<g data-layer="under"></g><g data-layer="tokens"></g><g data-layer="figures"></g><g data-layer="over"></g></g>
<g class="hits">${Array.from({ length: WIDTH }, (_, line) => html`<g role="row" aria-rowindex="${line + 1}">${Array.from({ length: WIDTH }, (__, column) => {
      const space = nameOf(column, WIDTH - 1 - line);
      const [x, y] = corner(space);
      return raw(`<rect role="gridcell" aria-label="${space}" tabindex="-1" data-space="${space}" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}"/>`);
    })}</g>`)}</g><g data-layer="top"></g></svg>`);
    this.svg = host.firstElementChild;
    this.layer = (name) => this.svg.querySelector(`[data-layer="${name}"]`);
    this.cells = new Map([...this.svg.querySelectorAll("[data-space]")].map((cell) => [cell.dataset.space, cell]));
    this.moveCursor(this.cursor, false);
    this.listen();
  }

  listen() {
    const { svg, handlers } = this;
    const spaceOf = (event) => event.target.dataset?.space;
    let timer;
    let wasHeld = false; // a press that was no tap
    let from = null;
    svg.addEventListener("click", (event) => {
      const facing = event.target.closest("[data-facing]")?.dataset.facing;
      if (facing) return handlers.face(facing);
      const space = spaceOf(event);
      if (!space || wasHeld) return undefined;
      this.moveCursor(space, false);
      return handlers.pick(space);
    });
    svg.addEventListener("pointerdown", (event) => {
      wasHeld = false;
      const space = spaceOf(event);
      clearTimeout(timer);
      from = this.isWhole ? null : [event.clientX, event.clientY];
      if (space) timer = setTimeout(() => { wasHeld = true; handlers.hold(space); }, HOLD_MS);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(kind, () => clearTimeout(timer));
    svg.addEventListener("contextmenu", (event) => { if (wasHeld) event.preventDefault(); });
    // The lens follows a finger or a pressed mouse.
    svg.addEventListener("pointermove", (event) => {
      if (!from || !event.buttons) return;
      const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
      if (!wasHeld && Math.hypot(dx, dy) < DRAG_PX) return;
      clearTimeout(timer);
      wasHeld = true;
      from = [event.clientX, event.clientY];
      this.drag(dx, dy);
    });
    svg.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") handlers.look(spaceOf(event) ?? null); });
    svg.addEventListener("pointerleave", () => handlers.look(null));
    svg.addEventListener("focusin", (event) => {
      const space = spaceOf(event) ?? null;
      if (space) this.moveCursor(space, false);
      handlers.look(space);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-99, 0], End: [99, 0], PageUp: [0, 5], PageDown: [0, -5] };
    const step = steps[event.key];
    if (step) {
      const [east, north] = step;
      const within = (number) => Math.max(0, Math.min(WIDTH - 1, number));
      this.moveCursor(nameOf(within(columnOf(this.cursor) + east), within(rowOf(this.cursor) + north)), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.handlers.pick(this.cursor);
    } else if (event.key === "i" || event.key === "x") {
      this.handlers.hold(this.cursor);
    } else return;
    event.preventDefault();
  }

  moveCursor(space, hasFocus) {
    this.cells.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = space;
    const cell = this.cells.get(space);
    cell.setAttribute("tabindex", "0");
    if (hasFocus) {
      cell.focus({ preventScroll: true });
      this.keepInView(space);
    }
  }

  // Everything that stands on the board.
  draw(view, labelOf) {
    const tokens = [
      ...(view.lanterns ?? []).map((space) => ({ kind: "lantern", space: space.space ?? space })),
      ...(view.shrines ?? []).map((shrine) => ({ kind: "shrine", ...shrine })),
      ...(view.crates ?? []).map((crate) => ({ kind: "crate", ...(crate.space ? crate : { space: crate }) })),
      ...(view.barred ?? []).map((space) => ({ kind: "barred", space })),
      ...(view.pieces ?? []).filter((piece) => piece.space && !piece.figure),
    ];
    const put = (token) => html`<g transform="translate(${centre(token.space).join(" ")})">${tokenMarkup(token)}</g>`;
    tokens.sort((one, other) => (one.kind === "goal" ? -1 : 0) - (other.kind === "goal" ? -1 : 0));
    fill(this.layer("tokens"), tokens.map(put));
    fill(this.layer("glow"), tokens.filter((token) => token.kind === "lantern").map((token) => {
      const [x, y] = centre(token.space);
      return raw(`<circle cx="${x}" cy="${y}" r="92" fill="url(#g-glow)"/>`);
    }));
    fill(this.layer("starts"), [
      ...Object.entries(view.edges ?? {}).map(([seat, edge]) => html`<path class="start k-${view.clans?.[seat] ?? "sentry"}${view.mine?.includes(seat) ? "" : " theirs"}" d="${outline(this.ground.start(edge))}"/>`),
      view.hill?.length ? html`<path class="hill" d="${outline(view.hill)}"/>` : "",
    ]);
    this.drawFigures(view);
    if (labelOf) for (const [space, cell] of this.cells) cell.setAttribute("aria-label", labelOf(space));
  }

  drawFigures(view) {
    const layer = this.layer("figures");
    const carried = new Map((view.pieces ?? []).filter((piece) => piece.figure).map((piece) => [piece.figure, piece.kind]));
    const here = new Set();
    for (const figure of view.figures) {
      if (figure.place !== "board" || !figure.space) continue;
      here.add(figure.label);
      let element = this.figures.get(figure.label);
      if (!element) {
        element = document.createElementNS("http://www.w3.org/2000/svg", "g");
        element.dataset.label = figure.label;
        this.figures.set(figure.label, element);
        layer.append(element);
      }
      element.setAttribute("class", figureClasses(figure));
      this.put(element, figure);
      fill(element, figureMarkup(figure, carried.get(figure.label)));
    }
    for (const [label, element] of this.figures) {
      if (here.has(label)) continue;
      element.remove();
      this.figures.delete(label);
    }
  }

  put(element, figure) {
    const [x, y] = centre(figure.space, figure.large);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  under(markup) { fill(this.layer("under"), markup); }
  over(markup) { fill(this.layer("over"), markup); }
  top(markup) { fill(this.layer("top"), markup); }

  // Let a figure walk along a way; resolves when it has arrived.
  async walk(figure, way, milliseconds) {
    const element = this.figures.get(figure.label);
    if (!element || way.length < 2) return;
    const frames = way.map((space) => {
      const [x, y] = centre(space, figure.large);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    await element.animate(frames, { duration: milliseconds, easing: "ease-in-out" }).finished.catch(() => {});
  }

  flash(space, isLarge, text, cls) {
    const [x, y] = centre(space, isLarge);
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", `flash ${cls}`);
    group.innerHTML = `<text x="${x}" y="${y}"></text>`;
    group.firstElementChild.textContent = text;
    this.layer("top").append(group);
    return group.animate([{ opacity: 0, translate: "0 6px" }, { opacity: 1, translate: "0 -6px", offset: 0.25 }, { opacity: 0, translate: "0 -26px" }], { duration: 1100 }).finished.catch(() => {}).then(() => group.remove());
  }

  // The lens shows some spaces large; without any it shows the whole board.
  lens(spaces, least = 9) {
    this.show(spaces ? boxAround(spaces, least) : WHOLE);
  }

  get isWhole() { return this.view === WHOLE; }

  show(box) {
    if (box.join() === this.view.join()) return;
    const from = this.view;
    this.view = box;
    this.svg.classList.toggle("lensed", box !== WHOLE);
    this.handlers.lensed?.(box === WHOLE ? null : box);
    cancelAnimationFrame(this.frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return void this.svg.setAttribute("viewBox", box.join(" "));
    const begun = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - begun) / 200);
      const eased = 1 - (1 - part) ** 3;
      this.svg.setAttribute("viewBox", from.map((value, n) => value + (box[n] - value) * eased).join(" "));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  keepInView(space) {
    if (this.isWhole) return;
    const [x, y] = centre(space);
    const [left, top, width, height] = this.view;
    const shift = (at, from, size) => (at < from + UNIT ? at - UNIT * 2 : at > from + size - UNIT ? at - size + UNIT * 2 : from);
    this.show([clamp(shift(x, left, width), width), clamp(shift(y, top, height), height), width, height]);
  }

  // Move the lens by so many pixels of the screen.
  drag(dx, dy) {
    const [left, top, width, height] = this.view;
    const scale = width / this.svg.clientWidth;
    this.view = [clamp(left - dx * scale, width), clamp(top - dy * scale, height), width, height];
    this.svg.setAttribute("viewBox", this.view.join(" "));
    this.handlers.lensed?.(this.view);
  }
}

const clamp = (value, size) => Math.max(-24, Math.min(824 - size, value));

function boxAround(spaces, least) {
  const xs = spaces.map((space) => columnOf(space) * UNIT);
  const ys = spaces.map((space) => lineOf(space) * UNIT);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs) + UNIT, Math.min(...ys), Math.max(...ys) + UNIT];
  const size = Math.min(848, Math.max(least * UNIT, Math.min(Math.max(right - left, bottom - top) + UNIT, 11 * UNIT)));
  return [clamp((left + right - size) / 2, size), clamp((top + bottom - size) / 2, size), size, size];
}
