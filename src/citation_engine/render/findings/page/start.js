// The page reads without this script; with it, it can be filtered, searched and walked through.
document.documentElement.classList.remove("plain");
setUpTheme();
const card = setUpCard();
setUpKeys(card, setUpClaims(card));
const top_ = document.querySelector(".top");
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--top", `${top_.offsetHeight}px`);
}).observe(top_);
