// What a figure could do in its next activation: asked of the server when somebody wants to
// know, and kept as long as the position lasts. Loaded with the first question.

import { html, icon, percent, raw } from "./markup.js";
import * as overlays from "./overlays.js";
import { centre } from "./spaces.js";
import { verdict } from "./words.js";

const kept = new Map();

export async function readOutlook(urls, version, label) {
  const key = `${version} ${label}`;
  if (!kept.has(key)) {
    const answer = await fetch(`${urls.outlook}${label}/`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    if (kept.size > 60) kept.clear();
    kept.set(key, await answer.json());
  }
  return kept.get(key);
}

// Each attack as one sentence: "Attack Aoi from H8: 62% stun or better. 4 dice against 2."
export function attackSentences(outlook, words) {
  return outlook.attacks.map((attack) => {
    const verb = { attack: "Attack", shuriken: "Throw a shuriken at", shot: "Shoot at" }[attack.how];
    const way = attack.arrives < 1 ? ` after a move with ${percent(attack.arrives)} to arrive unharmed` : "";
    const chooser = attack.how === "attack" && attack.chooser ? ` ${words.isMine(outlook.figure) === words.state.table.you.includes(attack.chooser) ? "The attacker" : "The defender"} chooses the result.` : "";
    return { attack, title: `${verb} ${words.fullName(attack.target)} from ${attack.from}`, odds: `${verdict(attack)}${way}`, dice: `${attack.attack.total} ${attack.attack.total === 1 ? "die" : "dice"} against ${attack.defence.total}.${chooser}` };
  });
}

function summary(outlook, words) {
  const name = words.fullName(outlook.figure);
  const { length } = outlook.attacks;
  const whom = words.isMine(outlook.figure) ? "enemy" : "opponent";
  return length ? `${name} could attack ${length === 1 ? `one ${whom}` : `${length} ${whom === "enemy" ? "enemies" : "opponents"}`}.` : `${name} cannot attack anyone in one move.`;
}

const LEFT_OUT = "Cards, rerolls and tokens are not counted.";

export function panel(outlook, words) {
  const when = outlook.has_acted ? "next round" : "in one activation";
  return html`<div class="ask outlook"><h2>What ${words.fullName(outlook.figure)} could do ${when}</h2>
${outlook.attacks.length ? html`<ul>${attackSentences(outlook, words).map(({ attack, title, odds, dice }) => html`<li>${icon(attack.how === "attack" ? "t-kaiken" : attack.how === "shot" ? "t-yajiri" : "i-shuriken")}<span><b>${title}</b><small>${dice}</small></span><strong>${odds}</strong></li>`)}</ul>` : html`<p>${summary(outlook, words)}</p>`}
<p class="hint">The marked spaces are where ${words.fullName(outlook.figure)} could go; numbers are the chance to arrive. Dashed lines show who is in sight. ${LEFT_OUT}</p>
<button type="button" class="btn text" data-do="clear">Close</button></div>`;
}

export const spoken = (outlook, words) => [summary(outlook, words), ...attackSentences(outlook, words).map(({ title, odds, dice }) => `${title}: ${odds}, ${dice}`), LEFT_OUT].join(" ");

// Reach and sight under the figures, targets with their odds over them.
export function marks(outlook, words) {
  const figure = words.figure(outlook.figure);
  const [x, y] = centre(figure.space, figure.large);
  const lines = outlook.sees.map((label) => words.figure(label)).filter((other) => other?.space).map((other) => {
    const [x2, y2] = centre(other.space, other.large);
    return `<path class="sight" d="M${x} ${y}L${x2} ${y2}"/>`;
  });
  const under = html`<g class="${words.isMine(outlook.figure) ? "" : "foresight"}">${overlays.reach(outlook.reach)}</g>${overlays.zone(figure, words.isMine(outlook.figure))}${raw(lines.join(""))}`;
  const over = outlook.attacks.map((attack) => {
    const target = words.figure(attack.target);
    const [tx, ty] = centre(target.space, target.large);
    return html`${overlays.target(target)}${overlays.tag(tx - 16, ty + (target.large ? 46 : 27), percent(attack.harm))}`;
  });
  return { under, over };
}
