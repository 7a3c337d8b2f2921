// Makes the search form quick to use by keyboard. It works without this: htmx asks
// for results while somebody types, and without any script the button does.

export function mount(form) {
  const input = form.querySelector("input[type=search]");

  const hits = () => [...document.querySelectorAll(".hit, .rule-id > a")];

  document.addEventListener("keydown", (event) => {
    const list = hits();
    const at = list.indexOf(document.activeElement);
    if (at < 0 && document.activeElement !== input) return;
    if (event.key === "Escape" && at >= 0) {
      input.focus();
    } else if (event.key === "ArrowDown" && at + 1 < list.length) {
      list[at + 1].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (list[at - 1] ?? input).focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  // What is empty stays out of the address.
  form.addEventListener("htmx:configRequest", (event) => {
    const { parameters } = event.detail;
    for (const name of ["q", "kind", "element"]) {
      if (!parameters[name]) delete parameters[name];
    }
  });
}
