import { moneyColumn } from '#ui/lists/money-column.tsx';
import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { countOf, listName, money } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { Proposals, ToCredit } from './act-on-proposals.ts';
import classes from '../shared/billing.module.css';
import type { StudentToBill } from './named-student.ts';
import { Badge } from '#ui/badge.tsx';
import type { ToCorrect } from '../corrections/differences.queries.ts';

/** Billed students whom a fee is no longer for. */
export function InvoicesToCredit({ fee, toCredit }: Pick<Proposals, 'fee' | 'toCredit'>) {
  const [selected, setSelected] = useState(new Set<number>());
  const words = useTerms(fee.institutionId);
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
          moneyColumn('settled', 'Paid', { currency: fee.currency }),
          moneyColumn('amount', 'Amount', { currency: fee.currency, card: 'aside' }),
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

const invoicesOf = ({ number, invoices }: Pick<ToCredit, 'number' | 'invoices'>) =>
  invoices === 1 ? invoiceNumber(number) : `${invoiceNumber(number)} and ${invoices - 1} more`;

/** The ticked students of a table, as its form sends them. */
export const TickedStudents = ({ ids }: { ids: Set<number> }) =>
  [...ids].map((id) => <input key={id} type="hidden" name="student_ids[]" value={id} />);

export const student = <Row extends StudentToBill>(): Column<Row> => ({
  key: 'student',
  title: 'Student',
  primary: true,
  render: (row) => (
    <>
      {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
    </>
  ),
});
export const batchColumn = <Row extends StudentToBill>(title: string): Column<Row> => ({
  key: 'batch',
  title,
  card: 'line',
  render: (row) => row.batch ?? (row.status === 'active' ? 'Without a class' : row.status),
});

/** Issued invoices that charge something else than the fee says now. */
export function InvoicesToCorrect({ fee, toCorrect: { rows, isMore } }: Pick<Proposals, 'fee' | 'toCorrect'>) {
  const [selected, setSelected] = useState(
    () => new Set(rows.flatMap(({ id, isCredited, isOwn }) => (isCredited || isOwn ? [] : id))),
  );
  const words = useTerms(fee.institutionId);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const sum = (of: (row: ToCorrect) => number) => chosen.reduce((total, row) => total + of(row), 0);
  return (
    <Card flush title="Amounts that changed">
      <DataTable
        flush
        name="proposals-correct"
        caption="Invoices that differ from the fee"
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
