import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { replyListPage } from '../contact.pages.ts';
import { incomingKinds, replyStates } from './incoming-kinds.ts';
import { ReplyRow } from './reply-row.tsx';
import classes from './replies.module.css';

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** What people answered. */
export default function RepliesPage({ rows, next, filter, isFiltered, unread }: PropsOf<typeof replyListPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const { q, kind, state, from, to } = filter;
  return (
    <>
      <PageHeader
        title="Replies"
        description={['Replies to your messages.', unread > 0 && `${countOf(unread, 'message')} unread.`]
          .filter(Boolean)
          .join(' ')}
      />
      <div className={classes.filters}>
        <FilterBar
          search={{ value: q, label: 'Search replies', placeholder: 'Text or phone number' }}
          filters={[
            { key: 'state', label: 'Status', value: state, pinned: true, options: optionsOf(replyStates) },
            { key: 'kind', label: 'Kind', value: kind, pinned: true, options: optionsOf(incomingKinds) },
            { key: 'from', label: 'Dates', type: 'dates', value: from, end: { key: 'to', value: to }, pinned: true },
          ]}
        />
      </div>
      {list.rows.length === 0 ? (
        isFiltered ? (
          <NothingMatches drop={{ label: 'Remove all filters', href: address.href('/replies') }} />
        ) : (
          <EmptyState title="No replies">Replies to your messages appear here.</EmptyState>
        )
      ) : (
        <Card flush>
          <ul>
            {list.rows.map((row) => (
              <ReplyRow key={row.id} row={row} />
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
    </>
  );
}
