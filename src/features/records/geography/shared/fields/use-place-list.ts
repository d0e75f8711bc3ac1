import { useCallback, useEffect, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';

export interface Place {
  id: string;
  name: string;
}

interface Asked {
  places: Place[];
  /** What it waits for, or why it did not come; '' when the places are there. */
  loading: string;
  failure: string;
}

const ready = (places: Place[]): Asked => ({ places, loading: '', failure: '' });

/** The places below another one, fetched when that is chosen. The latest question wins, however slow the network is. */
export function usePlaceList(first: Place[], address: string, institute: number) {
  const [asked, setAsked] = useState(() => ready(first));
  const controller = useRef<AbortController | null>(null);
  const latest = useRef<[question: Record<string, string>, loading: string]>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const clear = useCallback(() => {
    controller.current?.abort();
    setAsked(ready([]));
  }, []);
  const ask = useCallback(
    async (question: Record<string, string>, loading: string) => {
      controller.current?.abort();
      const mine = (controller.current = new AbortController());
      latest.current = [question, loading];
      setAsked({ places: [], loading, failure: '' });
      try {
        const options = { signal: mine.signal, isQuestion: true };
        const { json } = await remote<Place[]>('POST', address, { ...question, institute }, options);
        if (!mine.signal.aborted) setAsked(ready(json));
      } catch (error) {
        if (!mine.signal.aborted) setAsked({ places: [], loading: '', failure: explain(error).message });
      }
    },
    [address, institute],
  );
  const retry = () => void (latest.current && ask(...latest.current));
  return { ...asked, ask, clear, retry };
}
