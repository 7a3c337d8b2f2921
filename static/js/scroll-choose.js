// Sends a form as soon as something else is chosen, and takes its button away: it is
// there for browsers without JavaScript.

export function mount(select) {
  select.form.querySelector("button")?.remove();
  select.addEventListener("change", () => select.form.requestSubmit());
}
