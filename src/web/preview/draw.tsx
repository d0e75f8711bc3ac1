import type { Page } from '@inertiajs/core';
import { renderToString } from 'react-dom/server';
import { narrowWindows } from '#ui/hooks/use-media.ts';
import { PageInLayout, type PageComponent } from '../page-in-layout.tsx';
import { SiteFrame } from '../layouts/site-frame.tsx';
import { partName } from '../part-name.ts';

type Module = { default: PageComponent };
const pages = import.meta.glob<Module>('../../features/*/*/**/*-list.page.tsx');

/** The page as the browser will draw it. Vite builds this into plain JavaScript; it runs in a thread of its own. */
export async function drawPreview(page: Page, isNarrow: boolean): Promise<string> {
  const [, load] = Object.entries(pages).find(([file]) => partName(file) === `${page.component}.page`) ?? [];
  if (!load) throw new Error(`There is no preview of ${page.component}.`);
  const component = (await load()).default;
  narrowWindows(isNarrow);
  return renderToString(<PageInLayout page={page} Component={component} Layout={SiteFrame as PageComponent} />);
}
