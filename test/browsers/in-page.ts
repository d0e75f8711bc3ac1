/*
 * What a journey asks the page itself. Each runs there, so it uses nothing of this file.
 */
export const tabs = () =>
  [...document.querySelectorAll('nav[data-tour=tabs] a')].map((tab) => tab.firstChild?.textContent?.trim() ?? '');
export const isOpenTab = (name: string) =>
  document.querySelector('nav[data-tour=tabs] a[aria-current=page]')?.textContent.startsWith(name) ?? false;
export const hasHeading = (part: string) => document.querySelector('main h1')?.textContent.includes(part) ?? false;
export const rowsWith = (text: string) =>
  [...document.querySelectorAll('main tbody tr')].filter((row) => row.textContent.includes(text)).length;
