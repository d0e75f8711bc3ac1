import type { Page } from '@inertiajs/core';

/** A page as our server sends it. */
export interface SentPage extends Page {
  /** What draws it. */
  files: string[];
  /** On a full load: the files of the page that people usually open next. */
  warm?: string[];
}

/**
 * Loads a page or a tab by the files that the server names (src/web/assets.ts): its own script first, then what that
 * imports, and its styles, without which it must not be drawn. All are asked for at once.
 */
export async function loadPart<Part>(files: string[]): Promise<Part> {
  const [own, ...others] = files;
  const script = import(/* @vite-ignore */ `/assets/${own}`) as Promise<{ default: Part }>;
  const [module] = await Promise.all([script, ...others.map(addLink)]);
  return module.default;
}

function addLink(file: string): Promise<unknown> | undefined {
  const isStyle = file.endsWith('.css');
  const to = { rel: isStyle ? 'stylesheet' : 'modulepreload', href: `/assets/${file}` };
  const known = document.querySelectorAll<HTMLLinkElement>(`link[rel=${to.rel}][href="${to.href}"]`);
  // One that could not be loaded has no sheet.
  if ([...known].some(({ sheet }) => sheet || !isStyle)) return undefined;
  const link = Object.assign(document.createElement('link'), to);
  document.head.append(link);
  // What is only fetched ahead may fail to come: the script that needs it asks again and says so.
  return isStyle ? loading(link) : undefined;
}

function loading(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Could not load ${link.href}`));
  });
}
