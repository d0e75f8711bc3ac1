import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { wholePage } from './whole-page.tsx';

/** Brings the page that the server has drawn to life. The server names its file (src/web/assets.ts). */
const { file, props } = JSON.parse(document.getElementById('page-data')!.textContent) as PageData;
const { default: Page } = (await import(/* @vite-ignore */ `/assets/${file}`)) as { default: ComponentType<object> };
hydrateRoot(document.getElementById('page')!, wholePage(Page, props));

/** What a public page's document tells its script, as JSON. */
interface PageData {
  /** The page's own script. */
  file: string;
  props: object;
}
