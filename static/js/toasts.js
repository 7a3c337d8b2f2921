// Messages that float over the page: put away by their button; good news leaves by
// itself unless somebody is reading it, bad news stays until it is put away.

const READING_TIME = 8000;

function leaveInTime(toast) {
  let timer;
  const start = () => { timer = setTimeout(() => toast.remove(), READING_TIME); };
  const stop = () => clearTimeout(timer);
  toast.addEventListener("pointerenter", stop);
  toast.addEventListener("focusin", stop);
  toast.addEventListener("pointerleave", start);
  toast.addEventListener("focusout", start);
  start();
}

export function mount(list) {
  list.addEventListener("click", (event) => {
    event.target.closest("[data-dismiss]")?.closest(".toast").remove();
  });
  const arrived = (toast) => { if (toast.matches(".toast.ok")) leaveInTime(toast); };
  [...list.children].forEach(arrived);
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.addedNodes) {
        if (node instanceof HTMLElement) arrived(node);
      }
    }
  }).observe(list, { childList: true });
}
