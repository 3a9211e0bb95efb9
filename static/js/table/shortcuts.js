// The keys of the table: 1-6 select, A all that score, R roll, B bank, Z clear, ? the list.

export function bindKeys({ table, active, help }) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "?") {
      help();
      return;
    }
    if (!active()) return;
    const key = event.key.toLowerCase();
    if (key >= "1" && key <= "6") table.pick(Number(key) - 1);
    else if (key === "a") table.pickAll();
    else if (key === "z") table.clear();
    // Holding the key down is one intent, not many.
    else if (key === "r" && !event.repeat) table.press("roll");
    else if (key === "b" && !event.repeat) table.press("bank");
    else return;
    event.preventDefault();
  });
}
