import { router } from '@inertiajs/core';
import { usePage } from '../hooks/use-page.ts';
import { useState } from 'react';
import { toast } from '../overlays/toast.ts';

interface PageOfRows<Row> {
  rows: Row[];
  /** The URL of the next page; null on the last. */
  next: string | null;
}

/** Collects the rows of the pages fetched so far. A new first page (another filter, a reload) starts over. Further pages are partial responses with rows only. */
export function useMoreRows<Row>(first: PageOfRows<Row>, props: [rows: string, next: string] = ['rows', 'next']) {
  const page = usePage();
  const [state, setState] = useState({ first: first.rows, rows: first.rows, next: first.next });
  const [loading, setLoading] = useState(false);
  const now = state.first === first.rows ? state : { first: first.rows, rows: first.rows, next: first.next };
  const more = async () => {
    if (!now.next || loading) return;
    setLoading(true);
    try {
      const answer = await fetch(now.next, {
        headers: {
          Accept: 'text/html, application/xhtml+xml',
          'X-Requested-With': 'XMLHttpRequest',
          'X-Inertia': 'true',
          'X-Inertia-Version': page.version ?? '',
          'X-Inertia-Partial-Component': page.component,
          'X-Inertia-Partial-Data': props.join(','),
        },
      });
      if (answer.status === 409) return router.visit(location.href);
      if (!answer.ok) throw new Error(String(answer.status));
      const sent = ((await answer.json()) as { props: Record<string, unknown> }).props;
      setState({
        first: first.rows,
        rows: [...now.rows, ...(sent[props[0]] as Row[])],
        next: (sent[props[1]] as string | null) ?? null,
      });
    } catch {
      toast({ message: 'Couldn’t load more rows. Try again.', tone: 'bad' });
    } finally {
      setLoading(false);
    }
  };
  return { rows: now.rows, more: now.next ? () => void more() : undefined, loading };
}
