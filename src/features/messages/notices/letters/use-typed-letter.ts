import { useEffect, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';

export type TypedLetter = Record<string, string | string[]>;

/** What the form holds, read again a moment after it changed. */
export function useTypedLetter() {
  const [typed, setTyped] = useState<TypedLetter | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const element = form.current?.querySelector('form');
      if (!element) return;
      const data = new FormData(element);
      const names = [...new Set(data.keys())].filter((name) => name !== '_csrf' && name !== 'ticks');
      setTyped(
        Object.fromEntries(
          names.map((name) => {
            const values = data.getAll(name).map(String);
            return name.endsWith('[]') ? [name.slice(0, -2), values] : [name, values[0]!];
          }),
        ),
      );
    }, 300);
  };
  useEffect(read, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { typed, form, read };
}

/** The answer to a question about the letter, asked again when it changes. */
export function useAnswer<Answer>(address: string, question: object | null) {
  const [state, setState] = useState<{ answer: Answer | null; message: string }>({ answer: null, message: '' });
  const asked = question && JSON.stringify(question);
  useEffect(() => {
    if (!asked) return;
    const gone = new AbortController();
    remote<Answer>('POST', address, JSON.parse(asked) as Record<string, never>, {
      signal: gone.signal,
      isQuestion: true,
    })
      .then(({ json }) => setState({ answer: json, message: '' }))
      .catch((error: unknown) => {
        if (gone.signal.aborted) return;
        const { errors, message } = explain(error);
        setState({ answer: null, message: Object.values(errors)[0] ?? message });
      });
    return () => gone.abort();
  }, [address, asked]);
  return state;
}
