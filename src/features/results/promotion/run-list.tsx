import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import styles from './promotion.module.css';
import type { RunRow } from './overview.queries.ts';

/** What was carried out, each of which is undone as a whole. */
export function RunList({ runs, canUndo }: { runs: RunRow[]; canUndo: boolean }) {
  const [undoing, setUndoing] = useState<RunRow | null>(null);
  if (runs.length === 0) return null;
  return (
    <div className={styles.runs}>
      <Card title="Carried out" flush>
        <DataTable
          name="promotion-runs"
          caption="Carried out"
          rows={runs}
          columns={[
            { key: 'at', title: 'When', primary: true, render: (row) => <DateTimeText value={row.at} /> },
            { key: 'students', title: 'Students', card: 'line', render: (row) => countOf(row.students, 'student') },
            { key: 'by', title: 'By', render: (row) => row.by },
            {
              key: 'undo',
              title: 'Status',
              align: 'end',
              card: 'aside',
              hideable: false,
              render: (row) =>
                row.isUndone ? (
                  <Secondary>Undone: {row.undoReason}</Secondary>
                ) : (
                  canUndo && (
                    <Button small onClick={() => setUndoing(row)}>
                      Undo
                    </Button>
                  )
                ),
            },
          ]}
        />
        <Dialog open={undoing !== null} onClose={() => setUndoing(null)} title="Undo as a whole">
          {undoing && (
            <EditForm action="/promotion/undo" submit="Undo" onSuccess={() => setUndoing(null)} guard={false}>
              <input type="hidden" name="runId" value={undoing.id} />
              <p>{countOf(undoing.students, 'student')} will be where they were. The approval stays.</p>
              <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />
            </EditForm>
          )}
        </Dialog>
      </Card>
    </div>
  );
}
