import { router } from '@inertiajs/core';
import { useEffect, useRef } from 'react';
import { confirm } from '../overlays/confirm.tsx';

/** How long a link waits for what is on its way. */
const patience = 3000;

/** A link on the page waits until what was typed is saved; closing the window, or a failed save, asks. */
export function useSavedBeforeLeaving(isUnsaved: () => boolean, save: () => Promise<void>): void {
  const latest = useRef({ isUnsaved, save });
  useEffect(() => {
    latest.current = { isUnsaved, save };
  });
  useEffect(() => {
    const finish = async () => {
      const end = Date.now() + patience;
      while (latest.current.isUnsaved() && Date.now() < end) {
        // oxlint-disable-next-line no-await-in-loop
        await latest.current.save();
        // A save that was on its way already.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((done) => setTimeout(done, 50));
      }
      if (!latest.current.isUnsaved()) return true;
      const body = 'What you typed last could not be sent yet.';
      return confirm({ title: 'Leave without saving?', body, action: 'Leave page', tone: 'bad' });
    };
    let isGoing = false;
    const stop = router.on('before', ({ detail: { visit } }) => {
      const leaves = visit.method === 'get' && !visit.async && !visit.prefetch && visit.only.length === 0;
      if (isGoing || !leaves || !latest.current.isUnsaved()) return;
      void finish().then((goes) => {
        if (!goes) return;
        isGoing = true;
        router.visit(visit.url, { preserveScroll: visit.preserveScroll });
      });
      return false;
    });
    const ask = (event: BeforeUnloadEvent) => latest.current.isUnsaved() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      stop();
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
}
