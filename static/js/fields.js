// A person may be quicker than our scripts: what they have typed or chosen by then stands.

/** What is moved in the page loses the focus; whoever was typing there goes on. */
export function keepFocus(field, move) {
  const isFocused = document.activeElement === field;
  move();
  if (isFocused) field.focus({ preventScroll: true });
}

/** Whether what the server chose is still chosen. */
export function isUntouched(select) {
  const given = [...select.options].findIndex((option) => option.defaultSelected);
  return select.selectedIndex === Math.max(0, given);
}
