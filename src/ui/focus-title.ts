/** The title of the page in view. */
export const titleInView = () => document.querySelector<HTMLElement>('[data-page-title]');

/** The keyboard and a screen reader go on at the title of the page. */
export const focusTitle = () => titleInView()?.focus({ preventScroll: true });

/** The same, when what had the focus is gone: else they would start at the top of the window again. */
export function focusTitleWhenLost(): void {
  if (document.activeElement === document.body) focusTitle();
}
