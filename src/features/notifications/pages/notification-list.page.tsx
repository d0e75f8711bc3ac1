import { router } from '@inertiajs/react';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { readAllNotices } from '#web/client/inbox-acts.ts';
import { isReadNow, useInbox } from '#web/client/inbox.ts';
import { holderOf, NoticeRow } from '#web/client/notice-row.tsx';
import { useInstitutions } from '#web/client/use-institutions.ts';
import type { PropsOf } from '#web/page.ts';
import type { notificationListPage } from '../notifications.pages.ts';
import classes from '../parts/notification-list.module.css';

/** Everything one was told, the latest first. What arrives while the page is open joins it. */
export default function NotificationListPage({ rows, next, filter: { show } }: PropsOf<typeof notificationListPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const known = useInbox();
  const institutions = useInstitutions();
  const shown = list.rows.filter((row) => !known.gone.has(row.id));
  const hasUnread = shown.some((row) => !isReadNow(row, known)) || (known.inbox?.unread ?? 0) > 0;
  const newest = Math.max(rows[0]?.id ?? 0, known.inbox?.latest[0]?.id ?? 0);
  const isBehind = (known.inbox?.latest.find((one) => !one.isRead)?.id ?? 0) > (rows[0]?.id ?? 0);
  useEffect(() => {
    if (isBehind) router.reload({ only: ['rows', 'next'] });
  }, [isBehind, newest]);
  return (
    <>
      <PageHeader
        title="Notifications"
        description="What happened that concerns you. What you have read is kept for 90 days."
        action={
          hasUnread &&
          newest > 0 && (
            <Button
              onClick={(event) => {
                holderOf(event.currentTarget)?.focus();
                void readAllNotices(newest);
              }}
            >
              Mark all as read
            </Button>
          )
        }
      />
      <Tabs
        label="Which notifications"
        items={[
          { label: 'All', href: address.here({ show: null }), active: !show },
          { label: 'Unread', href: address.here({ show: 'unread' }), active: show === 'unread' },
        ]}
      />
      <div className={classes.list}>
        {shown.length === 0 ? (
          <EmptyState title={show ? 'Nothing unread' : 'Nothing yet'}>
            {show
              ? 'You have seen everything. What is new will be counted on the bell at the top of every page.'
              : 'You are told here when a file you imported is ready, when your class gets students, when your roles change and when somebody signs in as you on a new device. The bell at the top of every page counts what is new.'}
          </EmptyState>
        ) : (
          <Card flush>
            <ul>
              {shown.map((row) => (
                <NoticeRow key={row.id} notice={row} institutions={institutions} />
              ))}
            </ul>
          </Card>
        )}
        {list.more && (
          <Button onClick={list.more} loading={list.loading}>
            Load more
          </Button>
        )}
      </div>
    </>
  );
}
