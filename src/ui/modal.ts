import { createContext, type MouseEvent } from 'react';

/** Whether a component stands in a page that is shown over another one. */
export const InModal = createContext(false);

let show = (address: string): void => location.assign(address);

/** Says who shows pages over the page in view; the navigation does, once the product has started. */
export const showModalsWith = (shower: (address: string) => void) => void (show = shower);

/** Fetches the page of an address by GET and shows it over the page in view (2.16, 7.13). */
export const openModal = (address: string) => show(address);

/** For a link's onClick: a plain click opens a modal; with a key held, or another button, it stays a link. */
export function opensModal(event: MouseEvent<Element>): void {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const link = event.currentTarget.closest('a');
  if (!isPlain || !link || event.defaultPrevented || link.origin !== location.origin) return;
  event.preventDefault();
  openModal(link.href);
}
