// Submit the form when another option is chosen, and remove its button, which is for
// browsers without JavaScript and for choices made before this script was loaded.

import { isUntouched } from "./fields.js";

export function mount(select) {
  if (isUntouched(select)) select.form.querySelector("button")?.remove();
  select.addEventListener("change", () => select.form.requestSubmit());
}
