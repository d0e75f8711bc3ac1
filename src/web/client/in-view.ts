import { toast } from '#ui/overlays/toast.ts';
import { inboxNow, type Inbox, type Notice } from './inbox/inbox.ts';
import { ask } from './wire.ts';

/**
 * Marks notifications as read when their page is opened. A page that was already open (`isOpened` is false) may not
 * show the change, so a message does.
 */
export function readInView(inbox: Inbox, isOpened: boolean): Inbox {
  if (document.visibilityState !== 'visible') return inbox;
  const isCurrent = isOpened || inboxNow().inbox?.accountId !== inbox.accountId;
  const seen = inbox.latest.filter(
    (notice) => !notice.isRead && isInView(notice) && (isCurrent || !needsDecision(notice)),
  );
  if (seen.length === 0) return inbox;
  const pages = new Map<string, number>();
  for (const notice of seen) {
    if (!isCurrent && !updatesItself(notice)) toast({ message: notice.title });
    pages.set(notice.href!, Math.max(notice.id, pages.get(notice.href!) ?? 0));
  }
  for (const [href, until] of pages) void markRead(href, until);
  return {
    ...inbox,
    unread: inbox.unread > 99 ? inbox.unread : Math.max(0, inbox.unread - seen.length),
    latest: inbox.latest.map((notice) => (seen.includes(notice) ? { ...notice, isRead: true } : notice)),
  };
}

const markRead = (href: string, until: number) =>
  ask({
    method: 'post',
    url: '/notifications/seen',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ href, until }),
    // The server's next inbox has it as unread, so marking it is tried again.
  }).catch(() => {});

const updatesItself = ({ kind }: Notice) => kind.startsWith('imports.');
const needsDecision = ({ kind }: Notice) => kind.startsWith('approvals.');

function isInView({ kind, href }: Notice): boolean {
  // The account page does not repeat a security notice, so it stays unread.
  if (href === null || kind.startsWith('security.')) return false;
  const { pathname, searchParams } = new URL(href, location.origin);
  const shown = new URLSearchParams(location.search);
  return pathname === location.pathname && [...searchParams].every(([name, value]) => shown.get(name) === value);
}
