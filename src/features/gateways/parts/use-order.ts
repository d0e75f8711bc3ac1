import { router } from '@inertiajs/react';
import { useEffect } from 'react';
import { remote } from '#web/client/remote.ts';
import type { OrderProps } from '../gateways.pages.ts';

/** Seconds between the questions whether the money is there. */
const pauses = [1, 3, 4, 5, 8, 10, 15, 20, 30];

/** Asks about a payment that is under way until the order changes. */
export function useOrder({ code, order, online }: OrderProps): void {
  const { status } = order;
  const isWaiting = (online?.status === 'open' || online?.status === 'starting') && status !== 'fulfilled';
  useEffect(() => {
    if (!isWaiting) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = (turn: number) => {
      timer = setTimeout(
        () => {
          remote<{ status: string }>('post', `/orders/${code}/check`, {}, { signal: abort.signal, isQuestion: true })
            .then(({ json }) => (json.status === status ? ask(turn + 1) : router.reload()))
            // No connection at the moment: asked again later.
            .catch(() => !abort.signal.aborted && ask(turn + 1));
        },
        pauses[Math.min(turn, pauses.length - 1)]! * 1000,
      );
    };
    ask(0);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [code, status, isWaiting]);
}
