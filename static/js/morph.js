// Lays what the server sends over what is there, instead of replacing it: what has
// the focus keeps it, what was opened stays open, and what was typed or chosen but
// not sent yet is not lost. Elements are told apart by their id; the rest by their
// order. What comes with data-kept stays as it is. hx-swap="morph" asks for all this.

const FIELDS = "input:not([type=hidden]), textarea, select";
// What a person, not the server, opened.
const LEFT_ALONE = new Set(["open"]);

// What each field held when its form was last sent. A field that holds something else
// than that, or than the server last said, has news that the server does not know.
const sent = new WeakMap();

const isTicked = (field) => field.matches("[type=checkbox], [type=radio]");
const held = (field) => (isTicked(field) ? field.checked : field.value);

function given(field) {
  if (isTicked(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value;
}

function hasNews(field) {
  const now = held(field);
  return now !== given(field) && now !== sent.get(field);
}

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
  if ("kept" in fresh.dataset) return;
  const isField = old.matches(FIELDS);
  const keepsNews = isField && hasNews(old);
  layAttributes(old, fresh);
  layChildren(old, fresh);
  if (!isField || keepsNews || held(old) === held(fresh)) return;
  if (isTicked(old)) old.checked = fresh.checked;
  else old.value = fresh.value;
}

// The focus is lost by what is moved or removed; it goes back, or to what was around.
function keepFocus(change) {
  const focused = document.activeElement;
  const around = [];
  for (let node = focused; node; node = node.parentElement) around.push(node);
  change();
  if (document.activeElement === focused) return;
  const place = focused.isConnected
    ? focused
    : around.find((node) => node.isConnected && node.hasAttribute("tabindex"));
  place?.focus({ preventScroll: true });
}

// What somebody just pressed stays under their finger, whatever grows above it.
function keepPlace(pressed, change) {
  const before = pressed?.getBoundingClientRect().top;
  change();
  if (!pressed?.checkVisibility()) return;
  const moved = pressed.getBoundingClientRect().top - before;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
}

htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap(style, target, fragment) {
    if (style !== "morph") return false;
    const pressed = target.contains(document.activeElement) ? document.activeElement : null;
    keepPlace(pressed, () => keepFocus(() => lay(target, fragment.firstElementChild)));
    return [target];
  },
  onEvent(name, event) {
    const fields = event.target.matches?.("form") ? event.target.querySelectorAll(FIELDS) : [];
    if (name === "htmx:configRequest") {
      for (const field of fields) sent.set(field, held(field));
    } else if (name === "htmx:afterRequest" && !(event.detail.xhr.status < 400 && event.detail.successful)) {
      // It was refused or got lost, so it is news still.
      for (const field of fields) sent.delete(field);
    }
    return true;
  },
});
