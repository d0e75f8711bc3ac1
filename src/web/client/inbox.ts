import { useSyncExternalStore } from 'react';
import { toast } from '#ui/toast.ts';
import { explain, remote } from './remote.ts';

/** One message of the inbox, as plain text. */
export interface Notice {
  id: number;
  institutionId: number;
  kind: string;
  title: string;
  body: string | null;
  href: string | null;
  at: string;
  isRead: boolean;
}

/** What the bell shows. `unread` counts to 100 and no further. */
export interface Inbox {
  accountId: number;
  unread: number;
  latest: Notice[];
}

interface State {
  /** Null until the server has said. */
  inbox: Inbox | null;
  /** What came while the person was here: said to screen readers. */
  arrived: string;
  /** Of this page's rows: what was read or put away since they were sent. */
  read: ReadonlySet<number>;
  readUntil: number;
  gone: ReadonlySet<number>;
}

let state: State = { inbox: null, arrived: '', read: new Set(), readUntil: 0, gone: new Set() };
const listeners = new Set<() => void>();
/** Tells the browser's other tabs. */
let share: (inbox: Inbox) => void = () => {};

const set = (next: Partial<State>) => {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
};

const newest = (inbox: Inbox | null) => Math.max(0, ...(inbox?.latest ?? []).map(({ id }) => id));

/** Takes what the server, or another tab, says is so now. */
export function takeInbox(inbox: Inbox): void {
  const known = state.inbox?.accountId === inbox.accountId ? state.inbox : null;
  const fresh = known ? inbox.latest.filter((one) => one.id > newest(known) && !one.isRead) : [];
  const [latest] = fresh;
  set({
    inbox,
    ...(latest && {
      arrived: differing(
        fresh.length === 1 ? `New notification: ${latest.title}` : `${fresh.length} new notifications`,
      ),
    }),
  });
}

/** The same words again are read out only when something about them is new: here a space at their end. */
const differing = (words: string) => (words === state.arrived ? `${words}\u00a0` : words);

export const shareInboxWith = (tell: (inbox: Inbox) => void): void => void (share = tell);

/** 'more than 99' is all that is known above it. */
export const unreadWords = (unread: number) =>
  unread === 0 ? 'none unread' : unread > 99 ? 'more than 99 unread' : `${unread} unread`;

export const isReadNow = (notice: Notice, { read, readUntil }: Pick<State, 'read' | 'readUntil'>) =>
  notice.isRead || notice.id <= readUntil || read.has(notice.id);

/** Shows at once what is asked for; the server's next word puts it right if it was refused. */
async function act(
  address: string,
  data: Record<string, number>,
  change: (inbox: Inbox) => Inbox,
  also: Partial<State>,
) {
  const before = state;
  const inbox = state.inbox && change(state.inbox);
  set({ ...also, inbox });
  if (inbox) share(inbox);
  try {
    await remote('POST', address, data);
  } catch (error) {
    set({ inbox: before.inbox, read: before.read, readUntil: before.readUntil, gone: before.gone });
    if (before.inbox) share(before.inbox);
    toast({ message: explain(error).message, tone: 'bad' });
  }
}

const less = (inbox: Inbox, by: number) => (inbox.unread > 99 ? inbox.unread : Math.max(0, inbox.unread - by));

export const readNotice = (notice: Notice) =>
  isReadNow(notice, state)
    ? Promise.resolve()
    : act(
        `/notifications/${notice.id}/read`,
        {},
        (inbox) => ({
          ...inbox,
          unread: less(inbox, 1),
          latest: inbox.latest.map((one) => (one.id === notice.id ? { ...one, isRead: true } : one)),
        }),
        { read: new Set(state.read).add(notice.id) },
      );

export const dismissNotice = (notice: Notice) =>
  act(
    `/notifications/${notice.id}/dismiss`,
    {},
    (inbox) => ({
      ...inbox,
      unread: less(inbox, isReadNow(notice, state) ? 0 : 1),
      latest: inbox.latest.filter((one) => one.id !== notice.id),
    }),
    { gone: new Set(state.gone).add(notice.id) },
  );

export const readAllNotices = (until: number) =>
  act(
    '/notifications/read',
    { until },
    (inbox) => ({ ...inbox, unread: 0, latest: inbox.latest.map((one) => ({ ...one, isRead: true })) }),
    { readUntil: Math.max(until, state.readUntil) },
  );

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useInbox = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  );
