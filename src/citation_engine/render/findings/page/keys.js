// Single keys, which can be switched off.
function setUpKeys(card, claims) {
  const dialog = byId("keys"), box = byId("keys-on");
  const buttons = [...document.querySelectorAll("[data-filter]")];
  box.checked = memory.read("keys") !== "off";
  box.addEventListener("change", () => memory.keep("keys", box.checked ? "on" : "off"));
  byId("help").addEventListener("click", () => dialog.showModal());
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());

  const acts = {
    j: () => claims.step(1),
    k: () => claims.step(-1),
    "/": () => claims.search(),
    "?": () => dialog.showModal(),
  };
  buttons.forEach((button, number) => { acts[String(number)] = () => button.click(); });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && card.isOpen()) {
      card.hide();
      event.preventDefault();
      return;
    }
    const typing = event.target.closest("input, textarea, select, dialog");
    if (!box.checked || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : null;
    if (act) {
      event.preventDefault();
      act();
    }
  });
}
