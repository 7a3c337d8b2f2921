// "/" goes to the search field, as people know it from elsewhere. Arrow keys move through
// what is found while one types, and Escape puts it away.

const form = (input) => input.closest("form");
const stops = (input) => [input, ...form(input).querySelectorAll(".nav-found a")];
const clear = (input) => form(input).querySelector(".nav-found").replaceChildren();

function listen(input) {
  form(input).addEventListener("keydown", (event) => {
    const all = stops(input);
    const at = all.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && all.length > 1) {
      clear(input);
      input.focus();
    } else if (step && all[at + step]) {
      all[at + step].focus();
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!form(input).contains(event.target)) clear(input);
  });
}

export function mount(input) {
  listen(input);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
    if (!input.checkVisibility()) return;
    event.preventDefault();
    input.focus();
  });
}
