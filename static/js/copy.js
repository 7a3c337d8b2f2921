// A button that copies the text of its element. Without JavaScript the text is
// there to be selected.

export function mount(element) {
  if (!navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn s";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(element.textContent.trim());
    button.textContent = "Copied";
  });
  element.after(button);
}
