import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { countOf, listName } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Money } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { Proposals, ToCredit } from './proposals.queries.ts';
import classes from '../shared/billing.module.css';
import { batchColumn, student } from './proposal-columns.tsx';
import { TickedStudents } from './ticked-students.tsx';

/** Billed students whom a fee is no longer for. */
export function InvoicesToCredit({ fee, toCredit }: Pick<Proposals, 'fee' | 'toCredit'>) {
  const [selected, setSelected] = useState(new Set<number>());
  const words = useWords(fee.institutionId);
  const paid = toCredit.rows.filter(({ id, settled }) => selected.has(id) && settled > 0).length;
  return (
    <Card flush title="Billed, but this fee is no longer for them">
      <DataTable
        flush
        name="proposals-credit"
        caption="Billed students this fee is no longer for"
        rows={toCredit.rows}
        selection={{ selected, onChange: setSelected }}
        rowLabel={listName}
        columns={[
          student<ToCredit>(),
          batchColumn<ToCredit>(words.batch),
          { key: 'number', title: 'Invoice', card: 'line', render: invoicesOf },
          {
            key: 'settled',
            title: 'Paid',
            numeric: true,
            align: 'end',
            render: (row) => <Money minor={row.settled} currency={fee.currency} />,
          },
          {
            key: 'amount',
            title: 'Amount',
            numeric: true,
            align: 'end',
            card: 'aside',
            render: (row) => <Money minor={row.amount} currency={fee.currency} />,
          },
        ]}
        empty={<EmptyState title="Nobody to credit">Students who change class or leave appear here.</EmptyState>}
      />
      <ListEnd
        shown={toCredit.rows.length}
        isMore={toCredit.isMore}
        of="students to credit"
        next="The others follow once these are credited."
      />
      {selected.size > 0 && (
        <div style={{ padding: 16 }}>
          <EditForm
            action={`/fees/${fee.id}/proposals/credit`}
            submit={`Cancel ${countOf(
              toCredit.rows.reduce((sum, row) => sum + (selected.has(row.id) ? row.invoices : 0), 0),
              'invoice',
            )}`}
            guard={false}
            aside={
              paid > 0 && (
                <span className={classes.note}>
                  {countOf(paid, 'paid invoice needs', 'paid invoices need')} a second person’s approval.
                </span>
              )
            }
          >
            <TickedStudents ids={selected} />
            <TextField name="reason" label="Reason" maxLength={300} placeholder="Changed class" />
          </EditForm>
        </div>
      )}
    </Card>
  );
}

export const invoicesOf = ({ number, invoices }: Pick<ToCredit, 'number' | 'invoices'>) =>
  invoices === 1 ? invoiceNumber(number) : `${invoiceNumber(number)} and ${invoices - 1} more`;
