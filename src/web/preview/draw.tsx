import { App } from '@inertiajs/react';
import type { ResolvedComponent } from '@inertiajs/react';
import type { Page } from '@inertiajs/core';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { narrowWindows } from '#ui/hooks/use-media.ts';
import { SiteFrame } from '../layouts/site-frame.tsx';
import { partName } from '../part-name.ts';

type Module = { default: ComponentType };
const pages = import.meta.glob<Module>('../../features/*/*/**/*-list.page.tsx');

/** The page as the browser will draw it. Vite builds this into plain JavaScript; it runs in a thread of its own. */
export async function drawPreview(page: Page, isNarrow: boolean): Promise<string> {
  const [, load] = Object.entries(pages).find(([file]) => partName(file) === `${page.component}.page`) ?? [];
  if (!load) throw new Error(`There is no preview of ${page.component}.`);
  const component = (await load()).default as ResolvedComponent;
  narrowWindows(isNarrow);
  return renderToString(
    <App
      initialPage={page}
      initialComponent={component}
      resolveComponent={() => component}
      titleCallback={(title) => title}
      onHeadUpdate={() => {}}
      defaultLayout={() => SiteFrame as ResolvedComponent}
    />,
  );
}
