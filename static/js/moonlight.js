// Finds the modules a page asks for with data-module="name" and mounts each on its
// element; again for whatever htmx brings in later. <html data-ready> says that the page
// is here with all its files, and everything on it is mounted; so does an event.

const page = document.documentElement;
const mounted = new WeakSet();
let awaited = 0;

async function mount(element) {
  if (mounted.has(element)) return;
  mounted.add(element);
  for (const name of element.dataset.module.split(" ")) {
    const module = await import(`./${name}.js`);
    module.mount(element);
  }
}

function mountAll(root) {
  const elements = [...root.querySelectorAll("[data-module]")];
  if (root.matches?.("[data-module]")) elements.push(root);
  return Promise.all(elements.map(mount));
}

async function readyAfter(...all) {
  awaited += 1;
  delete page.dataset.ready;
  await Promise.all(all);
  awaited -= 1;
  if (awaited) return;
  page.dataset.ready = "";
  document.dispatchEvent(new Event("moonlight:ready"));
}

const loaded = new Promise((done) => {
  if (document.readyState === "complete") done();
  else window.addEventListener("load", done, { once: true });
});

document.addEventListener("htmx:load", (event) => readyAfter(mountAll(event.target)));
readyAfter(mountAll(document), loaded);
