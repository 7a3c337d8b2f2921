// Sends a form as soon as something else is chosen, and takes its button away: it is
// there for browsers without JavaScript, and for who chose before this was here.

import { isUntouched } from "./fields.js";

export function mount(select) {
  if (isUntouched(select)) select.form.querySelector("button")?.remove();
  select.addEventListener("change", () => select.form.requestSubmit());
}
