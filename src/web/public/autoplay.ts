import { symbol } from './symbols.ts';
import { lessMotion, makeButton } from './carousel-parts.ts';

/** Plays while allowed; the button stops it until the page is left. */
export function autoplay(root: HTMLElement, seconds: number, turn: () => void, told: HTMLElement) {
  let isStopped = false;
  let isHovered = false;
  let isSeen = false;
  let timer = 0;
  const pause = makeButton('', 'pause', () => {
    isStopped = !isStopped;
    judge();
  });

  function judge(): void {
    const isOn = !isStopped && !lessMotion.matches;
    const isRunning = isOn && isSeen && !isHovered && !root.contains(document.activeElement) && !document.hidden;
    const name = isOn ? 'Pause the slides' : 'Play the slides';
    // Rebuilding the button while it is pressed would lose the click.
    if (pause.getAttribute('aria-label') !== name) pause.replaceChildren(symbol(isOn ? 'pause' : 'play'));
    pause.setAttribute('aria-label', name);
    pause.hidden = lessMotion.matches;
    told.setAttribute('aria-live', isRunning ? 'off' : 'polite');
    root.toggleAttribute('data-playing', isRunning);
    clearInterval(timer);
    if (isRunning) timer = window.setInterval(turn, seconds * 1000);
  }

  const hover = (isIn: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    isHovered = isIn;
    judge();
  };
  root.addEventListener('pointerenter', hover(true));
  root.addEventListener('pointerleave', hover(false));
  root.addEventListener('focusin', judge);
  root.addEventListener('focusout', () => setTimeout(judge));
  document.addEventListener('visibilitychange', judge);
  lessMotion.addEventListener('change', judge);
  new IntersectionObserver(
    ([entry]) => {
      isSeen = entry!.isIntersecting;
      judge();
    },
    { threshold: 0.4 },
  ).observe(root);
  judge();
  return { button: pause };
}
