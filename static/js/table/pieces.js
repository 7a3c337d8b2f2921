// Figures and tokens, drawn round 0, 0 with a space of 40 units. Colours come from the style
// sheet: `k-tora` and the like bring a clan's colours.

import { html, raw, symbol } from "./markup.js";
import { FACINGS } from "./spaces.js";

const HELPFUL = new Set(["haste", "lucky", "protect", "moon-power"]);
// What lies round a ring, and how often: each clan is known by its shape, too.
const RINGS = {
  tora: [8, '<path d="M-2.100-16.800L0-12.400L2.100-16.800z"/>'],
  ika: [14, '<circle cy="-14.600" r="1.350"/>'],
  kitsune: [9, '<path d="M0-17q2.600 2.600 0 4.600q-2.600-2 0-4.600z"/>'],
  yamazaru: [8, '<rect x="-1.700" y="-16.400" width="3.400" height="3.400"/>'],
  tanchyo: [12, '<path d="M-1.200-16.900L1.200-12.500" class="feather"/>'],
  ijin: [6, '<path d="M-2.600-12.600L0-17.200L2.600-12.600z"/>'],
  hero: [16, '<path d="M-1-16.600h2v3.400h-2z"/>'],
  ronin: [4, '<path d="M-5-15.600h10v1.600h-10z"/>'],
};
export const CLANS = ["tora", "ika", "kitsune", "yamazaru", "tanchyo", "ijin", "hero", "ronin", "sentry", "hidden"];

export const definitions = raw(`<defs>${CLANS.map((clan) => `<radialGradient id="g-${clan}" class="k-${clan}" cx=".4" cy=".3" r=".8"><stop class="k-1"/><stop offset=".65" class="k-2"/><stop offset="1" class="k-3"/></radialGradient>`).join("")}
<radialGradient id="g-glow"><stop class="glow-1"/><stop offset=".35" class="glow-2"/><stop offset="1" class="glow-3"/></radialGradient>
<pattern id="p-foe" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="8" class="foe-stripe"/></pattern>
<pattern id="p-back" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="2.400" height="7" class="back-stripe"/></pattern></defs>`);

const round1 = (number) => Math.round(number * 10) / 10;
function arc(from, to, radius) {
  const at = (angle) => {
    const turned = (angle - 90) * Math.PI / 180;
    return `${round1(radius * Math.cos(turned))} ${round1(radius * Math.sin(turned))}`;
  };
  return `M${at(from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`;
}

export const ringOf = (figure) => (figure.seat ? (RINGS[figure.clan] ? figure.clan : figure.type === "hero" ? "hero" : "ronin") : "sentry");

export function pip(status, count = 1, size = 1) {
  const isGood = HELPFUL.has(status);
  return html`<g class="pip ${isGood ? "good" : "bad"}" transform="scale(${size})">${isGood ? raw('<circle r="7.400"/>') : raw('<path d="M0-9.300L9.300 0L0 9.300L-9.300 0z"/>')}${symbol(`st-${status}`, 9.2)}${count > 1 ? html`<text x="8.500" y="7">${count}</text>` : ""}</g>`;
}

function body(figure) {
  const clan = ringOf(figure);
  const [count, mark] = RINGS[clan] ?? [0, ""];
  const turn = figure.facing ? FACINGS.indexOf(figure.facing) * 45 : 0;
  const marks = Array.from({ length: count }, (_, n) => `<g transform="rotate(${round1(n * 360 / count + 22.5)})">${mark}</g>`).join("");
  return raw(`${figure.facing ? `<path class="beak" d="M-7.500-15.500L0-24L7.500-15.500z" transform="rotate(${turn})"/>` : ""}`
    + `<circle r="17.400" class="base${figure.hidden ? " veiled" : ""}"/>`
    + (figure.hidden ? "" : `<g class="marks">${marks}${count ? "" : `<circle r="14.600" class="plain"/>`}</g>`)
    + `<circle r="12.200" class="face" fill="url(#g-${figure.hidden ? "hidden" : clan})"/>`
    + (figure.facing ? `<path d="${arc(turn + 113, turn + 247, 17.4)}" class="back"/><path d="${arc(turn + 117, turn + 243, 17.4)}" class="stitch"/>` : "")
    + symbol(`t-${figure.type}`, 17, 'class="kind"')
    + (figure.hidden ? '<path d="M-19 6q7-7 13-1t12-1 13 1M-17 12q6-5 12 0t11-1 11 0" class="mist"/>' : "")
    + (figure.activated ? '<circle r="17.400" class="dim"/>' : ""));
}

