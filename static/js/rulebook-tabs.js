// On a narrow screen the row of tabs scrolls; start where the reader is.

export function mount(row) {
  const current = row.querySelector("[aria-current]");
  if (!current) return;
  const middle = current.offsetLeft + current.offsetWidth / 2;
  row.scrollLeft = middle - row.clientWidth / 2;
}
