import { config, http, router } from '@inertiajs/core';
import type { HttpClient, Page, VisitOptions } from '@inertiajs/core';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { PageInLayout, type PageComponent, type PageInLayoutProps } from '../page-in-layout.tsx';

export interface App {
  page: Page;
  /** Loads what draws a page. */
  resolve: (page: Page) => Promise<PageComponent>;
  layoutFor: (page: Page) => PageComponent;
  client: HttpClient;
  visitOptions: (address: string, options: VisitOptions) => VisitOptions;
}

/** Draws the first page, and each page that Inertia's router swaps in. */
export async function startApp({ page, resolve, layoutFor, client, visitOptions }: App): Promise<void> {
  config.set({ visitOptions });
  http.setClient(client);
  const first = { ...page, flash: page.flash ?? {} };
  const Component = await resolve(page);
  let shown: PageInLayoutProps = { page: first, Component, Layout: layoutFor(page) };
  let redraw = () => {};
  const subscribe = (listener: () => void) => {
    redraw = listener;
    return () => {};
  };
  router.init<PageComponent>({
    initialPage: page,
    resolveComponent: (_name, next) => resolve(next ?? page),
    async swapComponent({ page: next, component, preserveState, initialRender }) {
      if (initialRender) return;
      const version = preserveState ? shown.version : Date.now();
      shown = { page: next, Component: component, Layout: layoutFor(next), version };
      flushSync(redraw);
    },
    onFlash(flash) {
      shown = { ...shown, page: { ...shown.page, flash } };
      redraw();
    },
  });
  const App = () => <PageInLayout {...useSyncExternalStore(subscribe, () => shown)} />;
  createRoot(document.getElementById('app')!).render(<App />);
}
