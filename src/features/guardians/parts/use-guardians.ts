import { useEffect, useState } from 'react';
import { remote } from '#web/client/remote.ts';

export interface FoundGuardian {
  id: number;
  name: string;
  number: string | null;
  /** How many children; for who was searched. */
  children?: number;
  /** For who is like what was typed; else only the name is the same. */
  hasSamePhone?: boolean;
}

const PAUSE_MS = 200;

/** What an address answers to what has been typed, when the typing pauses; null while that is nothing or on its way. */
export function useGuardians(address: string, question: Record<string, string | number> | null) {
  const key = question && JSON.stringify(question);
  const [found, setFound] = useState<{ key: string; rows: FoundGuardian[]; isMore: boolean } | null>(null);
  useEffect(() => {
    if (!key) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      remote<{ people: FoundGuardian[]; isMore: boolean }>('get', address, JSON.parse(key) as Record<string, string>, {
        signal: stop.signal,
      })
        .then(({ json }) => setFound({ key, rows: json.people, isMore: json.isMore }))
        // Without an answer nothing is proposed; the form works as well.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, key]);
  return found && found.key === key ? found : null;
}
