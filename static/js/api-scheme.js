// The viewer of the API has a night of its own, which a class on the page asks for. Day
// or night is what the site's switch says, or else the device.

const page = document.documentElement;
const device = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  const chosen = page.dataset.theme;
  page.classList.toggle("dark-mode", chosen ? chosen === "dark" : device.matches);
}

export function mount() {
  new MutationObserver(follow).observe(page, { attributeFilter: ["data-theme"] });
  device.addEventListener("change", follow);
  follow();
}
