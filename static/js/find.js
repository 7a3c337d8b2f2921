// "/" goes to the search field, as people know it from elsewhere.

export function mount(input) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
    if (!input.checkVisibility()) return;
    event.preventDefault();
    input.focus();
  });
}
