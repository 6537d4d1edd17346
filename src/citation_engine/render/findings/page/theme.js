// Light or dark as the system says, until the reader says otherwise.
function setUpTheme() {
  const root = document.documentElement, button = byId("dark");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = memory.read("theme");
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    memory.keep("theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
