// Small pieces from which the report's page builds itself.

export function chosen(award) {
  return award.querySelector(":checked")?.value ?? "0";
}

export function button(text, act, name = text) {
  const made = element("button", text);
  made.type = "button";
  made.setAttribute("aria-label", name);
  made.addEventListener("click", act);
  return made;
}

export function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
