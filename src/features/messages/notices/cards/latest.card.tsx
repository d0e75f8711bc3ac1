import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { count, dateText } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { LatestNotices } from '../board/board.queries.ts';
import classes from './latest.module.css';

/** Notices on the start page of those concerned. */
export default function LatestCard({ rows, unread }: LatestNotices) {
  const { href } = useAddress();
  return (
    <Card
      title={<>Notices {unread > 0 && <Badge tone="info">{count(unread)} new</Badge>}</>}
      action={
        <LinkButton small href={href('/notice-board')}>
          Notice board
        </LinkButton>
      }
      flush
    >
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link href={href(`/notice-board/${row.id}`)} className={cx(classes.row, !row.isRead && classes.unread)}>
              <b>{row.title}</b>
              {!row.isRead && <Badge tone="info">New</Badge>}
              {row.isPinned && <Badge tone="gold">Pinned</Badge>}
              <span className={classes.summary}>{row.summary}</span>
              <span className={classes.day}>
                {row.institution && `${row.institution} · `}
                {dateText(row.day)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
