import { router } from '@inertiajs/core';
import { useContext, useEffect } from 'react';
import type { RefObject } from 'react';
import { CLOSING_MODAL, LEAVING } from '../leaving.ts';
import { InModal } from '../overlays/modal.ts';

const question = 'You have unsaved changes. Leave this page?';

/** Asks before unsaved changes are lost by a link, closing the window, or closing the modal. */
export function useUnsavedGuard(dirty: RefObject<boolean>): void {
  const inModal = useContext(InModal);
  useEffect(() => {
    const clean = () => void (dirty.current = false);
    const closing = (event: Event) => {
      if (!dirty.current) return;
      if (!window.confirm(question)) event.preventDefault();
      else clean();
    };
    const stopBefore = router.on('before', ({ detail: { visit } }) => {
      // Leaving a modal closes it, which asks already.
      if (inModal) return;
      const leaves = visit.method === 'get' && !visit.async && !visit.prefetch && visit.only.length === 0;
      if (!leaves || !dirty.current) return;
      if (!window.confirm(question)) return false;
      clean();
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
