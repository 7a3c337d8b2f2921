// What a replay shows of the whole game: marks over the slider, the score and the list of
// moments round the current one.

import { html } from "./markup.js";

const BEFORE = 12;
const AFTER = 28;
const HIGH = 60;

const share = (data, n) => `${(100 * n / Math.max(1, data.last)).toFixed(2)}%`;
const rounds = (data) => data.moments.filter((moment) => moment.round);

export function marks(data, at) {
  const kinds = [["combat", 4, 7], ["score", 13, 7]];
  const begun = rounds(data);
  const room = data.last / 22;
  const ticks = kinds.map(([kind, y, high]) => data.moments.filter((moment) => moment.jumps.includes(kind)).map((moment) => html`<rect class="tick-${kind}${moment.n > at ? " later" : ""}" x="${share(data, moment.n)}" y="${y}" width="2.5" height="${high}" rx="1"/>`));
  let last = -Infinity;
  const labels = begun.map((moment) => {
    if (moment.n - last < room) return "";
    last = moment.n;
    return html`<text x="${share(data, moment.n)}" y="36">${moment.round}</text>`;
  });
  return html`${begun.map((moment) => html`<rect class="tick-round" x="${share(data, moment.n)}" y="2" width="1" height="22"/>`)}${ticks}${labels}`;
}

// The score over the game: one line per seat, told apart by their dashes, too.
export function chart(data, at) {
  const scored = data.moments.filter((moment) => moment.points);
  if (!scored.length) return "";
  const { seats } = data.table;
  const now = Object.fromEntries(seats.map((seat) => [seat.letter, 0]));
  const lines = Object.fromEntries(seats.map((seat) => [seat.letter, [[0, 0]]]));
  for (const moment of scored) {
    for (const [letter, points] of Object.entries(moment.points)) {
      lines[letter].push([moment.n, now[letter]], [moment.n, now[letter] += points]);
    }
  }
  const most = Math.max(1, ...Object.values(lines).flat().map(([, points]) => points));
  const least = Math.min(0, ...Object.values(lines).flat().map(([, points]) => points));
  const x = (n) => (400 * n / Math.max(1, data.last)).toFixed(1);
  const y = (points) => (HIGH - 4 - (HIGH - 8) * (points - least) / (most - least)).toFixed(1);
  const path = (seat) => `M${[...lines[seat.letter], [data.last, now[seat.letter]]].map(([n, points]) => `${x(n)} ${y(points)}`).join("L")}`;
  return html`<h2>Score over the game</h2><svg viewBox="0 0 400 ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${seats.map((seat) => `${seat.name} end with ${now[seat.letter]}`).join(", ")}"><path class="zero" d="M0 ${y(0)}H400"/>${seats.map((seat, n) => html`<path class="line k-${seat.clan || "ronin"} dash-${n}" d="${path(seat)}"/>`)}<path class="here" d="M${x(at)} 0V${HIGH}"/></svg>`;
}

export function moments(data, at) {
  const first = Math.max(0, at - BEFORE - 1);
  const shown = data.moments.slice(first, at + AFTER);
  if (!shown.length) return html`<li class="muted">Nothing has happened yet.</li>`;
  return shown.map((moment) => html`<li class="${moment.points ? "scored" : ""}${moment.n > at ? " later" : ""}"><button type="button" data-moment="${moment.n}" data-key="moment-${moment.n}"${moment.n === at ? html` aria-current="true"` : ""}><span>${moment.n}</span> ${moment.text}</button></li>`);
}
