import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { replyListPage } from '../contact.pages.ts';
import { incomingKinds } from '../incoming/incoming-kinds.ts';
import classes from '../parts/switches.module.css';
import { ReplyRow } from '../parts/reply-row.tsx';

type Props = PropsOf<typeof replyListPage>;

/** What people answered by SMS, and writing back. */
export default function RepliesPage({ rows, next, filter, isFiltered }: Props) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const [open, setOpen] = useState<Props['rows'][number] | null>(null);
  const { q, kind, from, to } = filter;
  return (
    <>
      <PageHeader title="Replies" description="What people sent to the school’s number." />
      <div className={classes.filters}>
        <FilterBar
          search={{ value: q, label: 'Search replies', placeholder: 'Number or text' }}
          filters={[
            {
              ...{ key: 'kind', label: 'Kind', value: kind, pinned: true },
              options: Object.entries(incomingKinds).map(([value, label]) => ({ value, label })),
            },
            { key: 'from', label: 'Dates', type: 'dates', value: from, end: { key: 'to', value: to }, pinned: true },
          ]}
        />
      </div>
      {list.rows.length === 0 ? (
        isFiltered ? (
          <NothingMatches drop={{ label: 'Remove all filters', href: address.href('/replies') }} />
        ) : (
          <EmptyState title="No replies">What people answer to your messages appears here.</EmptyState>
        )
      ) : (
        <Card flush>
          <ul>
            {list.rows.map((row) => (
              <ReplyRow key={row.id} row={row} onAnswer={() => setOpen(row)} />
            ))}
          </ul>
        </Card>
      )}
      {list.more && (
        <p>
          <Button onClick={list.more} loading={list.loading}>
            Load more
          </Button>
        </p>
      )}
      {open && (
        <Dialog open onClose={() => setOpen(null)} title={`Answer ${open.people ?? open.address}`}>
          <EditForm action={`/replies/${open.id}/answer`} submit="Send answer" onSuccess={() => setOpen(null)}>
            <TextareaField
              name="text"
              label="Text"
              rows={3}
              maxLength={480}
              help={`By ${open.channel === 'sms' ? 'SMS' : 'WhatsApp'} to ${open.address}.`}
            />
          </EditForm>
        </Dialog>
      )}
    </>
  );
}
