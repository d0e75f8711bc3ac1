import type { Preview } from './preview.ts';
import { fieldsOf, isComplete, type Draft } from '../shared/draft.ts';
import { useAnswer } from '../shared/use-answer.ts';

/** The first rows of the draft. */
export function usePreview(draft: Draft, institutionId: number, closed: ReadonlySet<string>) {
  // What its editor can’t see stays in the report, but not in the preview.
  const open = (key: string) => !closed.has(key);
  const fields = fieldsOf(
    {
      ...draft,
      selected: draft.selected.filter(open),
      sort: draft.sort.filter(({ field }) => open(field)),
      group: open(draft.group) ? draft.group : '',
    },
    (rule) => open(rule.field) && isComplete(rule),
  );
  const asked = draft.selected.some(open) ? JSON.stringify({ institution_id: institutionId, ...fields }) : null;
  const { answer: preview, ...state } = useAnswer<Preview>('/reports/preview', asked);
  return { preview, ...state };
}
