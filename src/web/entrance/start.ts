import '#ui/theme/tokens.css';
import './entrance.css';
import { watchColorScheme } from '#ui/theme/color-scheme.ts';
import { prefetch } from '#ui/plain/prefetch.ts';
import { forgetDeviceKeys, waitingNote } from '../client/device-keys.ts';
import { takeNotice } from '../client/full-reload.ts';
import { startInstallable } from '../client/installable.ts';
import { startTabOf } from '../client/tab-owner.ts';

/* Enhancements only: the forms work without them. */
startTabOf(null);
void forgetDeviceKeys();
// The document's own script has chosen the colours; the device may change while the page is open.
watchColorScheme();
sayNotice();
document.querySelectorAll<HTMLInputElement>('[data-reveal]').forEach(addReveal);
document.querySelectorAll<HTMLFormElement>('[data-once]').forEach(sendOnce);
document.querySelectorAll<HTMLElement>('[data-copies]').forEach(addCopies);
startInstallable();
fetchAhead();

/** What the page before this one left to say. */
function sayNotice(): void {
  const notice = takeNotice() ?? unsentNotice();
  const place = document.querySelector('[data-flash]')!;
  if (!notice || place.textContent) return;
  place.textContent = notice.message;
  place.classList.toggle('bad', notice.tone === 'bad');
}

/** What a device keeps until somebody signs in again; it does not say who. */
function unsentNotice(): ReturnType<typeof takeNotice> {
  try {
    if (!localStorage.getItem(waitingNote)) return null;
    return {
      message: 'Registers on this device have not been sent yet. Sign in as before to send them.',
      tone: 'info',
    };
  } catch {
    return null;
  }
}

function addReveal(field: HTMLInputElement): void {
  const frame = document.createElement('div');
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'reveal' });
  const hasFocus = document.activeElement === field;
  const show = (isSeen: boolean) => {
    field.type = isSeen ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isSeen));
    const what = Object.assign(document.createElement('span'), {
      className: 'visually-hidden',
      textContent: ` ${field.labels![0]!.textContent.toLowerCase()}`,
    });
    button.replaceChildren(isSeen ? 'Hide' : 'Show', what);
  };
  frame.className = 'with-reveal';
  field.replaceWith(frame);
  frame.append(field, button);
  if (hasFocus) field.focus();
  show(false);
  button.addEventListener('click', () => show(field.type === 'password'));
  // Otherwise the browser would offer to remember it as a text.
  field.form!.addEventListener('submit', () => show(false));
}

/** A second press while the answer is on its way would count as a second try. */
function sendOnce(form: HTMLFormElement): void {
  const button = form.querySelector('.submit')!;
  form.addEventListener('submit', (event) => {
    if (button.hasAttribute('aria-disabled')) return event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
  });
  // The page as it was, when somebody comes back to it.
  addEventListener('pageshow', () => button.removeAttribute('aria-disabled'));
}

/** Ways to keep what is shown once. */
function addCopies(acts: HTMLElement): void {
  const text = document.querySelector<HTMLElement>(acts.dataset['copies']!)!;
  const addButton = (label: string, act: (button: HTMLButtonElement) => void) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' });
    button.textContent = label;
    button.addEventListener('click', () => act(button));
    acts.append(button);
  };
  const say = (message: string) => (document.querySelector('[data-flash]')!.textContent = message);
  addButton('Copy', () => {
    const copying = navigator.clipboard?.writeText(text.innerText) ?? Promise.reject(new Error('No clipboard'));
    copying.then(
      () => say('Copied.'),
      () => {
        // Without https browsers copy only the selection.
        getSelection()?.selectAllChildren(text);
        say('Press Ctrl+C to copy the selected text.');
      },
    );
  });
  addButton('Print', () => print());
}

/** While the person types, the browser fetches what the page after this one needs. */
function fetchAhead(): void {
  const files = document.body.dataset['ahead']!.split(' ').filter(Boolean);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const fetchAll = () => files.forEach(prefetch);
  if (connection?.saveData) document.addEventListener('input', fetchAll, { once: true });
  else if (document.readyState === 'complete') fetchAll();
  else addEventListener('load', fetchAll);
}
