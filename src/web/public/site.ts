import './base.css';
import './frame.css';
import './carousel.css';
import './home.css';
import './pages.css';
import { showPastThreshold } from '#ui/plain/go-to-top.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { startInstallable } from '../client/installable.ts';
import { startCarousel } from './carousel.ts';
import { clockIn } from '#ui/plain/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/plain/constants.ts';
import { prefetch } from '#ui/plain/prefetch.ts';

interface Ready {
  token: string;
  ahead: string[];
}

const unreachable = 'Akada could not be reached. Check your connection and try again.';

/** Signs in without leaving the page; errors are shown beside their field. */
function startSignIn(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-name]')];
  const button = form.querySelector('button')!;
  const trouble = form.querySelector<HTMLElement>('[data-trouble]')!;
  const meta = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')!;
  let asking: Promise<void> | undefined;

  /** Fetches the token, and preloads what the next page needs. */
  const prepare = () =>
    (asking ??= fetch('/sign-in/token', { headers: { Accept: 'application/json' } })
      .then(async (answer) => {
        const { token, ahead } = (await answer.json()) as Ready;
        meta.content = token;
        for (const href of ahead) if (!document.head.querySelector(`[href="${href}"]`)) prefetch(href);
      })
      .catch(() => {
        asking = undefined;
      }));

  const say = (errors: Record<string, string>, message = '') => {
    trouble.textContent = message;
    for (const field of fields) {
      const error = errors[field.dataset['name']!] ?? '';
      document.getElementById(`${field.id}-error`)!.textContent = error;
      if (error) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    }
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  async function send(isAgain = false): Promise<void> {
    await prepare();
    const answer = await fetch('/sign-in', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-Inertia': 'true',
        'X-CSRF-Token': meta.content,
      },
      body: JSON.stringify(Object.fromEntries(fields.map((field) => [field.dataset['name'], field.value]))),
    });
    // Wherever it leads (home, a second step), the product answers with an address to load.
    const address = answer.headers.get('X-Inertia-Location');
    if (address) return location.assign(address);
    if (answer.status === 403 && !isAgain) {
      asking = undefined;
      return send(true);
    }
    const { errors = {}, message } = (await answer.json()) as { errors?: Record<string, string>; message?: string };
    const isBeside = fields.some((field) => errors[field.dataset['name']!]);
    say(errors, isBeside ? '' : (message ?? unreachable));
  }

  form.noValidate = true;
  form.addEventListener('focusin', () => void prepare());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const blank = fields.filter((field) => !field.value.trim());
    if (blank.length)
      return say(Object.fromEntries(blank.map((field) => [field.dataset['name'], 'Fill in this field.'])));
    say({});
    button.disabled = true;
    send()
      .catch(() => say({}, unreachable))
      .finally(() => {
        button.disabled = false;
      });
  });
}

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
