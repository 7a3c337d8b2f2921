// Hide the fields that do not apply to the chosen kind. The server ignores them anyway.

export function mount(form) {
  const kind = form.elements.namedItem("kind");
  const update = () => {
    for (const field of form.querySelectorAll("[data-kinds]")) {
      const applies = field.dataset.kinds.split(" ").includes(kind.value);
      const group = (field.closest(".field") ?? field.closest(".tick")) ?? field;
      group.hidden = !applies;
      field.disabled = !applies;
    }
  };
  kind.addEventListener("change", update);
  update();
}
