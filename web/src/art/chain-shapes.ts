// The signs by which buildings of Duel follow each other, on a 24-unit grid; `T` is the colour of what they lie on.

const T = 'fill="var(--t)"';
const LINE = 'fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"';

export const CHAIN_SHAPES: Record<string, string> = {
  mask: `<path d="M4 4c5 2 11 2 16 0v8c0 5-3 9-8 9s-8-4-8-9z"/><g ${T}><ellipse cx="8.5" cy="10" rx="2" ry="1.4"/><ellipse cx="15.5" cy="10" rx="2" ry="1.4"/><path d="M8 14.5h8c-1 3-7 3-8 0z"/></g>`,
  moon: `<path d="M15 2.5a9.8 9.8 0 1 0 6.5 13.5A8.5 8.5 0 0 1 15 2.5z"/>`,
  drop: `<path d="M12 1.5c4 6 7.5 9.5 7.5 13.5a7.5 7.5 0 0 1-15 0c0-4 3.5-7.5 7.5-13.5z"/>`,
  book: `<path d="M2.5 5c3-1.5 6-1 8.7 1v14c-2.7-2-5.7-2.5-8.7-1zM21.5 5c-3-1.5-6-1-8.7 1v14c2.7-2 5.7-2.5 8.7-1z"/>`,
  gear: `<path d="M10 2h4l.6 3 2.7 1.5 2.9-1.1 2 3.5-2.3 2v3.2l2.3 2-2 3.5-2.9-1.1-2.7 1.5-.6 2h-4l-.6-2-2.7-1.5-2.9 1.1-2-3.5 2.3-2v-3.2l-2.3-2 2-3.5 2.9 1.1L9.4 5z"/><circle cx="12" cy="12" r="3.2" ${T}/>`,
  vase: `<path d="M8.5 2h7v2.6c0 2.4 4 4.4 4 9.4 0 5-3.5 8-7.5 8s-7.5-3-7.5-8c0-5 4-7 4-9.4z"/><path d="M5.2 12h13.6v2.6H5.2z" ${T}/>`,
  horseshoe: `<path d="M6.5 4C2.5 12 5.5 20 12 20s9.5-8 5.5-16" fill="none" stroke="currentColor" stroke-width="4.4" stroke-linecap="round"/>`,
  sword: `<path d="M20.5 2l.5 4.5L10.5 17l-3-3L18 3.5z"/><path d="M4.5 12.5l7 7-1.8 1.8-2.2-2.2-3 3-2.1-2.1 3-3-2.2-2.2z"/>`,
  tower: `<path d="M6 22V10H4V3h3.5v2.5h2.7V3h3.6v2.5h2.7V3H20v7h-2v12z"/><path d="M10.5 22v-5a1.5 1.5 0 0 1 3 0v5z" ${T}/>`,
  column: `<path d="M4.5 2.5h15V6h-15zM7 7h10v11H7zM4.5 19h15v3h-15z"/><path d="M9.6 7h1.3v11H9.6zM13.1 7h1.3v11h-1.3z" ${T}/>`,
  sun: `<circle cx="12" cy="12" r="5"/><g ${LINE}><path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19"/></g>`,
  greek_temple: `<path d="M2 9l10-6.5L22 9v2H2zM4 12h3v7H4zM10.5 12h3v7h-3zM17 12h3v7h-3zM2 20h20v2H2z"/>`,
  lyre: `<g ${LINE}><path d="M6.5 3c-3 6-2.5 11 1.5 14h8c4-3 4.5-8 1.5-14M6.5 21h11M10 7v10M14 7v10"/></g>`,
  lamp: `<path d="M1.5 11c2.5 0 3-2 6.5-2h7c3 0 4.5-2 7-2.5-1 5-3.5 9.5-9 9.5h-2c-5 0-7.5-2-9.5-5zM8.5 17h6.5v3H8.5z"/><path d="M20.5 1c2 2 1 4-.2 4s-2-2 .2-4z"/>`,
  barrel: `<path d="M6 2.5h12c2.2 6 2.2 13 0 19H6c-2.2-6-2.2-13 0-19z"/><path d="M4.6 7h14.8v2H4.6zM4.6 15h14.8v2H4.6z" ${T}/>`,
  target: `<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="6.8" ${T}/><circle cx="12" cy="12" r="3.6"/>`,
  helmet: `<path d="M4 13.5a8 8 0 0 1 16 0V21h-5v-6.5h-3V21H4z"/><path d="M11 2c6 0 10 3 10.5 8H19c-.5-3-3.5-5-8-5z"/>`,
};
