import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { countOf, listName, money } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { Proposals } from './proposals.queries.ts';
import type { ToCorrect } from '../corrections/corrections.queries.ts';
import classes from '../shared/billing.module.css';
import { invoicesOf } from './invoices-to-credit.tsx';
import { batchColumn, student } from './proposal-columns.tsx';
import { TickedStudents } from './ticked-students.tsx';

/** Issued invoices that charge something else than the fee says now. */
export function InvoicesToCorrect({ fee, toCorrect: { rows, isMore } }: Pick<Proposals, 'fee' | 'toCorrect'>) {
  const [selected, setSelected] = useState(
    () => new Set(rows.flatMap(({ id, isCredited, isOwn }) => (isCredited || isOwn ? [] : id))),
  );
  const words = useWords(fee.institutionId);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const sum = (of: (row: ToCorrect) => number) => chosen.reduce((total, row) => total + of(row), 0);
  return (
    <Card flush title="Amounts that changed">
      <DataTable
        flush
        name="proposals-correct"
        caption="Invoices with other amounts than the fee"
        rows={rows}
        selection={{ selected, onChange: setSelected }}
        rowLabel={listName}
        columns={[
          student<ToCorrect>(),
          batchColumn<ToCorrect>(words.batch),
          { key: 'number', title: 'Invoice', card: 'line', render: invoicesOf },
          {
            key: 'items',
            title: 'Items',
            card: 'line',
            wraps: true,
            render: ({ items }) =>
              items.map(({ name, was, becomes }) => (
                <div key={name} className={classes.item}>
                  {name}: {money(was, fee.currency)} → {money(becomes, fee.currency)}
                </div>
              )),
          },
          {
            key: 'change',
            title: 'Change',
            numeric: true,
            align: 'end',
            card: 'aside',
            render: ({ less, more }) => changeInWords({ less, more }, fee.currency),
          },
          ...(rows.some(isNoted)
            ? [
                {
                  key: 'note',
                  title: 'Note',
                  card: 'line' as const,
                  render: (row: ToCorrect) =>
                    isNoted(row) && (
                      <>
                        {row.isOwn && <Badge>Own family: ask a colleague</Badge>}
                        {row.isCredited && <Badge tone="gold">Has a credit note</Badge>}
                        {row.paid > 0 && <Badge>{money(row.paid, fee.currency)} becomes credit</Badge>}
                      </>
                    ),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState title="All invoices match the fee">
            If an amount was wrong, edit the fee. Its invoices appear here to be corrected.
          </EmptyState>
        }
      />
      <ListEnd
        shown={rows.length}
        isMore={isMore}
        of="students to correct"
        next="The others follow once these are corrected."
      />
      {chosen.length > 0 && (
        <div style={{ padding: 16 }}>
          <EditForm
            action={`/fees/${fee.id}/proposals/correct`}
            submit={`Correct ${countOf(
              sum(({ invoices }) => invoices),
              'invoice',
            )}`}
            guard={false}
            aside={
              <span className={classes.note}>
                {changeInWords({ less: sum(({ less }) => less), more: sum(({ more }) => more) }, fee.currency)}. You can
                undo it for a day.
              </span>
            }
          >
            <TickedStudents ids={selected} />
            <TextField name="reason" label="Reason" maxLength={300} placeholder="Wrong amount in the fee" />
          </EditForm>
        </div>
      )}
    </Card>
  );
}

const isNoted = ({ isOwn, isCredited, paid }: ToCorrect) => isOwn || isCredited || paid > 0;

const changeInWords = ({ less, more }: { less: number; more: number }, currency: string) =>
  [less > 0 && `${money(less, currency)} less`, more > 0 && `${money(more, currency)} more`].filter(Boolean).join(', ');
