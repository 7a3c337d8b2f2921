// Finds the modules a page asks for with data-module="name" and mounts each on its
// element; again for whatever htmx brings in later.

const mounted = new WeakSet();

async function mount(element) {
  if (mounted.has(element)) return;
  mounted.add(element);
  for (const name of element.dataset.module.split(" ")) {
    const module = await import(`./${name}.js`);
    module.mount(element);
  }
}

function mountAll(root) {
  if (root.matches?.("[data-module]")) mount(root);
  root.querySelectorAll("[data-module]").forEach(mount);
}

mountAll(document);
document.addEventListener("htmx:load", (event) => mountAll(event.target));
