import { getInitialPageFromDOM } from '@inertiajs/core';
import { watchForms } from '#ui/forms/blank-required.ts';
import { watchColorScheme } from '#ui/theme/color-scheme.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { watchTooltips } from '#ui/overlays/tooltip.ts';
import '#ui/theme/fonts.css';
import '#ui/theme/tokens.css';
import './boot.css';
import { layoutFor, loadFrame } from '../layouts.tsx';
import { pageClient, startNavigation, visitOptions } from '../navigation.ts';
import { startApp } from './app.tsx';
import { ownerOf, restoreDrafts } from './drafts.ts';
import { loadFully, takeNotice } from './full-load.ts';
import { startInstallable } from './installable.ts';
import { loadPart, type SentPage } from './load-part.ts';
import { nameInView } from './page-cache.ts';
import { startTabOf } from './tab-owner.ts';
import { warmNext } from './warm.ts';
import { confirmAgainWith } from './wire.ts';
import type { PageComponent } from '../page-in-layout.tsx';
import { releaseCookie } from '../preview/release-cookie.ts';

let started = false;

const initialPage = getInitialPageFromDOM<SentPage>('app');
if (initialPage) {
  const notice = takeNotice();
  start(notice ? { ...initialPage, flash: { ...initialPage.flash, ...notice } } : initialPage);
}

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
    // The first page is rendered after this task.
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
    loadFully(page.url);
    return new Promise(() => undefined);
  }
}

/** From the next page on the server knows that this browser draws its pages itself. */
function noteRelease(version: string | null): void {
  const isSafe = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${releaseCookie}=${version}; path=/; max-age=31536000; samesite=lax${isSafe}`;
}
