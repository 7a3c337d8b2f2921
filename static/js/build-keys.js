// Keyboard shortcuts and focus of the builder. Everything also works without this script.

export function mount(root) {
  // Ctrl+Z and Ctrl+Shift+Z, except in text fields, where the browser undoes typing.
  document.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z";
    if (!isUndo || event.target.closest("input:not([type=radio], [type=checkbox]), textarea")) return;
    event.preventDefault();
    document.getElementById(event.shiftKey ? "redo" : "undo").click();
  });

  // A disabled button stays focusable, so that the focus is not lost.
  root.addEventListener("click", (event) => {
    if (!event.target.closest("[aria-disabled=true]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  // A violation links to the place to fix it; close the list that covers the page.
  root.addEventListener("click", (event) => {
    const panel = event.target.closest("a")?.closest(":popover-open");
    panel?.hidePopover();
  });
  // After a conflict, move the focus to its message.
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
