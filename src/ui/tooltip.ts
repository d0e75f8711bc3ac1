import { TOOLTIP_HIDE_MS, TOOLTIP_SHOW_MS } from './constants.ts';
import classes from './tooltip.module.css';

/*
 * One bubble for the whole page: every element with `data-tooltip` has one, whoever drew it, and a table of a thousand
 * buttons costs no more than one button. What the element is called stays in its own label; a tooltip that says more
 * than that describes it (aria-describedby) while it is shown. Never on touch, where nothing hovers.
 */
const bubble = () => {
  const made = document.createElement('div');
  made.id = 'tooltip';
  made.setAttribute('role', 'tooltip');
  made.className = classes.bubble!;
  return made;
};

const tipped = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/** Below its owner or above where there is no room; beside it when that asks for it. Always inside the window. */
function place(tip: HTMLElement, owner: HTMLElement) {
  const at = owner.getBoundingClientRect();
  const [width, height] = [tip.offsetWidth, tip.offsetHeight];
  const within = (value: number, size: number, room: number) => Math.max(4, Math.min(value, room - size - 4));
  const beside = owner.dataset['tooltipSide'] === 'end';
  const below = at.bottom + 4 + height <= innerHeight - 4;
  const left = beside ? at.right + 4 : at.left + (at.width - width) / 2;
  const top = beside ? at.top + (at.height - height) / 2 : below ? at.bottom + 4 : at.top - height - 4;
  tip.style.left = `${within(left, width, document.documentElement.clientWidth)}px`;
  tip.style.top = `${within(top, height, innerHeight)}px`;
}

/** 9.13: tooltips come after 300 ms and go after 100 ms, by pointer and by keyboard; Escape, a press or scrolling ends them. */
export function watchTooltips(): void {
  const tip = bubble();
  let owner: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout>;

  const show = (element: HTMLElement) => {
    const text = element.dataset['tooltip'];
    if (!text || !element.isConnected || element.getAttribute('aria-expanded') === 'true') return;
    owner = element;
    tip.textContent = text;
    if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-describedby', tip.id);
    // A modal dialog lies above the page: what belongs to it must lie in it.
    (element.closest('dialog[open]') ?? document.body).append(tip);
    place(tip, element);
  };
  const hide = () => {
    clearTimeout(timer);
    if (owner?.getAttribute('aria-describedby') === tip.id) owner.removeAttribute('aria-describedby');
    owner = null;
    tip.remove();
  };
  /** The pointer or the keyboard is here now: keeps, opens or closes after its time. */
  const arrive = (target: EventTarget | null) => {
    const next = tipped(target);
    clearTimeout(timer);
    if ((next && next === owner) || (target instanceof Node && tip.contains(target))) return;
    if (owner) timer = setTimeout(() => (hide(), next && wait(next)), TOOLTIP_HIDE_MS);
    else if (next) wait(next);
  };
  const wait = (element: HTMLElement) => void (timer = setTimeout(() => show(element), TOOLTIP_SHOW_MS));

  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') arrive(event.target);
  });
  document.documentElement.addEventListener('pointerleave', () => arrive(null));
  document.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) arrive(event.target);
  });
  document.addEventListener('focusout', () => arrive(null));
  document.addEventListener('pointerdown', hide, true);
  document.addEventListener('click', hide, true);
  // Who comes by keyboard often scrolls the page by it: only what stands already would stand in the wrong place.
  addEventListener('scroll', () => owner && hide(), { capture: true, passive: true });
  addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
}
