import { router } from '@inertiajs/core';
import { useEffect, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { OnlinePaymentView } from './online-payment.queries.ts';

/** Seconds between the questions whether the money is there. */
const pauses = [1, 3, 4, 5, 8, 10, 15, 20, 30];

/** Opens the provider's page for a new payment, and asks about one that is open until it is decided. */
export function useOnlinePayment({ id, status }: OnlinePaymentView) {
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);

  useEffect(() => {
    if (status !== 'recorded' || started.current) return;
    started.current = true;
    remote<{ page: string | null; problem: string | null }>('post', `/online-payments/${id}/start`)
      .then(({ json }) => {
        if (json.page) location.assign(json.page);
        else if (json.problem) setProblem(json.problem);
        else router.reload();
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  }, [id, status]);

  useEffect(() => {
    if (status !== 'open' && status !== 'starting') return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = (turn: number) => {
      timer = setTimeout(
        () => {
          remote<{ status: string }>(
            'post',
            `/online-payments/${id}/check`,
            {},
            { signal: abort.signal, isQuestion: true },
          )
            .then(({ json }) => {
              if (json.status === status) return ask(turn + 1);
              return router.reload();
            })
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
  }, [id, status]);

  return problem;
}
