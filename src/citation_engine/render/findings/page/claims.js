// Which claims are shown, and which one is the current one.
function setUpClaims(card) {
  const body = document.body, search = byId("search");
  const cards = [...document.querySelectorAll(".cards > .card")];
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
    for (let up = target; up; up = up.parentElement) if (up instanceof HTMLDetailsElement) up.open = true;
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
