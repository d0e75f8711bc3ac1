import { countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { DesignerPage } from './design-page.queries.ts';
import { ReportTable } from '../shared/report-table.tsx';
import classes from '../shared/design.module.css';
import { fieldsOf, isComplete, type Draft } from '../shared/draft.ts';
import type { Preview } from './preview.ts';
import { useAnswer } from '../shared/use-answer.ts';

interface PreviewCardProps extends Pick<DesignerPage, 'institutionId' | 'closed'> {
  draft: Draft;
  currency: string;
}

/** The first rows, as the report is designed. */
export function PreviewCard({ draft, institutionId, closed, currency }: PreviewCardProps) {
  const { preview, message, busy } = usePreview(draft, institutionId, new Set(Object.keys(closed)));
  return (
    <Card title="Preview" tour="report-preview" action={<Secondary>{wordsFor()}</Secondary>}>
      <div aria-busy={busy}>
        {message && (
          <p role="alert" className={classes.error}>
            {message}
          </p>
        )}
        {!preview && !message && <p>{draft.selected.length ? 'Loading…' : 'Add a field to see the first rows.'}</p>}
        {preview?.isTooLong && (
          <p>This report takes too long to preview. Add a filter, or save it and download it as a file.</p>
        )}
        {preview && preview.rows.length > 0 && (
          <ReportTable
            caption="Preview of the report"
            columns={preview.columns}
            group={preview.group}
            rows={preview.rows}
            currency={currency}
            about={{ one: 'row', many: 'rows' }}
            hrefOf={() => null}
            mostCards={5}
          />
        )}
        {preview && !preview.isTooLong && preview.rows.length === 0 && <p>No rows match these filters.</p>}
      </div>
    </Card>
  );

  function wordsFor() {
    if (!preview || preview.rows.length === 0) return '';
    return preview.isMore ? `First ${preview.rows.length} rows` : `All ${countOf(preview.rows.length, 'row')}`;
  }
}

/** The first rows of the draft. */
function usePreview(draft: Draft, institutionId: number, closed: ReadonlySet<string>) {
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
