import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { incomingKinds } from './incoming-kinds.ts';
import type { ReplyRow as Row } from './replies.list.ts';
import classes from './replies.module.css';

/** One message that came in; it opens the thread. */
export function ReplyRow({ row }: { row: Row }) {
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
          {people && address && <span className={classes.number}>{phoneText(address)}</span>}
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
