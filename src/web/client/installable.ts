import { ADD_TO_HOME_SCREEN_DELAY_MS } from '#ui/plain/constants.ts';

/** Chrome's offer to install, which a page may make in its own words. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const key = 'akada.install';
const askAgainAfter = 90 * 24 * 3_600_000;

/**
 * 9.14: lets the page be installed as an app. The offer is shown without delay, once; who says no is asked again
 * after 90 days. Safari on a phone makes no offer of its own, there the page says how.
 */
export function startInstallable(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer({ install: () => (event as InstallEvent).prompt() });
  });
  window.addEventListener('appinstalled', () => document.querySelector('[data-install-offer]')?.remove());
  if ((navigator as { standalone?: boolean }).standalone === false) offer({});
  // After the page's own files: on a thin network they come first.
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
    // A private window may refuse; then it asks at the next visit.
  }
}
