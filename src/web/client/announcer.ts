import { router } from '@inertiajs/core';

/** Says the title of a page that was swapped in, which a full load would have done by itself. */
export function announcePages(): void {
  const region = document.createElement('div');
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('role', 'status');
  region.dataset['announcer'] = '';
  Object.assign(region.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  });
  document.body.append(region);
  let first = true;
  router.on('navigate', () => {
    // The page sets its title a moment after it is drawn.
    if (!first) setTimeout(() => (region.textContent = document.title), 100);
    first = false;
  });
}
