// Narrows the house rules of a league while somebody types. Without scripts the button
// sends the form, and the server does the same.

export function mount(form) {
  const rules = [...document.querySelectorAll("[data-rule]")];
  const sections = [...document.querySelectorAll("[data-section]")];
  const none = document.querySelector("[data-none]");
  const found = form.querySelector("[data-found]");
  const { q, changed } = form.elements;
  form.querySelector("[data-submit]").hidden = true;

  function narrow() {
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const rule of rules) {
      const fits = words.every((word) => rule.dataset.text.includes(word));
      rule.hidden = !fits || (changed.checked && !("changed" in rule.dataset));
    }
    for (const section of sections) {
      section.hidden = !section.querySelector("[data-rule]:not([hidden])");
    }
    const shown = rules.filter((rule) => !rule.hidden).length;
    found.textContent = `${shown} of ${rules.length} rules`;
    none.hidden = shown > 0;
  }

  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  narrow();
}
