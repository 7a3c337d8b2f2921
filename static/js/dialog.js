// Buttons with command="show-modal" open their dialog by themselves in new browsers;
// this does it in those that do not know the attribute yet.

export function mount(button) {
  if ("command" in HTMLButtonElement.prototype) return;
  button.addEventListener("click", () => {
    const dialog = document.getElementById(button.getAttribute("commandfor"));
    if (button.getAttribute("command") === "show-modal") dialog.showModal();
    else dialog.close();
  });
}
