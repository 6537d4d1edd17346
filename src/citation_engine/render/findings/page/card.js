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
