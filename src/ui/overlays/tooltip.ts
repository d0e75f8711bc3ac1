import { TOOLTIP_HIDE_MS, TOOLTIP_SHOW_MS } from '../plain/constants.ts';
import classes from './tooltip.module.css';

/* One tooltip element for the whole page serves every element with `data-tooltip`, so that a thousand buttons cost no more than one. The element keeps its own label; a tooltip that says more describes it (aria-describedby) while shown. Not on touch. */
const bubble = () => {
  const made = document.createElement('div');
  made.id = 'tooltip';
  made.setAttribute('role', 'tooltip');
  made.className = classes.bubble!;
  return made;
};

const tipped = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/** Places it below its owner, above if there is no room, or beside it on request; always inside the window. */
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

/** 9.13: tooltips show after 300 ms and hide after 100 ms, by pointer and keyboard; Escape, a press or scrolling hides them. */
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
    // A modal dialog is above the page, so its tooltips must be inside it.
    (element.closest('dialog[open]') ?? document.body).append(tip);
    place(tip, element);
  };
  const hide = () => {
    clearTimeout(timer);
    if (owner?.getAttribute('aria-describedby') === tip.id) owner.removeAttribute('aria-describedby');
    owner = null;
    tip.remove();
  };
  /** Keeps, opens or closes the tooltip after its delay. */
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
  // Keyboard focus often scrolls the page, which must hide only a tooltip that is already shown.
  addEventListener('scroll', () => owner && hide(), { capture: true, passive: true });
  addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
}
