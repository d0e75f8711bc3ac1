import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, listName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { proposalsPage } from './billing.pages.ts';
import type { ToBill } from './proposals.queries.ts';
import classes from '../shared/billing.module.css';
import { InvoicesToCorrect } from './invoices-to-correct.tsx';
import { InvoicesToCredit } from './invoices-to-credit.tsx';
import { ItemsToBill } from './items-to-bill.tsx';
import { RecentCorrections } from './recent-corrections.tsx';
import { batchColumn, student } from './proposal-columns.tsx';
import { TickedStudents } from './ticked-students.tsx';

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
