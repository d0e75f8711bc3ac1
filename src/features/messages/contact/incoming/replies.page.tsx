import { Button } from '#ui/button.tsx';
import { countOf, phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { replyListPage } from '../contact.pages.ts';
import { incomingKinds, replyStates } from './incoming-kinds.ts';
import classes from './replies.module.css';
import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { ReplyRow as Row } from './replies.list.ts';
import { optionsOf } from '#ui/plain/options.ts';

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

/** One message that came in; it opens the thread. */
function ReplyRow({ row }: { row: Row }) {
  const { href } = useAddress();
  const { id, people, address, body, kind, receivedAt, institutionId, isAnswered, isUnread, isUnverified } = row;
  return (
    <li className={cx(classes.row, isUnread && classes.unread)}>
      <div className={classes.head}>
        <Link href={href(`/replies/${id}`)} className={classes.who}>
          {isUnread && <span className={classes.dot} role="img" aria-label="Unread" />}
          {people ?? phoneText(address) ?? 'Unknown number'}
        </Link>
        <span className={classes.when}>
          {people && address && <span className="ink-3">{phoneText(address)}</span>}
          <DateTimeText value={receivedAt} institutionId={institutionId} />
        </span>
      </div>
      <p className={classes.body}>{body}</p>
      {(kind !== 'reply' || isAnswered || isUnverified) && (
        <p className={classes.facts}>
          {kind !== 'reply' && <Badge tone={kind === 'wrong' ? 'bad' : 'plain'}>{incomingKinds[kind]}</Badge>}
          {isAnswered && <Secondary>Answered</Secondary>}
          {isUnverified && <Secondary>Not verified</Secondary>}
        </p>
      )}
    </li>
  );
}
