import { useEffect, useState } from 'react';
import { remote } from '#web/client/remote.ts';

export interface FoundGuardian {
  id: number;
  name: string;
  number: string | null;
  /** Number of children, in search results. */
  children?: number;
  /** Whether the phone matches; otherwise only the name does. */
  hasSamePhone?: boolean;
}

const PAUSE_MS = 200;

/** Fetches matches once typing pauses; null while there are none or they are loading. */
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
        // The form also works without suggestions.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, key]);
  return found && found.key === key ? found : null;
}
