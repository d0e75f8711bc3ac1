import { useEffect } from 'react';
import type { OrderProps } from '../gateways.pages.ts';

/** Seconds between the questions whether the money is there. */
const pauses = [1, 3, 4, 5, 8, 10, 15, 20, 30];

/** Asks about a payment that is under way until the order changes. */
export function useOrder({ check, csrf, isWaiting, status }: OrderProps): void {
  useEffect(() => {
    if (!isWaiting) return;
    const leave = new AbortController();
    let timer = 0;
    const body = new URLSearchParams({ _csrf: csrf });
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const ask = (turn: number) => {
      const look = async () => {
        const answer = await fetch(check, { method: 'POST', body, headers, signal: leave.signal });
        const told = answer.ok ? ((await answer.json()) as { status: string }) : null;
        if (told && told.status !== status) location.reload();
        else ask(turn + 1);
      };
      // No connection at the moment: asked again later.
      const again = () => {
        if (!leave.signal.aborted) ask(turn + 1);
      };
      timer = window.setTimeout(() => void look().catch(again), pauses[Math.min(turn, pauses.length - 1)]! * 1000);
    };
    ask(0);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [check, csrf, isWaiting, status]);
}
