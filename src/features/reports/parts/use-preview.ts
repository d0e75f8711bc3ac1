import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { Preview } from '../design/preview.ts';
import { fieldsOf, isComplete, type Draft } from './draft.ts';

export interface PreviewState {
  preview: Preview | null;
  message: string;
  busy: boolean;
}

const nothing: PreviewState = { preview: null, message: '', busy: false };

/** The first rows of the draft: asked again once the user stops for a moment, and only the last answer counts. */
export function usePreview(draft: Draft, institutionId: number, closed: ReadonlySet<string>): PreviewState {
  const [state, setState] = useState(nothing);
  // What its editor can’t see stays in the report, but not in the preview.
  const open = (key: string) => !closed.has(key);
  const asked = JSON.stringify({
    institution_id: institutionId,
    ...fieldsOf(
      {
        ...draft,
        selected: draft.selected.filter(open),
        sort: draft.sort.filter(({ field }) => open(field)),
        group: open(draft.group) ? draft.group : '',
      },
      (rule) => open(rule.field) && isComplete(rule),
    ),
  });
  const isEmpty = !draft.selected.some(open);
  useEffect(() => {
    if (isEmpty) return setState(nothing);
    const gone = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      remote<Preview>('POST', '/reports/preview', JSON.parse(asked) as Record<string, never>, {
        ...{ signal: gone.signal, isQuestion: true },
      })
        .then(({ json }) => setState({ preview: json, message: '', busy: false }))
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const { errors, message } = explain(error);
          setState({ preview: null, message: Object.values(errors)[0] ?? message, busy: false });
        });
    }, 250);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked, isEmpty]);
  return state;
}