function badges(figure, medal) {
  const around = (figure.tokens ?? []).map(({ slug, count }, n) => {
    const angle = (118 + n * 42) * Math.PI / 180;
    return html`<g transform="translate(${round1(19.5 * Math.sin(angle))} ${round1(-19.5 * Math.cos(angle))})">${pip(slug, count)}</g>`;
  });
  return html`${figure.activated ? html`<g transform="translate(-13.500 13.500)" class="done"><circle r="6.200"/>${symbol("u-check", 8)}</g>` : ""}
${medal ? html`<g transform="translate(-14 -14)" class="carried"><circle r="7.500"/>${symbol(medal === "medal" ? "i-medal" : "i-star", 10)}</g>` : ""}
${figure.hidden ? html`<g transform="translate(14 -13.500)" class="hood"><circle r="7"/>${symbol("st-stealth", 9)}</g>` : ""}${around}`;
}

// What a figure looks like; `carries` names the piece it holds.
export function figureMarkup(figure, carries = null) {
  const scale = figure.large ? 2.06 : 1;
  return html`<g transform="scale(${scale})" class="body">${body(figure)}</g><g transform="${figure.large ? "scale(1.350) translate(6 6)" : ""}">${badges(figure, carries)}</g>`;
}

export const figureClasses = (figure) => `fig k-${ringOf(figure)}${figure.hidden ? " hid" : ""}${figure.is_other ? " other" : ""}`;

// A figure on its own, for cards, lists and buttons.
export const portrait = (figure, size = "") => html`<svg class="tk ${size}" viewBox="-25 -25 50 50" aria-hidden="true"><g class="${figureClasses(figure)}">${body({ ...figure, activated: false })}</g></svg>`;

const TOKENS = {
  lantern: () => raw('<g class="lantern"><circle r="15"/><path d="M-13-4L0-17L13-4L13 4L0 17L-13 4z" class="stone"/><rect x="-7.500" y="-7.500" width="15" height="15" rx="2.500" class="flame"/><path d="M-7.500 0h15M0-7.500v15" class="bars"/></g>'),
  shrine: ({ status }) => html`<g class="shrine"><path d="M-17-6Q0-12 17-6L12-14H-12z" class="roof"/><rect x="-14" y="-7" width="28" height="22" rx="2" class="house"/>${status ? html`<g transform="translate(0 4.500)">${pip(status, 1, 1.2)}</g>` : ""}</g>`,
  crate: ({ element }) => html`<g class="crate"><rect x="-15" y="-15" width="30" height="30" rx="2.500"/><path d="M-15-7.500h30M-15 7.500h30"/>${element ? html`<circle r="10.500" class="label"/><g class="${element} paper">${symbol(`el-${element}`, 15)}</g>` : raw('<path d="M-12-12L12 12M12-12L-12 12" class="cross"/><circle r="8" class="lid"/><text y="4.500">?</text>')}</g>`,
  goal: ({ clan }) => html`<g class="goal k-${clan}"><circle r="19"/><circle r="15" class="ring"/>${symbol(`crest-${clan}`, 20)}</g>`,
  medal: ({ clan }) => html`<g class="medal"><circle r="13"/><circle r="10" class="ring"/>${symbol(clan ? `crest-${clan}` : "i-medal", 16)}</g>`,
  barred: () => raw('<path d="M-12-12L12 12M12-12L-12 12" class="barred"/>'),
};
export const tokenMarkup = (token) => (TOKENS[token.kind] ?? TOKENS.medal)(token);
