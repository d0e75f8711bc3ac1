/** Distances between element, ring, card and window edge. */
const PAD = 4;
const GAP = 12;
const EDGE = 8;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Placing {
  /** The element's `data-tour`. */
  at: string;
  card: HTMLElement;
  ring: HTMLElement;
  /** On a phone the card is a bottom sheet. */
  isSheet: boolean;
  mayScroll: boolean;
}

/** The visible element of a step; a grouping element is replaced by its first child. */
function elementOf(name: string): Element | null {
  for (const found of document.querySelectorAll(`[data-tour="${CSS.escape(name)}"]`)) {
    const drawn = firstDrawn(found);
    if (drawn && !drawn.closest('[inert]')) return headOfTall(drawn);
  }
  return null;
}

/** For an element that fills the window, points at its heading instead. */
function headOfTall(element: Element): Element {
  const isTall = element.getBoundingClientRect().height > innerHeight / 2;
  return (isTall && element.querySelector(':scope > header, :scope > legend')) || element;
}

function firstDrawn(element: Element): Element | null {
  const { width, height } = element.getBoundingClientRect();
  if (width > 0 && height > 0) return element;
  if (getComputedStyle(element).display !== 'contents') return null;
  for (const child of element.children) {
    const drawn = firstDrawn(child);
    if (drawn) return drawn;
  }
  return null;
}

/** Its position in the window; null if it is not on the page. */
export const boxOf = (name: string): Box | null => elementOf(name)?.getBoundingClientRect() ?? null;

/** Scrolls the element into view, and places the ring and the card. */
export function placeTour({ at, card, ring, isSheet, mayScroll }: Placing): void {
  const element = elementOf(at);
  card.dataset.sheet = isSheet ? 'bottom' : '';
  ring.hidden = !element;
  if (isSheet) Object.assign(card.style, { left: '', top: '' });
  // The element has gone; the card stays readable.
  if (!element) return void (isSheet || moveTo(card, corner(card)));
  const room = {
    top: topOfPage() + EDGE,
    bottom: isSheet ? card.getBoundingClientRect().top - EDGE : innerHeight - EDGE,
  };
  if (mayScroll) bringIntoView(element, room);
  const box = element.getBoundingClientRect();
  drawRing(ring, box, element.closest('main') !== null);
  if (!isSheet) return moveTo(card, beside(box, card));
  // An element that stays under the sheet, such as a bottom bar, has the sheet above it.
  if (box.bottom + PAD > card.getBoundingClientRect().top) card.dataset.sheet = 'top';
}

// Without the scroll bar, which the window width includes.
const widthOfPage = () => document.body.clientWidth;

/** Whether the page header covers it. */
const topOfPage = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--header')) || 0;

/** Scrolls at once, without animation. */
function bringIntoView(element: Element, room: { top: number; bottom: number }): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { top, bottom, height } = element.getBoundingClientRect();
  if (top - PAD >= room.top && bottom + PAD <= room.bottom) return;
  const free = room.bottom - room.top - height;
  window.scrollBy({ top: top - room.top - Math.max(PAD, free / 2), behavior: 'instant' });
}

function drawRing(ring: HTMLElement, box: Box, isUnderHeader: boolean): void {
  const top = Math.max(box.top - PAD, isUnderHeader ? topOfPage() : 0);
  const left = Math.max(box.left - PAD, 2);
  const right = Math.min(box.right + PAD, widthOfPage() - 2);
  const bottom = Math.min(box.bottom + PAD, innerHeight - 2);
  // Scrolled out of the window by the user.
  ring.hidden = bottom - top < 4;
  moveTo(ring, { left, top });
  Object.assign(ring.style, { width: `${right - left}px`, height: `${Math.max(0, bottom - top)}px` });
}

/** The first position inside the window: below, above, right or left; else the corner. */
function beside(box: Box, card: HTMLElement): Pick<Box, 'left' | 'top'> {
  const { offsetWidth: width, offsetHeight: height } = card;
  const most = { left: widthOfPage() - width - EDGE, top: innerHeight - height - EDGE };
  const least = { left: EDGE, top: topOfPage() + EDGE };
  const within = (side: 'left' | 'top', value: number) => Math.max(least[side], Math.min(value, most[side]));
  // Aligned with the element's left edge, or the right one if there is no room.
  const along = within('left', box.left <= most.left ? box.left : box.right - width);
  const places = [
    { left: along, top: box.bottom + GAP },
    { left: along, top: box.top - GAP - height },
    { left: box.right + GAP, top: within('top', box.top) },
    { left: box.left - GAP - width, top: within('top', box.top) },
  ];
  const fits = ({ left, top }: Pick<Box, 'left' | 'top'>) =>
    left >= least.left && left <= most.left && top >= least.top && top <= most.top;
  return places.find(fits) ?? corner(card);
}

const corner = (card: HTMLElement) => ({
  left: widthOfPage() - card.offsetWidth - 2 * EDGE,
  top: innerHeight - card.offsetHeight - 2 * EDGE,
});

function moveTo({ style }: HTMLElement, { left, top }: Pick<Box, 'left' | 'top'>): void {
  style.left = `${Math.round(left)}px`;
  style.top = `${Math.round(top)}px`;
}
