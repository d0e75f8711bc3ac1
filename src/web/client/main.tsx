import { getInitialPageFromDOM } from '@inertiajs/core';
import type { Page } from '@inertiajs/core';
import { createInertiaApp } from '@inertiajs/react';
import type { ResolvedComponent } from '@inertiajs/react';
import { watchForms } from '#ui/forms/blank-required.ts';
import { watchColorScheme } from '#ui/theme/color-scheme.ts';
import { followAnchors } from '#ui/plain/smooth-scroll.ts';
import { watchTooltips } from '#ui/overlays/tooltip.ts';
import '#ui/theme/tokens.css';
import './boot.css';
import { layoutFor, loadFrame } from '../layouts.tsx';
import { pageClient, startNavigation, visitOptions } from '../navigation.ts';
import { ownerOf, restoreDrafts } from './drafts.ts';
import { loadFully, takeNotice } from './full-load.ts';
import { startInstallable } from './installable.ts';
import { loadModalPagesWith } from './modal/modal.ts';
import { nameInView } from './page-cache.ts';
import { startTabOf } from './tab-owner.ts';
import { warmNext } from './warm.ts';
import { confirmAgainWith } from './wire.ts';

type PageModule = { default: ResolvedComponent };

const pages = import.meta.glob<PageModule>([
  '../../features/*/pages/*.page.tsx',
  '../pages/*.page.tsx',
  '!../../features/gallery/**',
]);
// A release bundle has no gallery; bundles for development and tests do.
if (import.meta.env.MODE === 'gallery')
  Object.assign(pages, import.meta.glob<PageModule>('../../features/gallery/pages/*.page.tsx'));
let started = false;
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

const initialPage = getInitialPageFromDOM<Page>('app');
if (initialPage) {
  const notice = takeNotice();
  start(notice ? { ...initialPage, flash: { ...initialPage.flash, ...notice } } : initialPage);
}

function start(page: Page) {
  startTabOf(ownerOf(page.props));
  startNavigation(page);
  loadModalPagesWith(sourceOf);
  confirmAgainWith(async (by) => (await import('./confirm-again.tsx')).confirmAgain(by));
  watchForms();
  watchColorScheme();
  startInstallable();
  followAnchors(nameInView);
  watchTooltips();
  void createInertiaApp({
    page,
    resolve: (name, next) => resolvePage(name, next ?? page),
    layout: layoutFor,
    http: pageClient,
    progress: false,
    nonce: styleNonce,
    defaults: { visitOptions },
  }).then(() => {
    started = true;
    // The first page is rendered after this task.
    setTimeout(() => restoreDrafts(ownerOf(page.props)));
    warmNext(page.component, (name) => sourceOf(name)?.());
  });
}

/**
 * 'students/student-list' is a feature's page; a name without a folder belongs to the product itself, such as 'error'.
 */
function sourceOf(name: string) {
  const [folder, file] = name.split('/');
  return pages[file ? `../../features/${folder}/pages/${file}.page.tsx` : `../pages/${folder}.page.tsx`];
}

async function resolvePage(name: string, page: Page): Promise<ResolvedComponent> {
  const load = sourceOf(name);
  if (!load) throw new Error(`There is no page '${name}'.`);
  try {
    const [module] = await Promise.all([load(), loadFrame(page)]);
    return module.default;
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
