import { createContext, type MouseEvent } from 'react';

/** Whether a component is in a modal page. */
export const InModal = createContext(false);

let show = (address: string): void => location.assign(address);

/** Registers the function that shows modal pages; called once by the navigation. */
export const showModalsWith = (shower: (address: string) => void) => void (show = shower);

/** Fetches a page by GET and shows it in a modal (2.16, 7.13). */
export const openModal = (address: string) => show(address);

/** For a link's onClick: a plain click opens a modal; modified clicks follow the link. */
export function opensModal(event: MouseEvent<Element>): void {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const link = event.currentTarget.closest('a');
  if (!isPlain || !link || event.defaultPrevented || link.origin !== location.origin) return;
  event.preventDefault();
  openModal(link.href);
}
