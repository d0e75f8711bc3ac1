import { ADD_TO_HOME_SCREEN_DELAY_MS } from '#ui/plain/constants.ts';

/** Chrome's install prompt, which a page can trigger itself. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const key = 'akada.install';
const askAgainAfter = 90 * 24 * 3_600_000;

/**
 * 9.14: offers to install the page as an app, at once and only once; after a refusal again in 90 days. Safari on iOS
 * has no prompt, so the page shows instructions.
 */
export function startInstallable(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer({ install: () => (event as InstallEvent).prompt() });
  });
  window.addEventListener('appinstalled', () => document.querySelector('[data-install-offer]')?.remove());
  if ((navigator as { standalone?: boolean }).standalone === false) offer({});
  // After the page's own files, which come first on a slow network.
  const register = () => void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

function offer(way: { install?: () => Promise<unknown> }) {
  if (wasRefused() || document.querySelector('[data-install-offer]')) return;
  setTimeout(() => {
    void import('./install-offer.ts').then(({ showOffer }) => showOffer({ ...way, onRefuse: refuse }));
  }, ADD_TO_HOME_SCREEN_DELAY_MS);
}

function wasRefused(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(key) ?? 0) < askAgainAfter;
  } catch {
    return false;
  }
}

function refuse() {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // A private window may refuse storage; then it asks again at the next visit.
  }
}
