import './base.css';
import './frame.css';
import './carousel.css';
import './home.css';
import './pages.css';
import { showPastThreshold } from '#ui/plain/go-to-top.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { startInstallable } from '../client/installable.ts';
import { startCarousel } from './carousel.ts';
import { startClock } from './clock.ts';
import { fillPin } from './pin-of-link.ts';
import { startSignIn } from './sign-in.ts';
import { startToggle } from './toggle.ts';

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
