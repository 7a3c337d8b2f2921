// What is drawn over and under the figures: reach, zones, paths, targets and sight.

import { html, percent, raw } from "./markup.js";
import { centre, corner, outline, UNIT } from "./spaces.js";

// Whether dice decide if a figure arrives unharmed; two dodges in a row are a long shot.
export const rolls = (entry) => (entry.chance ?? 1) < 1;
const LONG_SHOT = 0.3;

const squares = (spaces, cls, inset = 1.5) => raw(`<g class="${cls}">${spaces.map((space) => {
  const [x, y] = corner(space);
  return `<rect x="${x + inset}" y="${y + inset}" width="${UNIT - 2 * inset}" height="${UNIT - 2 * inset}" rx="6"/>`;
}).join("")}</g>`);
const dots = (spaces, cls) => raw(`<g class="${cls}">${spaces.map((space) => {
  const [x, y] = centre(space);
  return `<circle cx="${x}" cy="${y}" r="4.800"/>`;
}).join("")}</g>`);

// How sure it is to arrive, in bands that also differ by their mark: a dot for no roll, a
// number for the chance where dice decide.
export function reach(entries) {
  const names = (list) => list.map((entry) => entry.space);
  const sure = names(entries.filter((entry) => !rolls(entry)));
  const risky = entries.filter(rolls);
  const isLong = (entry) => entry.chance < LONG_SHOT;
  const numbers = risky.map((entry) => {
    const [x, y] = centre(entry.space);
    return `<text${isLong(entry) ? ' class="slim"' : ""} x="${x}" y="${y + 4.5}">${Math.round(entry.chance * 100)}</text>`;
  });
  return html`${squares(sure, "reach")}${squares(names(risky.filter((entry) => !isLong(entry))), "reach risky")}${squares(names(risky.filter(isLong)), "reach slim")}
${risky.length ? html`<path class="risk-line" d="${outline(names(risky))}"/>` : ""}<path class="reach-line" d="${outline(sure)}"/>
${dots(sure, "reach-dots")}<g class="chances">${raw(numbers.join(""))}</g>`;
}

export const options = (spaces) => html`${squares(spaces, "reach")}<path class="reach-line" d="${outline(spaces)}"/>${dots(spaces, "reach-dots")}`;

export function zone(figure, isOwn) {
  const back = new Set(figure.back ?? []);
  return (figure.zone ?? []).map((space) => {
    const [x, y] = corner(space);
    const box = `x="${x + 2}" y="${y + 2}" width="36" height="36" rx="5"`;
    return raw(`<rect class="zone ${isOwn ? "own" : "foe"}" ${box}/>${back.has(space) ? `<rect class="zone-back" ${box}/>` : ""}`);
  });
}

export function target(figure) {
  const [x, y] = centre(figure.space, figure.large);
  const half = figure.large ? 46 : 25;
  return raw(`<g class="target" transform="translate(${x} ${y})">${[0, 90, 180, 270].map((turn) => `<path d="M${-half} ${-half + 11}v-11h11" transform="rotate(${turn})"/>`).join("")}</g>`);
}

export function ring(figure, cls = "") {
  const [x, y] = centre(figure.space, figure.large);
  return raw(`<circle class="sel ${cls}" cx="${x}" cy="${y}" r="${figure.large ? 45 : 24}"/>`);
}

export function tag(x, y, text, cls = "") {
  const width = 14 + text.length * 6.4;
  const left = Math.min(x, 800 - width);
  return html`<g class="tag ${cls}" transform="translate(${left} ${y})"><rect y="-11" width="${width}" height="22" rx="11"/><text x="${width / 2}" y="4.500">${text}</text></g>`;
}

// The way to a space: each step's cost, each dodge with its chance.
export function path(from, way, entry, isLarge) {
  const points = [from, ...way].map((space) => centre(space, isLarge));
  const line = points.map(([x, y]) => `${x} ${y}`).join("L");
  const steps = way.slice(0, -1).map((space, n) => {
    const [x, y] = centre(space, isLarge);
    return `<g transform="translate(${x} ${y})" class="step"><circle r="8.500"/><text y="4">${n + 1}</text></g>`;
  });
  const dodges = (entry.dodges ?? []).map((dodge, n) => {
    const at = Math.max(0, [from, ...way].indexOf(dodge.space));
    const [[x1, y1], [x2, y2]] = [points[at], points[Math.min(at + 1, points.length - 1)]];
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return html`<g transform="translate(${x} ${y})" class="dodge"><path d="M0-10L10 0L0 10L-10 0z"/><text y="4">!</text></g>${tag(x + 16, y, `${entry.dodges.length > 1 ? `${n + 1}. ` : ""}dodge ${percent(dodge.chance)}`)}`;
  });
  return html`<path class="way-under" d="M${raw(line)}"/><path class="way" d="M${raw(line)}"/>${raw(steps.join(""))}${dodges}`;
}

// What else happens on the way: who reacts, which shrine tests, where Stealth ends.
export function risks(entry, figureOf) {
  const marks = (entry.shrines ?? []).map((space) => [centre(space), 22, "test"]);
  for (const space of [...(entry.lanterns ?? []), ...(entry.leaves_cover ?? [])]) marks.push([centre(space), 15, "seen"]);
  for (const figure of (entry.watchers ?? []).map(figureOf).filter((one) => one?.space)) marks.push([centre(figure.space, figure.large), figure.large ? 45 : 24, "reacts"]);
  return marks.map(([[x, y], radius, text]) => html`<circle class="watch" cx="${x}" cy="${y}" r="${radius}"/>${tag(x - 20, y + radius + 9, text)}`);
}

// Eight arrows round a figure, to choose a facing on the board itself.
export function facings(space, isLarge, allowed, chosen) {
  const [x, y] = centre(space, isLarge);
  const far = isLarge ? 62 : 42;
  return raw(allowed.map((facing) => {
    const turn = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].indexOf(facing) * 45;
    return `<g class="turn${facing === chosen ? " chosen" : ""}" data-facing="${facing}" transform="translate(${x} ${y}) rotate(${turn}) translate(0 ${-far})"><circle r="15"/><path d="M0-9L7 3H-7z"/></g>`;
  }).join(""));
}
