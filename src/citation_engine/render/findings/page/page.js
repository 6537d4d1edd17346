// What a reader chose, kept by the browser where it lets a page from disk do so.
const memory = {
  read(name) {
    try { return localStorage.getItem(`citation-engine.${name}`); } catch { return null; }
  },
  keep(name, value) {
    try { localStorage.setItem(`citation-engine.${name}`, value); } catch { /* Only this time, then. */ }
  },
};

function byId(name) { return document.getElementById(name); }

function say(words, values = {}) {
  const text = words.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  byId("said").textContent = text;
  return text;
}
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
// The card beside a claim, on hover and on focus. It stays while the pointer or the focus is on
// the claim or on the card, its words can be selected, and Escape closes it.
function setUpCard() {
  const DELAY = 300, GAP = 8;
  const card = byId("card"), content = byId("card-content");
  const narrow = matchMedia("(max-width: 62rem)");
  let owner = null, timer = 0, pinned = false;

  const later = (act) => { clearTimeout(timer); timer = setTimeout(act, DELAY); };
  const stay = () => clearTimeout(timer);
  const claimAt = (target) => target instanceof Element ? target.closest("a.claim") : null;

  function copyOf(link) {
    const copy = byId(`card-${link.dataset.claim}`).cloneNode(true);
    const shown = document.createElement("div");
    shown.className = copy.className;
    shown.append(...copy.childNodes);
    for (const part of shown.querySelectorAll("details")) part.remove();
    for (const part of shown.querySelectorAll("h4")) part.replaceWith(inside("span", part));
    for (const part of shown.querySelectorAll("a")) part.replaceWith(inside("span", part));
    return shown;
  }

  function inside(tag, part) {
    const other = document.createElement(tag);
    other.className = part.className;
    other.append(...part.childNodes);
    return other;
  }

  function show(link, point) {
    stay();
    if (owner !== link) hide();
    owner = link;
    content.replaceChildren(copyOf(link));
    card.hidden = false;
    card.scrollTop = 0;
    link.setAttribute("aria-describedby", "card-content");
    if (!narrow.matches) place(link, point);
  }

  function place(link, point) {
    const lines = [...link.getClientRects()];
    const at = (point && lines.find((line) => point.y >= line.top - 2 && point.y <= line.bottom + 2)) || lines[0];
    const width = document.documentElement.clientWidth, height = innerHeight;
    const below = height - at.bottom - 2 * GAP, above = at.top - 2 * GAP;
    const most = Math.min(0.6 * height, 480), needed = Math.min(card.scrollHeight, 240);
    const under = below >= needed || below >= above;
    card.style.maxHeight = `${Math.max(160, Math.min(most, under ? below : above))}px`;
    const left = Math.max(GAP, Math.min(at.left, width - card.offsetWidth - GAP));
    const top = under ? at.bottom + GAP : at.top - card.offsetHeight - GAP;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${top + scrollY}px`;
  }

  function hide() {
    stay();
    owner?.removeAttribute("aria-describedby");
    owner = null;
    pinned = false;
    card.hidden = true;
    content.replaceChildren();
  }

  function isSelecting() {
    const selection = getSelection();
    return !selection.isCollapsed && card.contains(selection.anchorNode);
  }

  function leave() {
    if (pinned || isSelecting() || card.contains(document.activeElement)) return;
    if (owner && owner === document.activeElement && owner.matches(":focus-visible")) return;
    hide();
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || pinned) return;
    const link = claimAt(event.target);
    if (link && link === owner) stay();
    else if (link) later(() => show(link, { y: event.clientY }));
    else if (card.contains(event.target)) stay();
    else if (owner) later(leave);
    else stay();
  });
  document.addEventListener("focusin", (event) => {
    const link = claimAt(event.target);
    if (link && link.matches(":focus-visible") && !link.hasAttribute("data-quiet")) later(() => show(link));
    else if (owner && link !== owner && !card.contains(event.target)) hide();
  });
  document.addEventListener("focusout", (event) => {
    if (claimAt(event.target) && !pinned) later(leave);
  });
  document.addEventListener("pointerdown", (event) => {
    if (owner && !card.contains(event.target) && claimAt(event.target) !== owner) hide();
  });
  card.querySelector(".close").addEventListener("click", () => {
    const link = owner;
    hide();
    link?.focus({ preventScroll: true });
    hide();
  });

  return {
    hide,
    isOpen: () => !card.hidden,
    isNarrow: () => narrow.matches,
    pin(link) { show(link); pinned = true; },
  };
}
// Where a claim stands among all: those that cite nothing are folded behind the others.
function placeOf(one) {
  const [report, number] = one.dataset.claim.split("-").map(Number);
  return report * 1e9 + number;
}

function unfold(target) {
  for (let up = target; up; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
}
// Which claims are shown, and which one is the current one.
function setUpClaims(card) {
  const body = document.body, search = byId("search");
  const cards = [...document.querySelectorAll(".cards > .card")].sort((one, other) => placeOf(one) - placeOf(other));
  const folds = [...document.querySelectorAll(".claims > details")];
  const links = new Map();
  for (const link of document.querySelectorAll("a.claim")) {
    const all = links.get(link.dataset.claim);
    if (all) all.push(link); else links.set(link.dataset.claim, [link]);
  }
  const buttons = [...document.querySelectorAll("[data-filter]")];
  const sources = [...document.querySelectorAll("[data-source]")];
  const states = new Set(), texts = new Map();
  let source = "", current = null, waiting = 0;

  const textOf = (one) => {
    if (!texts.has(one)) texts.set(one, one.textContent.normalize("NFKC").toLowerCase());
    return texts.get(one);
  };
  const fits = (one, wanted) =>
    (!states.size || states.has(one.dataset.state)) &&
    (!source || (one.dataset.sources || "").split(" ").includes(source)) &&
    wanted.every((word) => textOf(one).includes(word));

  function update() {
    const wanted = search.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of cards) {
      const fit = fits(one, wanted);
      one.hidden = !fit;
      shown += fit;
      for (const link of links.get(one.dataset.claim) || []) link.classList.toggle("off", !fit);
    }
    const all = shown === cards.length && !states.size && !source && !wanted.length;
    for (const fold of folds) {
      fold.hidden = !fold.querySelector(".card:not([hidden])");
      if (!all && !fold.hidden) fold.open = true;
    }
    for (const button of buttons) {
      const name = button.dataset.filter;
      button.setAttribute("aria-pressed", String(name ? states.has(name) : !states.size));
    }
    for (const button of sources) {
      button.setAttribute("aria-pressed", String(button.dataset.source === source));
    }
    byId("reset").hidden = all;
    const words = shown ? body.dataset.sayShown : body.dataset.sayNoMatch;
    byId("count").textContent = all ? "" : say(words, { shown, all: cards.length });
  }

  function filter(name) {
    if (!name) states.clear();
    else if (states.has(name)) states.delete(name);
    else states.add(name);
    update();
  }

  function reset() {
    states.clear();
    source = "";
    search.value = "";
    update();
  }

  function select(one, { focus = true } = {}) {
    for (const marked of document.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    current = one;
    unfold(one);
    one.setAttribute("aria-current", "true");
    for (const link of links.get(one.dataset.claim) || []) link.setAttribute("aria-current", "true");
    const link = links.get(one.dataset.claim)?.[0];
    if (focus) {
      if (link) {
        link.toggleAttribute("data-quiet", !card.isNarrow());
        link.focus({ preventScroll: true });
        link.removeAttribute("data-quiet");
        link.scrollIntoView({ block: card.isNarrow() ? "start" : "center" });
        bringInSight(link);
      } else {
        one.focus({ preventScroll: true });
      }
    }
    bringUp(one);
    const state = body.getAttribute(`data-state-${one.dataset.state.replaceAll("_", "-")}`) || "";
    say(body.dataset.sayCurrent, { number: cards.indexOf(one) + 1, all: cards.length, state });
  }

  function bringUp(one) {
    const pane = one.closest(".claims");
    if (card.isNarrow()) return;
    settle(() => {
      const before = pane.scrollTop;
      pane.scrollTop += one.getBoundingClientRect().top - pane.getBoundingClientRect().top - 6;
      return Math.abs(pane.scrollTop - before) > 1;
    });
  }

  // What was never drawn has a guessed height; once it is drawn, things stand elsewhere.
  function settle(move, frames = 12, calm = 0) {
    const one = current;
    const moved = move();
    if (frames && calm < 3) {
      requestAnimationFrame(() => { if (one === current) settle(move, frames - 1, moved ? 0 : calm + 1); });
    }
  }

  function bringInSight(link) {
    settle(() => {
      const at = link.getBoundingClientRect();
      const inSight = at.top >= 0 && at.bottom <= innerHeight;
      if (!inSight) link.scrollIntoView({ block: card.isNarrow() ? "start" : "center" });
      return !inSight;
    });
  }

  function step(by) {
    const shown = cards.filter((one) => !one.hidden);
    if (!shown.length) return;
    const at = shown.indexOf(current);
    select(shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1)]);
  }

  function flash(target) {
    target.classList.remove("found");
    void target.offsetWidth;
    target.classList.add("found");
  }

  function go(name) {
    const target = byId(name);
    if (!target) return false;
    unfold(target);
    const one = target.closest(".cards > .card") || byId(`card-${target.dataset.claim}`);
    if (one?.hidden) reset();
    target.scrollIntoView({ block: target.matches("a.claim, .spot") ? "center" : "nearest" });
    const holder = target.closest("a.claim");
    if (one || holder) select(one || byId(`card-${holder.dataset.claim}`), { focus: false });
    if (target.matches("a.claim, [tabindex]")) target.focus({ preventScroll: true });
    flash(target);
    return true;
  }

  function follow(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches("a.claim")) {
      event.preventDefault();
      const one = byId(`card-${link.dataset.claim}`);
      if (one.hidden) reset();
      select(one, { focus: false });
      if (card.isNarrow()) {
        // The card comes up from below; the claim goes to where it stays in sight.
        link.scrollIntoView({ block: "start" });
        card.pin(link);
      } else {
        card.hide();
        flash(one);
      }
    } else if (go(link.hash.slice(1))) {
      event.preventDefault();
      card.hide();
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) follow(event);
    else if (button.dataset.filter !== undefined) filter(button.dataset.filter);
    else if (button.id === "reset") { reset(); search.focus(); }
    else if (button.dataset.source) {
      source = source === button.dataset.source ? "" : button.dataset.source;
      update();
      const first = cards.find((one) => !one.hidden);
      if (source && first) select(first);
    }
  });
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 120); });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { clearTimeout(waiting); update(); step(1); }
    if (event.key === "Escape") { search.value = ""; update(); search.blur(); }
  });
  if (location.hash) go(location.hash.slice(1));

  return { filter, step, search: () => { search.focus(); search.select(); } };
}
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
// The page reads without this script; with it, it can be filtered, searched and walked through.
document.documentElement.classList.remove("plain");
setUpTheme();
const card = setUpCard();
setUpKeys(card, setUpClaims(card));
const top_ = document.querySelector(".top");
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--top", `${top_.offsetHeight}px`);
}).observe(top_);
