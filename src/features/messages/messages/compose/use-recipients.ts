import { useEffect, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { recipientsOf } from './recipients.queries.ts';
import { asData, fieldsOnly, forQuestion, type Written } from '../shared/use-compose.ts';

type Page = Awaited<ReturnType<typeof recipientsOf>>;

const nothing: Page = { rows: [], total: 0, ticked: 0, isMore: false };

/** The rows so far. Ticks don't change which rows there are, so they are not asked again for them. */
export function useRecipients(written: Written, view: 'recipients' | 'left_out', q: string) {
  const [state, setState] = useState<Page & { busy: boolean; message: string }>({
    ...nothing,
    busy: true,
    message: '',
  });
  const { audience, body, subject, ...others } = forQuestion(written);
  const asked = JSON.stringify({
    ...others,
    view,
    q,
    subject: '',
    body: fieldsOnly(subject + body),
    audience: { of: audience.of, by: audience.by },
  });
  const current = useRef(asked);
  const load = (after: number, signal?: AbortSignal) => {
    setState((before) => ({ ...before, busy: true, message: '' }));
    const data = { ...(JSON.parse(asked) as object), after };
    return remote<Page>('POST', '/messages/recipients', asData(data), { signal, isQuestion: true })
      .then(({ json }) => {
        if (current.current !== asked) return;
        setState((before) => ({
          ...json,
          rows: after ? [...before.rows, ...json.rows] : json.rows,
          busy: false,
          message: '',
        }));
      })
      .catch(
        (error: unknown) => signal?.aborted || setState({ ...nothing, busy: false, message: explain(error).message }),
      );
  };
  useEffect(() => {
    current.current = asked;
    const gone = new AbortController();
    const timer = setTimeout(() => void load(0, gone.signal), 250);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
    // `load` only reads what `asked` says.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  return { ...state, more: () => void load(state.rows.length) };
}
