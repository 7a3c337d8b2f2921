// Rows that are dragged by their grip, with a finger or a mouse. The buttons beside
// each row do the same without.

export function mount(list) {
  const rows = () => [...list.querySelectorAll(":scope > [data-ninja]")];

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const row = grip.closest("[data-ninja]");
    const before = rows().indexOf(row);
    row.classList.add("dragged");
    grip.setPointerCapture(event.pointerId);

    const drag = ({ clientY }) => {
      const others = rows().filter((other) => other !== row);
      const below = others.find((other) => {
        const { top, height } = other.getBoundingClientRect();
        return clientY < top + height / 2;
      });
      const isThere = below ? row.nextElementSibling === below : row === list.lastElementChild;
      if (!isThere) list.insertBefore(row, below ?? null);
    };
    const drop = () => {
      grip.removeEventListener("pointermove", drag);
      row.classList.remove("dragged");
      const place = rows().indexOf(row);
      if (place === before) return;
      const values = { move: `${row.dataset.ninja}:${place}` };
      htmx.ajax("POST", list.dataset.move, { source: "#edit", values });
    };
    grip.addEventListener("pointermove", drag);
    grip.addEventListener("lostpointercapture", drop, { once: true });
  });
}
