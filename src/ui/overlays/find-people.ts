import { useEffect, useState } from 'react';
import type { Entry, People } from './palette-row.tsx';

/** A person found: students with number and batch, others with a hint. */
interface Found {
  name: string;
  admissionNumber?: string;
  batch?: string | null;
  hint?: string;
  /** Phone or e-mail. */
  number?: string | null;
  href: string;
}

const PAUSE_MS = 120;

const MIN_LETTERS = 2;

const mostPeople = { students: 8, employees: 5, guardians: 4 };

const noPeople = { people: [], isMore: false };

/** People that match the text; outdated answers are dropped. */
export function usePeople(q: string, finds: People[]) {
  const [found, setFound] = useState<{ q: string; people: Entry[] }>({ q: '', people: [] });
  const kinds = q.length >= MIN_LETTERS ? finds.join(' ') : '';
  useEffect(() => {
    if (!kinds) return;
    const stop = new AbortController();
    const ask = async (kind: People): Promise<Entry[]> => {
      const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
      const answer = await fetch(`/${kind}/find?q=${encodeURIComponent(q)}`, { headers, signal: stop.signal });
      const result = answer.ok ? ((await answer.json()) as { people: Found[]; isMore: boolean }) : noPeople;
      // Only the first few of each, to leave room for screens.
      const shown = result.people.slice(0, mostPeople[kind]);
      const others = { kind, href: `/${kind}?q=${encodeURIComponent(q)}`, label: `All ${kind} with “${q}”` };
      return [
        ...shown.map((one) => ({
          kind,
          href: one.href,
          label: one.name,
          hint: one.hint ?? one.number ?? [one.admissionNumber, one.batch].filter(Boolean).join(' · '),
        })),
        ...(result.isMore || result.people.length > shown.length ? [others] : []),
      ];
    };
    const timer = setTimeout(async () => {
      const people = await Promise.all((kinds.split(' ') as People[]).map(ask)).catch(() => null);
      if (!stop.signal.aborted) setFound({ q, people: people?.flat() ?? [] });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kinds, q]);
  return { people: kinds ? found.people : [], waiting: Boolean(kinds) && found.q !== q };
}
