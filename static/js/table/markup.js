// Markup as text. Whatever is put into an html`…` is escaped unless it is markup itself.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

class Markup {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

export const raw = (text) => new Markup(text);

function shown(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(shown).join("");
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, n) => text + shown(values[n - 1]) + part));
}

// Replace what an element holds, but only if it differs, so that focus and scrolling stay.
const held = new WeakMap();
export function fill(element, markup) {
  const text = shown(markup);
  if (held.get(element) === text) return false;
  held.set(element, text);
  const focused = element.contains(document.activeElement) && document.activeElement.dataset.key;
  element.innerHTML = text;
  for (const part of element.querySelectorAll("[data-grow]")) part.style.flexGrow = part.dataset.grow;
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

const sprite = () => document.querySelector("[data-sprite]")?.dataset.sprite ?? "";
export const symbol = (name, size, extra = "") => raw(
  `<use href="${sprite()}#${name}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" ${extra}/>`);
export const icon = (name, cls = "") => raw(
  `<svg class="i ${cls}" aria-hidden="true"><use href="${sprite()}#${name}"/></svg>`);
export const die = (face, state = "") => raw(
  `<span class="die ${face} ${state}" role="img" aria-label="${capital(face)}${state.includes("out") ? ", cancelled" : ""}">${icon(`el-${face}`)}</span>`);
export const dice = (faces) => html`<span class="dice">${faces.map((face) => die(face))}</span>`;
export const percent = (chance) => {
  const whole = Math.round(chance * 100);
  if (whole === 100 && chance < 1) return "over 99%";
  if (whole === 0 && chance > 0) return "under 1%";
  return `${whole}%`;
};
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
export const listed = (words, last = "and") => words.length < 2
  ? words.join("")
  : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
