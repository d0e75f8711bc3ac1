import { toast } from '#ui/overlays/toast.ts';
import { inboxNow, isReadNow, showInbox, type Inbox, type InboxState, type Notice } from './inbox.ts';
import { explain, remote } from '../remote.ts';

/** Shows the change at once; the next update from the server corrects it if it was refused. */
async function act(
  address: string,
  data: Record<string, number>,
  change: (inbox: Inbox) => Inbox,
  also: Partial<InboxState>,
) {
  const { inbox, read, readUntil, gone } = inboxNow();
  showInbox({ ...also, inbox: inbox && change(inbox) });
  try {
    await remote('POST', address, data);
  } catch (error) {
    showInbox({ inbox, read, readUntil, gone });
    toast({ message: explain(error).message, tone: 'bad' });
  }
}

const less = (inbox: Inbox, by: number) => (inbox.unread > 99 ? inbox.unread : Math.max(0, inbox.unread - by));

export const readNotice = (notice: Notice) =>
  isReadNow(notice, inboxNow())
    ? Promise.resolve()
    : act(
        `/notifications/${notice.id}/read`,
        {},
        (inbox) => ({
          ...inbox,
          unread: less(inbox, 1),
          latest: inbox.latest.map((row) => (row.id === notice.id ? { ...row, isRead: true } : row)),
        }),
        { read: new Set(inboxNow().read).add(notice.id) },
      );

export const dismissNotice = (notice: Notice) =>
  act(
    `/notifications/${notice.id}/dismiss`,
    {},
    (inbox) => ({
      ...inbox,
      unread: less(inbox, isReadNow(notice, inboxNow()) ? 0 : 1),
      latest: inbox.latest.filter((row) => row.id !== notice.id),
    }),
    { gone: new Set(inboxNow().gone).add(notice.id) },
  );

export const readAllNotices = (until: number) =>
  act(
    '/notifications/read',
    { until },
    (inbox) => ({ ...inbox, unread: 0, latest: inbox.latest.map((row) => ({ ...row, isRead: true })) }),
    { readUntil: Math.max(until, inboxNow().readUntil) },
  );
