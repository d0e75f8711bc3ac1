import './base.css';
import './frame.css';
import './carousel.css';
import './home.css';
import './pages.css';
import { showPastThreshold } from '#ui/plain/go-to-top.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { startInstallable } from '../client/installable.ts';
import { startCarousel } from './carousel.ts';
import { startSignIn } from './sign-in.ts';
import { clockIn } from '#ui/plain/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/plain/constants.ts';

/*
 * Enhancements only: the page is complete without them. Each part starts in its own task, so that a slow phone can
 * respond to touch in between.
 */
const all = <E extends HTMLElement>(selector: string, start: (element: E) => void) =>
  document.querySelectorAll<E>(selector).forEach((element) => setTimeout(start, 0, element));

followAnchors();
all('[data-to-top]', showPastThreshold);
all('[data-carousel]', startCarousel);
all('[data-clock]', startClock);
all('[data-toggle]', startToggle);
all('[data-sign-in]', startSignIn);
all('[data-takes-pin]', fillPin);
startInstallable();

/** Fills in the pin that the code on a card brings behind the address, which no server sees; it does not stay there. */
function fillPin(form: HTMLElement): void {
  const [, serial, secret] = /^#pin=(\d{1,16})-(\d{8,20})$/.exec(location.hash) ?? [];
  if (!serial || !secret) return;
  history.replaceState(null, '', location.pathname + location.search);
  for (const [name, value] of Object.entries({ pin_serial: serial, pin_secret: secret })) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (field) field.value = value;
  }
}

/** 9.7: the page is sent with the date; the time is added here and updated each second. */
function startClock(clock: HTMLElement): void {
  const textAt = clockIn(clock.dataset['clock'] || undefined);
  const tick = () => {
    const { weekday, day, month, year, time } = textAt(new Date());
    clock.textContent = `${weekday}, ${day} ${month} ${year}, ${time}`;
  };
  tick();
  setInterval(tick, CLOCK_TICK_MS);
}

/** 4.21: turns a link into a button that opens its content here. */
function startToggle(button: HTMLElement): void {
  const target = document.getElementById(button.dataset['toggle']!)!;
  const show = (isOpen: boolean) => {
    target.toggleAttribute('data-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.setAttribute('role', 'button');
  button.setAttribute('aria-controls', target.id);
  show(false);
  const toggle = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    show(!target.hasAttribute('data-open'));
    if (target.hasAttribute('data-open')) target.querySelector<HTMLElement>('input, a')?.focus();
  };
  button.addEventListener('click', toggle);
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ') toggle(event);
  });
  target.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !target.hasAttribute('data-open')) return;
    show(false);
    button.focus();
  });
}
