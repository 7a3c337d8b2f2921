// A form that is on its way cannot be sent again by a second click. Going back to the
// page, or an answer that leaves the page (a download), makes it usable again. Forms of
// htmx prevent the browser's own submit and are left alone.

const RELEASE_AFTER = 10_000;

function release(form) {
  delete form.dataset.sent;
  form.removeAttribute("aria-busy");
}

export function mount(body) {
  body.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if ("sent" in form.dataset) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "";
    form.setAttribute("aria-busy", "true");
    setTimeout(release, RELEASE_AFTER, form);
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) release(form);
  });
}
