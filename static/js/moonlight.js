// Finds the modules a page asks for with data-module="name" and mounts each on its
// element; again for whatever htmx brings in later. <html data-ready> says that
// everything the page came with is mounted.

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
  const elements = [...root.querySelectorAll("[data-module]")];
  if (root.matches?.("[data-module]")) elements.push(root);
  return Promise.all(elements.map(mount));
}

document.addEventListener("htmx:load", (event) => mountAll(event.target));
await mountAll(document);
document.documentElement.dataset.ready = "";
