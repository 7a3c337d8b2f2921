// Finds the time zone of the browser: chooses it where nobody has chosen yet
// (data-detect), and offers it where another one is chosen.

import { isUntouched } from "./fields.js";

export function mount(select) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isKnown = [...select.options].some((option) => option.value === zone);
  if (!isKnown || select.value === zone) return;
  if (select.dataset.detect && isUntouched(select)) {
    select.value = zone;
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn s suggestion";
  button.textContent = `Your browser is in ${zone.replaceAll("_", " ")}: use it`;
  button.addEventListener("click", () => {
    select.value = zone;
    button.remove();
    select.focus();
  });
  select.after(button);
}
