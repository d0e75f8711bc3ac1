import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { Audience } from '../audience/audience.ts';
import { asData } from './use-compose.ts';

interface Size {
  /** Null until it is counted. */
  people: number | null;
  problem: string;
}

/** How many people rules choose, counted once the user stops for a moment; nothing is asked without rules. */
export function useSize(institutionId: number, { of, by }: Pick<Audience, 'of' | 'by'>): Size {
  const [size, setSize] = useState<Size>({ people: null, problem: '' });
  const hasRules = by.length > 0;
  const asked = JSON.stringify({ of, by });
  useEffect(() => {
    setSize({ people: null, problem: '' });
    if (!hasRules) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const data = asData({ institution_id: institutionId, audience: asked });
      remote<{ people: number }>('POST', '/messages/groups/size', data, { signal: gone.signal, isQuestion: true })
        .then(({ json }) => setSize({ people: json.people, problem: '' }))
        .catch((error: unknown) => gone.signal.aborted || setSize({ people: null, problem: explain(error).message }));
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked, hasRules, institutionId]);
  return size;
}
