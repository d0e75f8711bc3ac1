import type { Page } from '@inertiajs/core';
import { renderToString } from 'react-dom/server';
import { narrowWindows } from '#ui/hooks/use-media.ts';
import { PageInLayout, type PageComponent } from '../page-in-layout.tsx';
import { SiteFrame } from '../layouts/site-frame.tsx';
import { byPartName } from '../part-name.ts';

type Module = { default: PageComponent };
const pages = byPartName(import.meta.glob<Module>('../../features/*/*/**/*-list.page.tsx'));

/** The page as the browser will draw it. Vite builds this into plain JavaScript; it runs in a thread of its own. */
export async function drawPreview(page: Page, isNarrow: boolean): Promise<string> {
  const load = pages.get(`${page.component}.page`);
  if (!load) throw new Error(`There is no preview of ${page.component}.`);
  const component = (await load()).default;
  narrowWindows(isNarrow);
  return renderToString(<PageInLayout page={page} Component={component} Layout={SiteFrame as PageComponent} />);
}
