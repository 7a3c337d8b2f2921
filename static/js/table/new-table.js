// Shows only the seats and the clock settings that were asked for.

export function mount(form) {
  const follow = () => {
    const seats = Number(form.elements.seats?.value);
    const open = (letter) => form.elements[`player_${letter}`]?.value === "open";
    for (const seat of form.querySelectorAll("[data-seat]")) {
      seat.hidden = Number(seat.dataset.seat) > seats;
      const letter = "ABCD"[seat.dataset.seat - 1];
      const team = form.elements[`team_${letter}`].closest(".field");
      if (team) team.hidden = open(letter);
    }
    for (const part of form.querySelectorAll("[data-clock]")) part.hidden = part.dataset.clock !== form.elements.clock.value;
  };
  form.addEventListener("change", follow);
  follow();
}
