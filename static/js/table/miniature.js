// The whole board as a small map while the lens shows a part of it.

import { html, raw } from "./markup.js";
import { centre } from "./spaces.js";

export function miniature(state, [left, top, width, height]) {
  const mine = new Set(state.table.you);
  const { picture } = state.table.ground;
  return html`<button type="button" data-do="whole" aria-label="Show the whole board"><svg viewBox="0 0 800 800" aria-hidden="true">${picture ? html`<image href="${picture}" width="800" height="800"/>` : raw('<rect class="field" width="800" height="800"/>')}${state.view.figures.filter((figure) => figure.place === "board" && figure.space).map((figure) => {
    const [x, y] = centre(figure.space, figure.large);
    const size = figure.large ? 40 : 24;
    return mine.has(figure.seat) ? html`<circle class="dot k-${figure.clan}" cx="${x}" cy="${y}" r="${size}"/>` : html`<rect class="dot k-${figure.clan ?? "sentry"}" x="${x - size}" y="${y - size}" width="${2 * size}" height="${2 * size}"/>`;
  })}<rect class="window-of-lens" x="${left}" y="${top}" width="${width}" height="${height}"/></svg></button>`;
}
