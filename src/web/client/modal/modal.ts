import { router } from '@inertiajs/core';
import type { Page } from '@inertiajs/core';
import type { ComponentType } from 'react';
import { CLOSING_MODAL } from '#ui/leaving.ts';
import { showModalsWith } from '#ui/overlays/modal.ts';
import { readPage } from '../answers.ts';
import { samePage } from '../full-load.ts';
import { askForPage } from '../wire.ts';

/*
 * A page over the page in view (2.16, 7.13). The address bar keeps the address of the page beneath; a history entry of
 * its own lets Back close the modal and Forward open it again. What is sent from it is answered there when it is
 * refused; else the modal closes and the page beneath is fetched again. A link in it leads the page beneath.
 */
export interface Modal {
  address: string;
  /** Null while the first is on its way. */
  page: Page | null;
  isLoading: boolean;
}
type PageModule = { default: ComponentType<Record<string, unknown>> };
type Sources = (name: string) => (() => Promise<PageModule>) | undefined;

let modal: Modal | null = null;
let beneath: () => Page;
let sourceOf: Sources;
/** Waits for the entry of a modal that was closed to be left. */
let left: (() => void) | null = null;
const listeners = new Set<() => void>();

function set(next: Modal | null): void {
  modal = next;
  for (const listener of listeners) listener();
}

/** What is in view stays until the next page has come. */
const load = (address: string) => set({ address, page: modal?.page ?? null, isLoading: true });

export const modalInView = () => modal;
export const pageBeneath = () => beneath();
/** The page in the modal, once it is there. */
export const modalPage = () => modal?.page ?? null;
export const subscribeToModal = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** Says where the scripts of a page are; before any modal is opened. */
export const loadModalPagesWith = (sources: unknown) => void (sourceOf = sources as Sources);
export const loadModalPage = async (name: string) => (await sourceOf(name)!()).default;

/** The page has come, or more of it; nothing when another modal, or none, is in view by now. */
export function fillModal(address: string, page: Page): void {
  if (modal?.address === address) set({ address, page, isLoading: false });
}

/** Takes up links that open modals, and Back and Forward. Must run before anybody else listens to the history. */
export function watchModal(pageBeneath: () => Page): void {
  beneath = pageBeneath;
  showModalsWith((address) => {
    if (!modal) history.pushState({ ...history.state, modal: address }, '');
    load(address);
  });
  window.addEventListener('popstate', onHistory, { capture: true });
  // A window that comes back as it was left was left for the page that the modal could not show.
  window.addEventListener('pageshow', (event) => event.persisted && set(null));
  router.on('before', ({ detail: { visit } }) => {
    if (!modal || visit.prefetch || visit.async || visit.method !== 'get') return;
    if (modal.page && visit.url.pathname === new URL(modal.page.url, location.href).pathname) {
      load(visit.url.href);
    } else {
      void closeModal().then((closed) => closed && !isBeneath(visit.url) && router.visit(visit.url));
    }
    return false;
  });
}

/** Closes the modal and leaves its entry; false when the person would rather keep what was typed. */
export async function closeModal(): Promise<boolean> {
  if (modal && !mayClose()) return false;
  await leaveModal();
  return true;
}

/** The page beneath as it is after a write from the modal, which closes; the answer's own page if it is gone. */
export async function closeAfterWrite(answer: Page): Promise<Page> {
  const fresh = await askForPage(beneath().url, beneath().version).then(readPage, () => null);
  await leaveModal();
  return fresh ? { ...fresh, flash: answer.flash } : answer;
}

async function leaveModal(): Promise<void> {
  if (!modal) return;
  set(null);
  await new Promise<void>((resolve) => {
    left = resolve;
    history.back();
  });
}

const mayClose = () => window.dispatchEvent(new Event(CLOSING_MODAL, { cancelable: true }));

function onHistory(event: PopStateEvent): void {
  const state = event.state as { modal?: string; page?: { url?: string } } | null;
  if (left) {
    event.stopImmediatePropagation();
    left();
    left = null;
  } else if (modal && state) {
    const closes = mayClose();
    // Two steps at once lead past the page beneath: that is for the navigation.
    if (!closes || state.page?.url === beneath().url) event.stopImmediatePropagation();
    if (closes) set(null);
    else history.pushState({ ...history.state, modal: modal.address }, '');
  } else if (state?.modal && state.page?.url === beneath().url) {
    event.stopImmediatePropagation();
    load(state.modal);
  }
}

/** Whether the page beneath is what an address asks for: the same page, narrowed no further. */
function isBeneath(address: URL): boolean {
  const here = new URL(beneath().url, location.href);
  const asksMore = [...address.searchParams].some(([name, value]) => here.searchParams.get(name) !== value);
  return samePage(address, here) || (address.pathname === here.pathname && !asksMore);
}
