import { useEffect, useState } from 'react';
import { explain, problemIn, remote, type RemoteState } from './remote.ts';

interface AnswerState<Answer> extends RemoteState {
  answer: Answer | null;
  /** The first message about a field, or the one about the whole request. */
  problem: string;
}

interface AnswerRequest {
  method?: 'GET' | 'POST';
  /** Milliseconds that the user must stop for. */
  pause?: number;
}

/**
 * What the server says to something in the making: asked again when the question changes and the user stops for a
 * moment, and only the last answer counts. Nothing is asked without a question. The question is an object that stays
 * the same until it is asked again, or its JSON.
 */
export function useAnswer<Answer>(
  address: string,
  question: object | string | null,
  { method = 'POST', pause = 250 }: AnswerRequest = {},
): AnswerState<Answer> {
  const [state, setState] = useState<RemoteState & { answer: Answer | null }>(unasked);
  useEffect(() => {
    if (question === null) return setState(unasked);
    const gone = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const data = (typeof question === 'string' ? JSON.parse(question) : question) as Record<string, never>;
    const timer = setTimeout(() => {
      remote<Answer>(method, address, data, { signal: gone.signal, isQuestion: true })
        .then(({ json: answer }) => setState({ ...unasked, answer }))
        .catch((error: unknown) => gone.signal.aborted || setState({ ...unasked, ...explain(error) }));
    }, pause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address, question, method, pause]);
  return { ...state, problem: problemIn(state) };
}

const unasked = { answer: null, busy: false, errors: {}, message: '' };
