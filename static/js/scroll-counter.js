// Add minus and plus buttons to a number field. Without JavaScript the number is typed.

import { keepFocus } from "./fields.js";

export function mount(input) {
  const frame = document.createElement("span");
  frame.className = "counter";
  keepFocus(input, () => {
    input.before(frame);
    frame.append(button(input, -1), input, button(input, 1));
  });
}

function button(input, step) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "round";
  made.textContent = step < 0 ? "−" : "+";
  const label = input.getAttribute("aria-label");
  made.setAttribute("aria-label", step < 0 ? `One less: ${label}` : `One more: ${label}`);
  made.addEventListener("click", () => {
    const wanted = Number(input.value || 0) + step;
    const value = Math.min(Math.max(wanted, Number(input.min)), Number(input.max));
    input.value = value || "";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return made;
}
