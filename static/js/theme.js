// The theme buttons without a round trip. The server reads the same cookie, so the
// next page arrives in the chosen scheme before anything is painted.

const YEAR = 60 * 60 * 24 * 365;

export function mount(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = event.submitter.value;
    const isChoice = chosen === "light" || chosen === "dark";
    const age = isChoice ? YEAR : 0;
    document.cookie = `theme=${isChoice ? chosen : ""}; path=/; max-age=${age}; samesite=lax`;
    if (isChoice) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    for (const button of form.querySelectorAll("[name=theme]")) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
  });
}
