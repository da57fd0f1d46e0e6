// What the window walk asks of a table in one window. Every card that can be taken up and every button must be hit at its
// centre; no text may be cut off, leave its area or be smaller than 13 px; the named areas of a table lie side by side;
// nothing scrolls sideways. `fits` says that the window is large enough to decide without scrolling at all; in smaller
// ones the page may be longer than the window, and a target is scrolled to before it is hit.
// Returns sentences; an empty list is a good window.
({ fits }) => {
  const AREAS =
    ".topbar, .farrow > *, .seatring, .neighbour, .wcity, .hand, .actions, .strip, .duelcity, .board, .pyramid, .draft, .choice, .side";
  const faults = new Set();
  const root = document.documentElement;
  const table = document.querySelector(".tablepage");
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}${element.dataset?.card ? ` ${element.dataset.card}` : ""}`;
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".sr, [hidden]");

  if (root.scrollWidth > innerWidth + 1) faults.add(`scrolls sideways: ${root.scrollWidth} > ${innerWidth}`);
  if (fits && root.scrollHeight > innerHeight + 1) faults.add(`scrolls down: ${root.scrollHeight} > ${innerHeight}`);

  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || element.closest(".sr, script, style, option") || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const tell = (what) => faults.add(`${what}: "${text.slice(0, 40)}" in ${name(element)}`);
    if (!(element instanceof SVGElement)) {
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < 12.9) tell(`small text ${size.toFixed(1)}`);
    }
    if (element.closest(".choicelist, .sidebody")) continue; // lists that scroll in themselves
    if (box.left < -1 || box.right > innerWidth + 1) tell("beyond the side of the window");
    if (fits && (box.top < -1 || box.bottom > innerHeight + 1)) tell("beyond the window");
    const area = element.closest(AREAS);
    if (area && !(element instanceof SVGElement)) {
      const edge = area.getBoundingClientRect();
      if (box.right > edge.right + 3 || box.left < edge.left - 3 || box.bottom > edge.bottom + 10 || box.top < edge.top - 14)
        tell(`leaves ${name(area)}`);
    }
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      if (up instanceof SVGElement) break;
      const clip = getComputedStyle(up);
      if (clip.overflowX !== "hidden" && clip.overflowY !== "hidden") {
        if (clip.overflowY === "auto" || clip.overflowY === "scroll") break; // a list that scrolls in itself
        continue;
      }
      if (up.matches("[data-clips]")) break; // the whole text is a tip away
      const edge = up.getBoundingClientRect();
      if (box.right > edge.right + 3 || box.left < edge.left - 3 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3)
        tell(`cut off by ${name(up)}`);
      if (up.scrollWidth > up.clientWidth + 2 && clip.textOverflow === "ellipsis") tell("shortened");
    }
  }

  for (const sign of document.querySelectorAll(".good, .coin, .laurel, .shield, .verdict, .verdict-inline, .sym, .token, .tile")) {
    const area = sign.closest(AREAS);
    if (!area || !shown(sign) || sign.closest(".choicelist, .sidebody, .splitrow")) continue;
    const box = sign.getBoundingClientRect();
    const edge = area.getBoundingClientRect();
    if (box.bottom > edge.bottom + 3 || box.right > edge.right + 8 || box.left < edge.left - 6 || box.top < edge.top - 12)
      faults.add(`a sign leaves ${name(area)}: ${name(sign)}`);
  }

  for (const part of document.querySelectorAll(".goodsrow li > *, .stages li > *, .actbuttons .btn > *, .seatring button > *")) {
    if (!shown(part)) continue;
    const box = part.getBoundingClientRect();
    const edge = part.parentElement.getBoundingClientRect();
    if (box.right > edge.right + 3 || box.left < edge.left - 3 || box.bottom > edge.bottom + 4 || box.top < edge.top - 4)
      faults.add(`${name(part)} leaves its ${name(part.parentElement)}`);
  }

  const areas = [...document.querySelectorAll(AREAS)].filter(shown);
  for (const [i, a] of areas.entries())
    for (const b of areas.slice(i + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const p = a.getBoundingClientRect();
      const q = b.getBoundingClientRect();
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 1.5 && high > 1.5) faults.add(`overlap: ${name(a)} and ${name(b)} by ${wide.toFixed(0)}x${high.toFixed(0)}`);
    }

  const targets = [...table.querySelectorAll("button, a[href], select, input, .pyramid .card.open, .hand .card")];
  for (const target of targets) {
    if (!shown(target)) continue;
    let box = target.getBoundingClientRect();
    if (!box.width || !box.height) {
      faults.add(`without size: ${name(target)}`);
      continue;
    }
    if (!fits || target.closest(".choicelist, .side")) {
      target.scrollIntoView({ block: "nearest" });
      box = target.getBoundingClientRect();
    }
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(target.contains(hit) || hit.contains(target)) || hit === root || hit === document.body)
      faults.add(`not hit at its centre: ${name(target)}, but ${hit ? name(hit) : "nothing"}`);
    else if (!target.contains(hit) && !target.matches(":disabled")) faults.add(`covered: ${name(target)} by ${name(hit)}`);
  }
  scrollTo(0, 0);

  // Costs and verdicts stay on their card.
  for (const part of document.querySelectorAll(".hand .pips > *, .pyramid .open .pips > *")) {
    if (!shown(part)) continue;
    const card = part.closest(".card").getBoundingClientRect();
    const box = part.getBoundingClientRect();
    if (box.bottom > card.bottom + 3 || box.right > card.right + 3 || box.left < card.left - 3)
      faults.add(`a cost leaves its card: ${name(part.closest(".card"))}`);
  }
  // The rows of the pyramid overlap, and never turn over.
  const slots = [...document.querySelectorAll(".pyramid .slot")];
  const top = (slot) => slot.getBoundingClientRect().top;
  for (const slot of slots) {
    const next = slots.find((other) => +other.style.getPropertyValue("--row") === +slot.style.getPropertyValue("--row") + 1);
    if (!next) continue;
    if (top(next) < top(slot) + 12) faults.add(`rows of the pyramid too close: ${(top(next) - top(slot)).toFixed(0)}`);
    else if (top(next) > slot.getBoundingClientRect().bottom) faults.add("rows of the pyramid do not overlap");
  }
  return [...faults];
}
