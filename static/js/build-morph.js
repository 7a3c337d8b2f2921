// Lays what the server sends over what is there, instead of replacing it: a field
// somebody is typing in keeps its text, what has the focus keeps it, and what was
// opened stays open. Elements are told apart by their id; the rest by their order.
// hx-swap="morph" asks for it.

const TYPED = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";
// What a person, not the server, opened.
const LEFT_ALONE = new Set(["open"]);

function isAlike(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && (old.id ?? "") === (fresh.id ?? "");
}

function layAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (!LEFT_ALONE.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!LEFT_ALONE.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

function layValue(old, fresh) {
  if (old.matches("[type=checkbox], [type=radio]")) {
    old.checked = fresh.hasAttribute("checked");
  } else if (old.matches(TYPED) && old !== document.activeElement && old.value !== fresh.value) {
    old.value = fresh.value;
  }
}

function layChildren(old, fresh) {
  let next = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let found = next;
    while (found && !isAlike(found, wanted)) found = found.nextSibling;
    if (!found) {
      old.insertBefore(wanted, next);
    } else {
      if (found === next) next = next.nextSibling;
      else old.insertBefore(found, next);
      lay(found, wanted);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function lay(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.isEqualNode(fresh) && !old.querySelector(TYPED) && !old.matches(TYPED)) return;
  layAttributes(old, fresh);
  layChildren(old, fresh);
  layValue(old, fresh);
}

// The focus is lost by what is moved or removed; it goes back, or to what held it.
function keepFocus(change) {
  const held = document.activeElement;
  const around = [];
  for (let node = held; node; node = node.parentElement) around.push(node);
  change();
  if (document.activeElement === held) return;
  const place = held.isConnected
    ? held
    : around.find((node) => node.isConnected && node.hasAttribute("tabindex"));
  place?.focus({ preventScroll: true });
}

htmx.defineExtension("build-morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap(style, target, fragment) {
    if (style !== "morph") return false;
    const fresh = fragment.firstElementChild;
    keepFocus(() => lay(target, fresh));
    return [target];
  },
});

export function mount() {}
