import { router, type ReloadOptions } from '@inertiajs/core';
import { useEffect } from 'react';

/** Loads props of the page again and again while the component is shown. */
export function usePoll(interval: number, options: ReloadOptions, { isActive = true } = {}): void {
  useEffect(() => {
    const poll = router.poll(interval, options, { autoStart: isActive });
    return () => poll.destroy();
    // As it was when the component came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
