// A match's page follows the others by itself, also between a press and its turn. What is
// sent tells what was seen when the button was pressed, so that nobody says yes to
// something else.

export function mount(page) {
  const seen = new WeakMap(); // versions, by the press

  page.addEventListener("htmx:confirm", ({ detail: { elt, triggeringEvent } }) => {
    const version = elt.elements?.version?.value;
    if (triggeringEvent && version && !seen.has(triggeringEvent)) seen.set(triggeringEvent, version);
  });

  page.addEventListener("htmx:configRequest", ({ detail: { parameters, triggeringEvent } }) => {
    if (seen.has(triggeringEvent)) parameters.version = seen.get(triggeringEvent);
  });
}
