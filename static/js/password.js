// A button that shows what was typed into a password field, so that one field is
// enough. Without JavaScript the field is an ordinary one.

import { keepFocus } from "./fields.js";

export function mount(input) {
  const frame = document.createElement("span");
  frame.className = "reveal";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn text";
  button.textContent = "Show";
  button.setAttribute("aria-label", "Show the password");
  button.setAttribute("aria-pressed", "false");
  keepFocus(input, () => {
    input.replaceWith(frame);
    frame.append(input, button);
  });
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide" : "Show";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // Password managers look for a password field when the form is sent.
  input.form?.addEventListener("submit", () => show(false));
}
