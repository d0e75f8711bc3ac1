import { router, type Page } from '@inertiajs/core';
import { CLOSING_MODAL } from '#ui/leaving.ts';
import { askToLeave } from '#ui/overlays/ask-to-leave.ts';
import { showModalsWith } from '#ui/overlays/modal.ts';
import { readPage } from '../answers.ts';
import { samePage } from '../full-reload.ts';
import { askForPage } from '../wire.ts';

/*
 * A page in a modal over the current page (2.16, 7.13). The address bar keeps the address of the page below; a history
 * entry lets Back close the modal and Forward open it again. Validation errors of a form in it are shown there;
 * otherwise the modal closes and the page below is fetched again. A link in it navigates the page below.
 */
export interface Modal {
  address: string;
  /** Null while the first page loads. */
  page: Page | null;
  isLoading: boolean;
}

let modal: Modal | null = null;
let beneath: () => Page;
/** Waits until the history entry of a closed modal has been left. */
let left: (() => void) | null = null;
const listeners = new Set<() => void>();

function set(next: Modal | null): void {
  modal = next;
  for (const listener of listeners) listener();
}

/** The current content stays until the next page has loaded. */
const load = (address: string) => set({ address, page: modal?.page ?? null, isLoading: true });

export const modalInView = () => modal;
export const pageBeneath = () => beneath();
/** The page in the modal, once loaded. */
export const modalPage = () => modal?.page ?? null;
export const subscribeToModal = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows the loaded page or props; ignored if the modal has changed or closed meanwhile. */
export function fillModal(address: string, page: Page): void {
  if (modal?.address === address) set({ address, page, isLoading: false });
}

/** Handles links that open modals, and Back and Forward. Must run before other history listeners. */
export function watchModal(pageBeneath: () => Page): void {
  beneath = pageBeneath;
  showModalsWith((address) => {
    if (!modal) history.pushState({ ...history.state, modal: address }, '');
    load(address);
  });
  window.addEventListener('popstate', onHistory, { capture: true });
  // The browser restored a window that was left for a page the modal could not show.
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

/** Closes the modal and leaves its entry; false if the user chooses to keep unsaved changes. */
export async function closeModal(): Promise<boolean> {
  if (modal && isUnsaved() && !(await askToLeave())) return false;
  await leaveModal();
  return true;
}

/**
 * After a write in the modal: closes it and refreshes the page below, or opens the answer's page if that one is gone.
 */
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

const isUnsaved = () => !window.dispatchEvent(new Event(CLOSING_MODAL, { cancelable: true }));

function onHistory(event: PopStateEvent): void {
  const state = event.state as { modal?: string; page?: { url?: string } } | null;
  if (left) {
    event.stopImmediatePropagation();
    left();
    left = null;
  } else if (modal && state) {
    const keeps = isUnsaved();
    // Two steps at once lead past the page below, which the navigation handles.
    const isOneStep = state.page?.url === beneath().url;
    if (keeps || isOneStep) event.stopImmediatePropagation();
    if (!keeps) return set(null);
    history.pushState({ ...history.state, modal: modal.address }, '');
    if (isOneStep) void closeModal();
    else void askToLeave().then((goes) => goes && (set(null), history.back()));
  } else if (state?.modal && state.page?.url === beneath().url) {
    event.stopImmediatePropagation();
    load(state.modal);
  }
}

/** Whether an address asks for the page below: the same page with no further filter. */
function isBeneath(address: URL): boolean {
  const here = new URL(beneath().url, location.href);
  const asksMore = [...address.searchParams].some(([name, value]) => here.searchParams.get(name) !== value);
  return samePage(address, here) || (address.pathname === here.pathname && !asksMore);
}
