import { router } from '@inertiajs/core';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { LEAVING } from './leaving.ts';

const question = 'What you typed here is not saved yet. Leave this page?';

/** Asks before unsaved entries are lost, by a link as well as by closing the window. */
export function useUnsavedGuard(dirty: RefObject<boolean>): void {
  useEffect(() => {
    const clean = () => void (dirty.current = false);
    const stopBefore = router.on('before', ({ detail: { visit } }) => {
      const leaves = visit.method === 'get' && !visit.async && !visit.prefetch && visit.only.length === 0;
      if (!leaves || !dirty.current) return;
      if (!window.confirm(question)) return false;
      clean();
    });
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    window.addEventListener(LEAVING, clean);
    return () => {
      stopBefore();
      window.removeEventListener('beforeunload', beforeUnload);
      window.removeEventListener(LEAVING, clean);
    };
  }, [dirty]);
}
