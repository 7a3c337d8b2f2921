// A link to the page before becomes the browser's own way back, which keeps what
// was typed there.

export function mount(link) {
  link.addEventListener("click", (event) => {
    const cameFromHere = document.referrer.startsWith(location.origin);
    if (!cameFromHere || history.length < 2) return;
    event.preventDefault();
    history.back();
  });
}
