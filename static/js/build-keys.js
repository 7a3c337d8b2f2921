// How the builder answers to keys and to the focus. Everything in it works without:
// buttons are buttons, and links lead to their places.

export function mount(root) {
  // Ctrl+Z and Ctrl+Shift+Z, except where somebody writes: there the browser undoes
  // letters.
  document.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    if (!isUndo || event.target.closest("input:not([type=radio], [type=checkbox]), textarea")) return;
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo").click();
  });

  // A button with nothing to do stays in its place, so that the focus is not lost.
  root.addEventListener("click", (event) => {
    if (!event.target.closest("[aria-disabled=true]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  // What is wrong leads to where it is mended; the list over the page gives way.
  root.addEventListener("click", (event) => {
    const panel = event.target.closest("a")?.closest(":popover-open");
    panel?.hidePopover();
  });
  // Who came too late is brought to the words that say so.
  root.addEventListener("htmx:afterSettle", (event) => {
    const { pathInfo, xhr } = event.detail;
    if (xhr?.status === 409) {
      document.getElementById("conflict")?.focus();
      return;
    }
    const place = document.getElementById(pathInfo?.anchor ?? "");
    const first = place?.querySelector("input:not([type=hidden]), button") ?? place;
    first?.focus({ preventScroll: true });
  });
}
