import { moneyColumn } from '#ui/lists/money-column.tsx';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, listName, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { proposalsPage } from './billing.routes.ts';
import type { ToBill, Proposals, ItemToBill } from './act-on-proposals.ts';
import classes from '../shared/billing.module.css';
import { InvoicesToCredit, TickedStudents, batchColumn, student, InvoicesToCorrect } from './invoices-to-correct.tsx';
import { Button } from '#ui/button.tsx';
import { askThenPost } from '#ui/post.ts';
import { DateTimeText } from '#ui/text.tsx';

type Props = PropsOf<typeof proposalsPage>;

/** Late admissions to bill, and students who left a fee's audience to credit. */
export default function ProposalsPage({ fee, toBill, toCredit, items, toCorrect, corrections }: Props) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title={`Changes since billing: ${fee.title}`}
        breadcrumbs={[
          { label: 'Fees', href: href('/fees') },
          { label: fee.title, href: href(`/fees/${fee.id}`) },
        ]}
        description="Amounts that changed and students who joined or left since this fee was billed. Tick those to correct, bill or credit."
      />
      <div className={classes.stack}>
        <RecentCorrections fee={fee} corrections={corrections} />
        <InvoicesToCorrect
          key={`correct ${toCorrect.rows.map(({ id }) => id).join()}`}
          fee={fee}
          toCorrect={toCorrect}
        />
        <Bill key={`bill ${toBill.rows.map(({ id }) => id).join()}`} fee={fee} toBill={toBill} />
        <ItemsToBill key={`items ${items.rows.map(({ key }) => key).join()}`} fee={fee} items={items} />
        <InvoicesToCredit key={`credit ${toCredit.rows.map(({ id }) => id).join()}`} fee={fee} toCredit={toCredit} />
      </div>
    </>
  );
}

function Bill({ fee, toBill }: Pick<Props, 'fee' | 'toBill'>) {
  const [selected, setSelected] = useState(new Set<number>());
  const words = useWords(fee.institutionId);
  return (
    <Card flush title="Not billed yet">
      <DataTable
        flush
        name="proposals-bill"
        caption="Students who are not billed yet"
        rows={toBill.rows}
        selection={fee.isEnded ? undefined : { selected, onChange: setSelected }}
        rowLabel={listName}
        columns={[
          student<ToBill>(),
          batchColumn<ToBill>(words.batch),
          {
            key: 'note',
            title: 'Note',
            card: 'aside',
            render: (row) => row.wasCancelled && <Badge tone="gold">Cancelled before</Badge>,
          },
        ]}
        empty={<EmptyState title="Everyone is billed">Students who join later appear here.</EmptyState>}
      />
      <ListEnd
        shown={toBill.rows.length}
        isMore={toBill.isMore}
        of="students to bill"
        next="Bill these first, or start a billing run for all."
      />
      {selected.size > 0 && (
        <div style={{ padding: 16 }}>
          <EditForm
            action={`/fees/${fee.id}/proposals/bill`}
            submit={`Bill ${countOf(selected.size, 'student')}`}
            guard={false}
          >
            <TickedStudents ids={selected} />
          </EditForm>
        </div>
      )}
    </Card>
  );
}

/** Corrections of the last day, each with a way back. */
function RecentCorrections({ fee, corrections }: Pick<Proposals, 'fee' | 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <Card flush title="Corrections of the last 24 hours">
      <DataTable
        flush
        name="recent-corrections"
        caption="Corrections that can be undone"
        rows={corrections}
        columns={[
          { key: 'reason', title: 'Reason', primary: true, wraps: true, render: ({ reason }) => reason },
          { key: 'invoices', title: 'Invoices', card: 'line', render: ({ invoices }) => countOf(invoices, 'invoice') },
          { key: 'person', title: 'By', card: 'line', render: ({ person }) => person },
          {
            key: 'at',
            title: 'Time',
            card: 'line',
            render: ({ at }) => <DateTimeText value={at} institutionId={fee.institutionId} />,
          },
          {
            key: 'undo',
            title: 'Undo',
            card: 'aside',
            hideable: false,
            render: ({ id, invoices }) => (
              <Button
                small
                onClick={() =>
                  void askThenPost(`/fee-corrections/${id}/undo`, {
                    title: `Undo the correction of ${countOf(invoices, 'invoice')}?`,
                    body: 'The invoices charge again what they charged before. The fee stays as it is.',
                    action: 'Undo',
                  })
                }
              >
                Undo
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Optional items that were chosen after the fee was billed; nothing without any. */
function ItemsToBill({ fee, items }: Pick<Proposals, 'fee' | 'items'>) {
  const [selected, setSelected] = useState(new Set<number>());
  const words = useWords(fee.institutionId);
  if (items.rows.length === 0) return null;
  const rows = items.rows.map((row, at) => ({ ...row, at }));
  const ticked = rows.filter(({ at }) => selected.has(at));
  const total = ticked.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Card flush title="Optional items not billed yet">
      <DataTable
        flush
        name="proposals-items"
        caption="Optional items chosen after billing"
        rows={rows}
        rowId={({ at }) => at}
        selection={fee.isEnded ? undefined : { selected, onChange: setSelected }}
        rowLabel={(row) => `${row.name} for ${listName(row)}`}
        columns={[
          student<ItemToBill & { at: number }>(),
          batchColumn<ItemToBill & { at: number }>(words.batch),
          { key: 'item', title: 'Item', card: 'line', render: (row) => row.name },
          moneyColumn('amount', 'Before discounts', { currency: fee.currency, card: 'aside' }),
        ]}
      />
      <ListEnd
        shown={rows.length}
        isMore={items.isMore}
        of="items to bill"
        next="The others follow once these are billed."
      />
      {ticked.length > 0 && (
        <div style={{ padding: 16 }}>
          <EditForm
            action={`/fees/${fee.id}/proposals/items`}
            submit={`Bill ${countOf(ticked.length, 'item')}`}
            guard={false}
            aside={<span className={classes.note}>{money(total, fee.currency)} before discounts</span>}
          >
            <div hidden>
              {ticked.map(({ key, id, particularId }, at) => (
                <span key={key}>
                  <input type="hidden" name={`items[${at}][student_id]`} value={id} />
                  <input type="hidden" name={`items[${at}][item_id]`} value={particularId} />
                </span>
              ))}
            </div>
          </EditForm>
        </div>
      )}
    </Card>
  );
}
