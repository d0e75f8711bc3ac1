import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';

interface AnswerState<Answer> {
  answer: Answer | null;
  message: string;
  busy: boolean;
}

/** What the server says to a draft: asked again once the user stops for a moment, and only the last answer counts. */
export function useAnswer<Answer>(address: string, asked: string | null): AnswerState<Answer> {
  const [state, setState] = useState<AnswerState<Answer>>({ answer: null, message: '', busy: false });
  useEffect(() => {
    if (asked === null) return setState({ answer: null, message: '', busy: false });
    const gone = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      remote<Answer>('POST', address, JSON.parse(asked) as Record<string, never>, {
        signal: gone.signal,
        isQuestion: true,
      })
        .then(({ json }) => setState({ answer: json, message: '', busy: false }))
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const { errors, message } = explain(error);
          setState({ answer: null, message: Object.values(errors)[0] ?? message, busy: false });
        });
    }, 250);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address, asked]);
  return state;
}
