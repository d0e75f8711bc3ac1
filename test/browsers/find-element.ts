/** What a person can look for on a page. */
export const kinds = {
  button: 'button, [role=button], input[type=submit], summary',
  link: 'a[href]',
  file: 'input[type=file]',
  field: 'input:not([type=hidden]), select, textarea, [role=combobox], [role=textbox]',
  option: '[role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio]',
  tab: '[role=tab], nav[data-tour=tabs] a',
  tick: 'input[type=checkbox], input[type=radio], [role=checkbox], [role=switch]',
  heading: 'h1, h2, h3, legend',
  any: 'body *',
} as const;
export type Kind = keyof typeof kinds;

/**
 * The visible element of a kind with a name: exactly this name, otherwise one that begins with it, otherwise one that has
 * it. It runs in the page, so it uses nothing of this file.
 */
export function findElement(selector: string, name: string): Element | null {
  // Before, the page's own focus may still move from under what is typed.
  if (document.readyState !== 'complete' || document.querySelector('[data-first-view]')) return null;
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const wanted = tidy(name);
  function nameOf(element: Element): string {
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy) {
      const parts = labelledBy.split(' ').map((id) => document.getElementById(id)?.textContent);
      return tidy(parts.join(' '));
    }
    const said = tidy(element.getAttribute('aria-label'));
    if (said) return said;
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    if (labels.length > 0) return tidy(labels.map((label) => label.textContent).join(' '));
    const placeholder = tidy(element.getAttribute('placeholder'));
    return tidy(element.textContent) || tidy(element.getAttribute('title')) || placeholder;
  }
  // A file's own field is hidden behind the button that opens it.
  const isVisible = (element: Element) =>
    element.getAttribute('type') === 'file' ||
    (element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden');
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isVisible);
  // What is on top comes first, and the page itself before the frame round it.
  for (const root of [...dialogs.toReversed(), ...document.querySelectorAll('main'), document]) {
    const named = [...root.querySelectorAll(selector)]
      .filter(isVisible)
      .map((element) => ({ element, name: nameOf(element) }));
    const found =
      named.find((one) => one.name === wanted) ??
      named.find((one) => one.name.startsWith(wanted)) ??
      // The innermost of those around a text.
      named.findLast((one) => one.name.includes(wanted));
    if (found) return found.element;
  }
  return null;
}
