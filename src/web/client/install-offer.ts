import classes from './install-offer.module.css';

interface Offer {
  /** Opens the browser's install prompt; without one, shows instructions. */
  install?: () => Promise<unknown>;
  onRefuse: () => void;
}

/** A banner at the bottom of the window, also on pages without React; it takes no focus and covers no dialog. */
export function showOffer({ install, onRefuse }: Offer): void {
  const name = document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')?.content ?? 'Akada';
  const strip = document.createElement('aside');
  strip.className = classes['offer']!;
  strip.dataset['installOffer'] = '';
  strip.setAttribute('aria-label', 'Install app');
  const words = document.createElement('p');
  words.textContent = install
    ? `Keep ${name} on your home screen. It opens faster and takes little space.`
    : `Keep ${name} on your home screen: tap Share, then “Add to Home Screen”.`;
  strip.append(words);
  const close = () => strip.remove();
  if (install) {
    strip.append(
      button('Install', classes['primary']!, () => {
        close();
        void install();
      }),
    );
  }
  strip.append(
    button('Not now', classes['plain']!, () => {
      close();
      onRefuse();
    }),
  );
  document.body.append(strip);
}

function button(label: string, className: string, press: () => void) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.className = className;
  made.addEventListener('click', press);
  return made;
}
