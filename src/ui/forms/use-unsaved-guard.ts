import { router } from '@inertiajs/core';
import { useContext, useEffect, type RefObject } from 'react';
import { CLOSING_MODAL, LEAVING } from '../leaving.ts';
import { askToLeave } from '../overlays/ask-to-leave.ts';
import { InModal } from '../overlays/modal.ts';

/** Two forms of a page ask once. */
let isAsking = false;

/** Asks before unsaved changes are lost by a link, closing the window, or closing the modal. */
export function useUnsavedGuard(dirty: RefObject<boolean>): void {
  const inModal = useContext(InModal);
  useEffect(() => {
    const clean = () => void (dirty.current = false);
    const closing = (event: Event) => {
      if (dirty.current) event.preventDefault();
    };
    const stopBefore = router.on('before', ({ detail: { visit } }) => {
      // Leaving a modal closes it, which asks already.
      if (inModal) return;
      const leaves = visit.method === 'get' && !visit.async && !visit.prefetch && visit.only.length === 0;
      if (!leaves || !dirty.current) return;
      if (!isAsking) void askThenVisit(visit);
      return false;
    });
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    if (inModal) window.addEventListener(CLOSING_MODAL, closing);
    window.addEventListener('beforeunload', beforeUnload);
    window.addEventListener(LEAVING, clean);
    return () => {
      stopBefore();
      window.removeEventListener(CLOSING_MODAL, closing);
      window.removeEventListener('beforeunload', beforeUnload);
      window.removeEventListener(LEAVING, clean);
    };
  }, [dirty, inModal]);
}

interface Visit {
  url: URL;
  replace: boolean;
  preserveScroll: unknown;
  preserveState: unknown;
}

async function askThenVisit({ url, replace, preserveScroll, preserveState }: Visit) {
  isAsking = true;
  const goes = await askToLeave();
  isAsking = false;
  if (!goes) return;
  window.dispatchEvent(new Event(LEAVING));
  router.visit(url, { replace, preserveScroll, preserveState } as Parameters<typeof router.visit>[1]);
}
