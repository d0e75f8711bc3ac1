import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { wholePage } from './whole-page.tsx';

/** What draws a page on the server. */
export type Renderer = (props: object) => string;

type Module = { default: ComponentType<object> };
const pages = import.meta.glob<Module>('../../features/*/public-pages/*.public.tsx');

/** The server's bundle: Vite builds this file and the public pages into plain JavaScript, which Node can run. */
export async function rendererOf(name: string): Promise<Renderer> {
  const [feature, file] = name.split('/');
  const load = pages[`../../features/${feature}/public-pages/${file}.public.tsx`];
  if (!load) throw new Error(`There is no public page ${name}.`);
  const { default: Page } = await load();
  return (props) => renderToString(wholePage(Page, props));
}
