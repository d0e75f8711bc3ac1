import { useCallback, useEffect, useState } from 'react';
import type { ListProps } from '#kernel/list/declare-list.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { PaymentRow, PaymentTotal } from './payments.list.ts';

type Answer = ListProps<PaymentRow, object> & { totals: PaymentTotal[] | null };
const call = '/payment_records/payment_record_filter';

/** The rows and totals of a filter, fetched again when it changes. Further pages are appended. */
export function usePaymentRows(query: string) {
  const [state, setState] = useState<{ query: string; answer: Answer } | null>(null);
  const [trouble, setTrouble] = useState('');
  const [loading, setLoading] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    setTrouble('');
    remote<Answer>('get', `${call}${query}`, {}, { signal: stop.signal }).then(
      ({ json }) => setState({ query, answer: json }),
      (error: unknown) => stop.signal.aborted || setTrouble(explain(error).message),
    );
    return () => stop.abort();
  }, [query]);
  const next = state?.answer.next;
  const more = useCallback(async () => {
    if (!next) return;
    setLoading(true);
    try {
      const { json } = await remote<Answer>('get', next);
      setState((now) =>
        now && now.answer.next === next
          ? { ...now, answer: { ...now.answer, next: json.next, rows: [...now.answer.rows, ...json.rows] } }
          : now,
      );
    } catch (error) {
      setTrouble(explain(error).message);
    } finally {
      setLoading(false);
    }
  }, [next]);
  return {
    answer: state?.answer ?? null,
    isWaiting: state?.query !== query,
    trouble,
    loading,
    more: next ? more : null,
  };
}
