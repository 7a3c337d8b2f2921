// Drag rows by their grip, with a finger or a mouse. The buttons beside each row do the
// same without this script.

function middle(row) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

export function mount(list) {
  const place = (row) => [...list.children].indexOf(row);

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const row = grip.closest("[data-ninja]");
    const before = place(row);
    row.classList.add("dragged");
    grip.setPointerCapture(event.pointerId);

    // Move the neighbours, because moving the dragged row would lose the pointer.
    const drag = ({ clientY }) => {
      while (row.previousElementSibling && clientY < middle(row.previousElementSibling)) {
        row.after(row.previousElementSibling);
      }
      while (row.nextElementSibling && clientY > middle(row.nextElementSibling)) {
        row.before(row.nextElementSibling);
      }
    };
    const drop = () => {
      grip.removeEventListener("pointermove", drag);
      row.classList.remove("dragged");
      if (place(row) === before) return;
      const values = { move: `${row.dataset.ninja}:${place(row)}` };
      htmx.ajax("POST", list.dataset.move, { source: "#edit", values });
    };
    grip.addEventListener("pointermove", drag);
    grip.addEventListener("lostpointercapture", drop, { once: true });
  });
}
