import { router } from '@inertiajs/core';
import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { readAllNotices } from '#web/client/inbox/inbox-acts.ts';
import { isReadNow, useInbox } from '#web/client/inbox/inbox.ts';
import { holderOf, NoticeRow } from '#web/client/inbox/notice-row.tsx';
import { useInstitutions } from '#web/client/use-institutions.ts';
import type { PropsOf } from '#web/page.ts';
import type { notificationListPage } from './notifications.routes.ts';
import classes from './notification-list.module.css';

/** All notifications, latest first. New ones appear while the page is open. */
export default function NotificationListPage({ rows, next, filter: { show } }: PropsOf<typeof notificationListPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const known = useInbox();
  const institutions = useInstitutions();
  const shown = list.rows.filter((row) => !known.gone.has(row.id));
  const hasUnread = shown.some((row) => !isReadNow(row, known)) || (known.inbox?.unread ?? 0) > 0;
  const newest = Math.max(rows[0]?.id ?? 0, known.inbox?.latest[0]?.id ?? 0);
  const isBehind = (known.inbox?.latest.find((notice) => !notice.isRead)?.id ?? 0) > (rows[0]?.id ?? 0);
  useEffect(() => {
    if (isBehind) router.reload({ only: ['rows', 'next'] });
  }, [isBehind, newest]);
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Notifications you have read are deleted after 90 days."
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
        label="Filter notifications"
        items={[
          { label: 'All', href: address.here({ show: null }), active: !show },
          { label: 'Unread', href: address.here({ show: 'unread' }), active: show === 'unread' },
        ]}
      />
      <div className={classes.list}>
        {shown.length === 0 ? (
          <EmptyState title={show ? 'No unread notifications' : 'No notifications yet'}>
            {show
              ? 'You’re up to date. The bell at the top of every page counts new notifications.'
              : 'You’ll be notified here when an import is ready, students join your class, your roles change or someone signs in to your account on a new device. The bell at the top of every page counts new notifications.'}
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
