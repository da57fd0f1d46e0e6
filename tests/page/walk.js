// What the window walk asks of a table in one window. Every card that can be taken up and every button must be hit at its
// centre; no text may be cut off, leave its area or be smaller than 13 px (names on cards 11 px), no text or sign may lie over another, no word
// may be broken where its language has no break; the named areas of a table lie side by side; nothing scrolls sideways. `fits` says that the window is large enough to decide without scrolling at all; in smaller
// ones the page may be longer than the window, and a target is scrolled to before it is hit. `within` is for what is no
// table: another screen, a dialog.
// Returns sentences; an empty list is a good window.
({ fits, within }) => {
  const AREAS =
    ".topbar, .farrow > *, .seatring, .neighbour, .landscape, .makes, .stages, .hand, .actions:not(.silent), .strip, .duelcity, .board, .field, .choice, .side";
  // Names are as large as their card allows, and never smaller than this.
  const NAMES = ".card .name, .duelwonders .wname, .cityhead .who";
  const SIGNS = ".good, .coin, .laurel, .shield, .verdict, .verdict-inline, .sym, .chainmark, .seenmark, .leadsmark";
  const PILED = ".slot, .card, .street, .standing";
  const faults = new Set();
  const root = document.documentElement;
  const table = document.querySelector(within ?? ".tablepage");
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}${element.dataset?.card ? ` ${element.dataset.card}` : ""}`;
  // Nothing changes while we look: what is known of an element is asked once.
  const once = (ask) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, ask(element));
      return known.get(element);
    };
  };
  // What is clipped away is there for screen readers only.
  const heard = once(
    (element) => element !== document.body && (getComputedStyle(element).clipPath === "inset(50%)" || heard(element.parentElement)),
  );
  // The part of the screen in which what an element holds can be seen.
  const frame = once((element) => {
    if (element === document.body) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    const outer = frame(element.parentElement);
    if (element instanceof SVGElement || getComputedStyle(element).overflowY === "visible") return outer; // hides nothing
    return common(outer, element.getBoundingClientRect());
  });
  const common = (a, b) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  // Inside something wide that scrolls by itself: the sheet of many players on a phone.
  const sliding = once(
    (element) =>
      element !== document.body && (/auto|scroll/.test(getComputedStyle(element).overflowX) || sliding(element.parentElement)),
  );
  const piled = once((element) => element.closest(PILED));
  const pinned = once((element) => element.closest(".waysbelow"));
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest("[hidden]") && !heard(element);
  // In a row that clips, what finds no room goes to a second line that is not seen.
  const gaveWay = (element) => {
    const row = element.closest(".cityhead, .facts, .strip.tiles");
    if (!row || getComputedStyle(row).overflowY !== "clip") return false;
    return element.getBoundingClientRect().top >= row.getBoundingClientRect().bottom;
  };

  if (root.scrollWidth > innerWidth + 1) faults.add(`scrolls sideways: ${root.scrollWidth} > ${innerWidth}`);
  if (fits && root.scrollHeight > innerHeight + 1) faults.add(`scrolls down: ${root.scrollHeight} > ${innerHeight}`);

  // A word that stands in two lines, unless the language hyphenates it there: it would break without being forced, too.
  const lines = (range) => new Set([...range.getClientRects()].filter((r) => r.width > 1).map((r) => Math.round(r.top))).size;
  const broken = (node, element) => {
    const range = document.createRange();
    for (const { 0: word, index } of node.textContent.matchAll(/[^\s\u200b\u00ad/–—-]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (lines(range) < 2 || word.length > 20) continue; // no language has such words, only nicknames
      const { overflowWrap, wordBreak } = element.style;
      Object.assign(element.style, { overflowWrap: "normal", wordBreak: "normal" });
      const anyway = lines(range) > 1;
      Object.assign(element.style, { overflowWrap, wordBreak });
      if (!anyway) return word;
    }
    return null;
  };
  // A sheet from below takes the place of what it covers: my wonders, the buildings.
  const sheets = [...document.querySelectorAll(".sheet")].filter(shown).map((sheet) => ({ sheet, edge: sheet.getBoundingClientRect() }));
  const isUnder = (element, box) =>
    sheets.some(({ sheet, edge }) => !sheet.contains(element) && box.bottom > edge.top + 1 && box.top < edge.bottom && box.right > edge.left && box.left < edge.right);
  // What stays at the foot of a page that is longer than the window: one scrolls to what is under it.
  const foot = root.scrollHeight > innerHeight + 1 ? document.querySelector(".footrow") : null;
  const footEdge = foot && getComputedStyle(foot).position === "sticky" ? foot.getBoundingClientRect().top : Infinity;
  // What must not lie over something else: lines of text (without the room above and below the letters) and signs.
  const marks = [];
  const mark = (element, box, said, holder = element.parentElement) => {
    const seen = common(box, frame(holder));
    if (isUnder(element, seen) || (seen.bottom > footEdge && !foot.contains(element))) return;
    if (seen.right > seen.left && seen.bottom > seen.top) marks.push({ element, ...seen, said });
  };

  const walker = document.createTreeWalker(within ? table : table.parentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || element.closest(".sr, script, style, option") || !shown(element) || gaveWay(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (!whole.width) continue;
    // What a line with an ellipsis leaves out is not on the screen (below: whether it may leave out anything).
    const clips = element.closest("[data-clips]");
    const box = clips && getComputedStyle(clips).overflowY === "hidden" ? common(whole, clips.getBoundingClientRect()) : whole;
    const tell = (what) => faults.add(`${what}: "${text.slice(0, 40)}" in ${name(element)}`);
    if (!(element instanceof SVGElement)) {
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < (element.closest(NAMES) ? 10.9 : 12.9)) tell(`small text ${size.toFixed(1)}`);
    }
    if (!(element instanceof SVGElement)) {
      const word = broken(node, element);
      if (word) tell(`"${word}" is broken`);
    }
    for (const { left, right, top, bottom } of range.getClientRects())
      if (right - left > 1 && !element.closest("svg")) {
        const empty = (bottom - top) * 0.22;
        mark(element, { left, right, top: top + empty, bottom: bottom - empty }, `"${text.slice(0, 24)}"`, element);
      }
    if (element.closest(".choicelist, .sidebody")) continue; // lists that scroll in themselves
    if (!sliding(element) && (box.left < -1 || box.right > innerWidth + 1)) tell("beyond the side of the window");
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
      if (up.matches("[data-clips]")) {
        // The whole text is a tap away; a name of usual length is not shortened all the same.
        const usual = Math.max(...text.split(/\s+/u).map((word) => word.length)) <= 11;
        if (usual && up.scrollWidth > up.clientWidth) tell("shortened");
        break;
      }
      const edge = up.getBoundingClientRect();
      if (box.right > edge.right + 3 || box.left < edge.left - 3 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3)
        tell(`cut off by ${name(up)}`);
      if (up.scrollWidth > up.clientWidth + 2 && clip.textOverflow === "ellipsis") tell("shortened");
    }
  }

  for (const sign of document.querySelectorAll(".good, .coin, .laurel, .shield, .verdict, .verdict-inline, .sym, .token, .tile")) {
    const area = sign.closest(AREAS);
    if (!area || !shown(sign) || gaveWay(sign) || sign.closest(".choicelist, .sidebody, .splitrow")) continue;
    const box = sign.getBoundingClientRect();
    const edge = area.getBoundingClientRect();
    if (box.bottom > edge.bottom + 3 || box.right > edge.right + 8 || box.left < edge.left - 6 || box.top < edge.top - 12)
      faults.add(`a sign leaves ${name(area)}: ${name(sign)}`);
  }

  for (const sign of table.querySelectorAll(SIGNS))
    if (shown(sign) && sign.getBoundingClientRect().width) mark(sign, sign.getBoundingClientRect(), name(sign));
  marks.sort((a, b) => a.left - b.left);
  for (const [i, a] of marks.entries())
    for (let j = i + 1; j < marks.length && marks[j].left < a.right; j++) {
      const b = marks[j];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide < 2.5 || high < 2.5 || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      // Cards lie over cards, and houses of a kind before one another: what is under one is not meant to be read.
      if (piled(a.element) !== piled(b.element)) continue;
      if (pinned(a.element) !== pinned(b.element)) continue; // the page goes on under a bar that stays
      faults.add(`${a.said} lies over ${b.said} in ${name(a.element.parentElement)}`);
    }

  for (const part of document.querySelectorAll(".goodsrow li > *, .stages li > *, .actbuttons .btn > *, .seatring button > *")) {
    if (!shown(part)) continue;
    const box = part.getBoundingClientRect();
    const edge = part.parentElement.getBoundingClientRect();
    if (box.right > edge.right + 3 || box.left < edge.left - 3 || box.bottom > edge.bottom + 4 || box.top < edge.top - 4)
      faults.add(`${name(part)} leaves its ${name(part.parentElement)}`);
  }

  const areas = [...(within ? table : document).querySelectorAll(AREAS)].filter(shown);
  for (const [i, a] of areas.entries())
    for (const b of areas.slice(i + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const p = a.getBoundingClientRect();
      const q = b.getBoundingClientRect();
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      const covers = [a, b].some((one) => one.matches(".sheet")) && [a, b].some((one) => one.matches(".duelcity.own, .stages, .rail .neighbour"));
      const overlies = [a, b].some((one) => one.matches(".strip")) && [a, b].some((one) => one.matches(".duelcity.foe, .landscape, .field"));
      const ended = [a, b].some((one) => one.matches(".actions.over")) && [a, b].some((one) => one.matches(".field"));
      const inBar = [a, b].some((one) => one.matches(".topbar")) && [a, b].some((one) => one.matches(".seatring"));
      if (wide > 1.5 && high > 1.5 && !covers && !overlies && !inBar && !ended) faults.add(`overlap: ${name(a)} and ${name(b)} by ${wide.toFixed(0)}x${high.toFixed(0)}`);
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
    if (isUnder(target, box)) {
      if (target.matches(".card")) faults.add(`a sheet covers a card: ${name(target)}`);
      continue;
    }
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(target.contains(hit) || hit.contains(target)) || hit === root || hit === document.body)
      faults.add(`not hit at its centre: ${name(target)}, but ${hit ? name(hit) : "nothing"}`);
    else if (!target.contains(hit) && !target.matches(":disabled")) faults.add(`covered: ${name(target)} by ${name(hit)}`);
  }
  scrollTo(0, 0);
  if (within) for (const element of [table, ...table.querySelectorAll("*")]) element.scrollTo(0, 0);

  // Costs and verdicts stay on their card.
  for (const part of document.querySelectorAll(".hand .pips > *, .pyramid .open .pips > *")) {
    if (!shown(part)) continue;
    const card = part.closest(".card").getBoundingClientRect();
    const box = part.getBoundingClientRect();
    if (box.bottom > card.bottom + 3 || box.right > card.right + 3 || box.left < card.left - 3)
      faults.add(`a cost leaves its card: ${name(part.closest(".card"))}`);
  }
  // A sheet covers neither cards nor the track nor what I own.
  for (const { edge } of sheets)
    for (const part of document.querySelectorAll(".slot, .hand .card, .track, .duelcity.own .cityhead, .duelcity.own .goodsrow, .makes")) {
      const box = part.getBoundingClientRect();
      const high = Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top);
      const wide = Math.min(box.right, edge.right) - Math.max(box.left, edge.left);
      if (shown(part) && high > 4 && wide > 4) faults.add(`a sheet covers ${name(part)} by ${high.toFixed(0)}`);
    }
  // Every card that shows its face has its name, on the card, where no other card lies.
  for (const card of document.querySelectorAll(".pyramid .card:not(.back), .hand .card")) {
    if (!shown(card)) continue;
    const title = card.querySelector(".name");
    const box = title?.getBoundingClientRect();
    const edge = card.getBoundingClientRect();
    if (!box?.width || box.height < 10) faults.add(`a card without its name: ${name(card)}`);
    else if (box.left < edge.left - 2 || box.right > edge.right + 2 || box.bottom > edge.bottom + 2) faults.add(`a name leaves its card: ${name(card)}`);
    else if (fits && !within && !card.closest(".slot.held, .selected")) {
      const range = document.createRange();
      range.selectNodeContents(title);
      const [line] = [...range.getClientRects()].filter((rect) => rect.width > 1);
      const top = line && document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
      if (top && !card.contains(top) && !top.closest(".slot.held, .selected")) faults.add(`a covered name: ${name(card)} under ${name(top)}`);
    }
  }
  // No badge lies over a name: of its own card, of another one, of a wonder.
  for (const title of document.querySelectorAll(".pyramid .name, .hand .name, .duelwonders .wname")) {
    if (!shown(title) || title.closest(".slot.held, .selected")) continue;
    const range = document.createRange();
    range.selectNodeContents(title);
    for (const line of range.getClientRects()) {
      if (line.width <= 1) continue;
      const middle = line.top + line.height / 2;
      const hits = [0.06, 0.25, 0.5, 0.75, 0.94].map((part) => document.elementFromPoint(line.left + part * line.width, middle));
      if (hits.some((hit) => hit?.closest(".verdict"))) faults.add(`a badge lies over "${title.textContent.trim()}"`);
    }
  }
  // On a touch screen, whatever a finger needs is large enough for it; what is drawn smaller has a larger square around it.
  if (fits && !within && matchMedia("(pointer: coarse)").matches) {
    for (const target of targets) {
      if (!shown(target) || target.matches(":disabled") || target.closest(".sr, .skip, p, .choicelist .card")) continue;
      const box = target.getBoundingClientRect();
      const around = getComputedStyle(target, "::after");
      const grows = around.content !== "none" && around.position === "absolute";
      const zoom = box.width / (target.offsetWidth || box.width);
      const more = (side) => (grows ? Math.max(0, -parseFloat(around[side]) || 0) * zoom : 0);
      const wide = box.width + more("left") + more("right");
      const high = box.height + more("top") + more("bottom");
      if (wide < 43.5 || high < 43.5) faults.add(`a small target, ${wide.toFixed(0)}x${high.toFixed(0)}: ${name(target)}`);
    }
  }
  // The rows of the pyramid never turn over.
  const slots = [...document.querySelectorAll(".pyramid:not(.flat) .slot")].filter(shown);
  const top = (slot) => slot.getBoundingClientRect().top;
  for (const slot of slots) {
    const next = slots.find((other) => +other.style.getPropertyValue("--row") === +slot.style.getPropertyValue("--row") + 1);
    if (next && top(next) < top(slot) + 9) faults.add(`rows of the pyramid too close: ${(top(next) - top(slot)).toFixed(0)}`);
  }
  // From a tablet up, no rectangle of a quarter of the window is empty.
  if (!within && innerWidth >= 768 && innerHeight >= 600) {
    const CELLS = 20;
    const PLAIN = "html, body, #app, .tablescreen, .tablepage, .tablebody, .tablemain, .duel, .wonders, .field, .pyramid, .hand, .board, .tokens, .choice, .choicelist";
    const heights = Array(CELLS).fill(0);
    let most = 0;
    for (let row = 0; row < CELLS; row++) {
      for (let column = 0; column < CELLS; column++) {
        const hit = document.elementFromPoint(((column + 0.5) / CELLS) * innerWidth, ((row + 0.5) / CELLS) * innerHeight);
        heights[column] = !hit || hit.matches(PLAIN) ? heights[column] + 1 : 0;
      }
      for (let column = 0; column < CELLS; column++) {
        let least = Infinity;
        for (let to = column; to < CELLS && heights[to]; to++) {
          least = Math.min(least, heights[to]);
          most = Math.max(most, least * (to - column + 1));
        }
      }
    }
    if (most >= (CELLS * CELLS) / 4) faults.add(`an empty area of ${Math.round((100 * most) / CELLS / CELLS)} % of the window`);
  }
  return [...faults];
}
