import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { countOf, dateText } from '#ui/format.ts';
import { cx } from '#ui/cx.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { boardPage } from '../notices.pages.ts';
import classes from '../shared/notices.module.css';

/** What the school tells the user, pinned notices first. */
export default function BoardPage({ rows, isMore }: PropsOf<typeof boardPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader title="Notice board" description="What your school wants you to know." />
      {rows.length === 0 ? (
        <EmptyState title="No notices">Notices for you or your children appear here.</EmptyState>
      ) : (
        <div className={classes.board}>
          {rows.map((row) => (
            <article key={row.id} className={cx(classes.entry, row.isPinned && classes.pinned)}>
              <div className={classes.head}>
                <h2>
                  <Link href={href(`/notice-board/${row.id}`)}>{row.title}</Link>
                </h2>
                {!row.isRead && <Badge tone="info">New</Badge>}
                {row.isPinned && <Badge tone="gold">Pinned</Badge>}
              </div>
              {row.summary && <p className={classes.summary}>{row.summary}</p>}
              <p className="fine ink-3">
                {row.institution && `${row.institution} · `}
                {dateText(row.day)}
                {row.until && ` · until ${dateText(row.until)}`}
                {row.files > 0 && ` · ${countOf(row.files, 'attachment')}`}
              </p>
            </article>
          ))}
          <ListEnd shown={rows.length} isMore={isMore} of="notices" next="Older ones are no longer shown." />
        </div>
      )}
    </>
  );
}
