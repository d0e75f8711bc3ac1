import { useEffect, useState } from 'react';
import { withParams } from '../../href.ts';
import type { Choice } from '../../fields/choices/choices.ts';

const PAUSE_MS = 120;
const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };

interface Found {
  /** The search text of this answer. */
  q: string;
  choices: Choice[];
  isMore: boolean;
}

/** Choices for the search text; outdated answers are dropped. */
export function useSearch(address: string, typed: string) {
  const q = typed.trim();
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isFirst = found === null;
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetch(withParams(address, { q: q || null }), { headers, signal: stop.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const { choices, isMore } = (await answer.json()) as Omit<Found, 'q'>;
        setFound({ q, choices, isMore });
        setFailed(null);
      } catch {
        if (!stop.signal.aborted) setFailed(q);
      }
    };
    const timer = setTimeout(() => void ask(), isFirst ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // `isFirst` only sets the delay.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [address, q, tries]);
  const hasFailed = failed === q;
  return {
    choices: found?.choices ?? [],
    isMore: found?.isMore ?? false,
    isWaiting: !hasFailed && found?.q !== q,
    hasFailed,
    again: () => {
      setFailed(null);
      setTries(tries + 1);
    },
  };
}
