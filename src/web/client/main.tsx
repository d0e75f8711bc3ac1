import {
  getInitialPageFromDOM,
  config,
  http,
  router,
  type Page,
  type HttpClient,
  type VisitOptions,
} from '@inertiajs/core';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { watchForms } from '#ui/forms/blank-required.ts';
import { watchColorScheme } from '#ui/theme/color-scheme.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { watchTooltips } from '#ui/overlays/tooltip.ts';
import '#ui/theme/fonts.css';
import '#ui/theme/tokens.css';
import './boot.css';
import { pageClient, startNavigation, visitOptions } from '../navigation.ts';
import { ownerOf, restoreDrafts } from './drafts.ts';
import { fullReload, takeNotice } from './full-reload.ts';
import { startInstallable } from './installable.ts';
import { nameInView } from './page-cache.ts';
import { startTabOf } from './tab-owner.ts';
import { confirmAgainWith } from './wire.ts';
import { releaseCookie } from '../preview/release-cookie.ts';
import { loadPart, type SentPage } from './load-part.ts';
import { PageInLayout, type PageComponent, type PageInLayoutProps } from '../page-in-layout.tsx';

let started = false;

function start(page: SentPage) {
  startTabOf(ownerOf(page.props));
  startNavigation(page);
  confirmAgainWith(async (by) => (await import('./confirm-again.tsx')).confirmAgain(by));
  watchForms();
  watchColorScheme();
  startInstallable();
  followAnchors(nameInView);
  watchTooltips();
  void startApp({
    page,
    resolve: (next) => resolvePage(next as SentPage),
    layoutFor,
    client: pageClient,
    visitOptions,
  }).then(() => {
    started = true;
    // The effects of the first page run after this task.
    setTimeout(() => void restoreDrafts(ownerOf(page.props)));
    warmNext(page.warm);
    noteRelease(page.version);
  });
}

async function resolvePage(page: SentPage): Promise<PageComponent> {
  if (page.files.length === 0) throw new Error(`There is no page '${page.component}'.`);
  try {
    const [component] = await Promise.all([loadPart<PageComponent>(page.files), loadFrame(page)]);
    return component;
  } catch (error) {
    // After a new release the old scripts are gone, so a page that cannot be swapped in is loaded fully. If the full
    // load fails too, it must not repeat for ever.
    if (!started) {
      document.getElementById('app')!.textContent = 'This page could not be loaded completely. Reload it.';
      throw error;
    }
    fullReload(page.url);
    return new Promise(() => undefined);
  }
}

/** From the next page on the server knows that this browser draws its pages itself. */
function noteRelease(version: string | null): void {
  const isSafe = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${releaseCookie}=${version}; path=/; max-age=31536000; samesite=lax${isSafe}`;
}

/** Loads the files of the page that usually comes next, while the browser is idle. */
function warmNext(files: string[] | undefined): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!files || connection?.saveData) return;
  // Safari has no idle callback.
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  whenIdle(() => {
    // A visit will notice if the release has changed meanwhile.
    loadPart(files).catch(() => undefined);
  });
}

type FrameName = 'site' | 'public';

// Each is a separate file in the bundle: visitors do not load the menus of signed-in users.
const sources: Record<FrameName, () => Promise<PageComponent>> = {
  site: async () => (await import('../layouts/site-frame.tsx')).SiteFrame as PageComponent,
  public: async () => (await import('../layouts/public-frame.tsx')).PublicFrame as PageComponent,
};
const frames = new Map<FrameName, PageComponent>();

/** The site frame for signed-in users, the small one for others. */
const frameOf = (page: Page): FrameName => (page.props['shell'] ? 'site' : 'public');

/** Loads the frame around a page, before the page renders. */
async function loadFrame(page: Page): Promise<void> {
  const name = frameOf(page);
  if (!frames.has(name)) frames.set(name, await sources[name]());
}

/** The frame around a page. */
const layoutFor = (page: Page) => frames.get(frameOf(page))!;

interface App {
  page: Page;
  /** Loads what draws a page. */
  resolve: (page: Page) => Promise<PageComponent>;
  layoutFor: (page: Page) => PageComponent;
  client: HttpClient;
  visitOptions: (address: string, options: VisitOptions) => VisitOptions;
}

/** Draws the first page, and each page that Inertia's router swaps in. */
async function startApp({ page, resolve, layoutFor, client, visitOptions }: App): Promise<void> {
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
  // Drawn when this returns: what is restored afterwards needs the page's forms.
  flushSync(() => createRoot(document.getElementById('app')!).render(<App />));
}

// Last, when everything above is there.
const initialPage = getInitialPageFromDOM<SentPage>('app');
if (initialPage) {
  const notice = takeNotice();
  start(notice ? { ...initialPage, flash: { ...initialPage.flash, ...notice } } : initialPage);
}
