// What a careful eye would notice about a table: text that is cut off or too small, things that overlap, targets too
// small for a finger. `tall` allows scrolling down. Returns sentences; an empty list is a good page.
({ touch, tall }) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) faults.push(`scrolls sideways: ${root.scrollWidth} > ${innerWidth}`);
  const fixed = document.querySelector(".tablepage");
  if (fixed && !tall && root.scrollHeight > innerHeight + 1) faults.push(`scrolls down: ${root.scrollHeight} > ${innerHeight}`);
  const name = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}`;
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".sr, [hidden]");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const element = node.parentElement;
    if (!text || !element || element.closest("script, style, noscript, option, .sr, .skip, .silent") || !shown(element)) continue;
    const style = getComputedStyle(element);
    let size = parseFloat(style.fontSize);
    if (element instanceof SVGElement) size *= element.getScreenCTM()?.a ?? 1;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const tell = (what) => { const line = `${what}: "${text.slice(0, 40)}" in ${name(element)}`; if (!seen.has(line)) { seen.add(line); faults.push(line); } };
    // Names are as large as their place allows, and never smaller than 11 px.
    const least = element.closest(".card .name, .duelwonders .wname, .cityhead .who") ? 10.9 : 12.9;
    if (!(element instanceof SVGElement) && size < least) tell(`small text ${size.toFixed(1)}`);
    if (element instanceof SVGElement && element.closest(".track") && size < 12.5) tell(`small text ${size.toFixed(1)}`);
    if (fixed && (box.left < -1 || box.right > innerWidth + 1 || (!tall && box.bottom > innerHeight + 1))) tell("outside the screen");
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const clip = getComputedStyle(up);
      if (clip.overflowX !== "hidden" && clip.overflowY !== "hidden") continue;
      if (up instanceof SVGElement || clip.textOverflow === "ellipsis" || up.matches("[data-clips]")) break;
      const edge = up.getBoundingClientRect();
      if (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 2 || box.top < edge.top - 2) { tell(`cut off by ${name(up)}`); break; }
    }
  }
  const parts = [...document.querySelectorAll(".farrow > *, .seatring, .neighbour, .landscape, .makes, .stages, .hand, .duelcity, .board, .field")].filter(shown);
  for (const [i, a] of parts.entries()) for (const b of parts.slice(i + 1)) {
    if (a.contains(b) || b.contains(a)) continue;
    const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left), high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 2 && high > 2) faults.push(`overlap: ${name(a)} and ${name(b)} by ${wide.toFixed(0)}x${high.toFixed(0)}`);
  }
  for (const part of document.querySelectorAll(".pips .good, .pips .coin")) {
    const card = part.closest(".hand .card");
    if (!card || !shown(part)) continue;
    const p = part.getBoundingClientRect(), c = card.getBoundingClientRect();
    if (p.bottom > c.bottom + 6 || p.right > c.right + 8) faults.push(`a cost leaves its card: ${card.getAttribute("data-card")}`);
  }
  if (touch) {
    for (const target of document.querySelectorAll("button, a[href], select, input")) {
      if (!shown(target) || target.closest(".sr, .skip")) continue;
      const box = target.getBoundingClientRect();
      if (!box.width) continue;
      const more = getComputedStyle(target, "::after");
      const extra = more.content !== "none" && more.position === "absolute" ? Math.max(0, -parseFloat(more.top) || 0) : 0;
      if (box.width + 2 * extra < 43.5 || box.height + 2 * extra < 43.5) faults.push(`small target ${box.width.toFixed(0)}x${box.height.toFixed(0)}: ${name(target)}`);
    }
  }
  return [...new Set(faults)];
}
