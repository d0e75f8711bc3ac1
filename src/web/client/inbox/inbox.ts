import { useSyncExternalStore } from 'react';

/** One notification, as plain text. */
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

/** The state of the bell. `unread` counts to 100 at most. */
export interface Inbox {
  accountId: number;
  unread: number;
  latest: Notice[];
}

export interface InboxState {
  /** Null until the server has answered. */
  inbox: Inbox | null;
  /** New notifications to announce to screen readers. */
  arrived: string;
  /** The rows read or dismissed on this page since they were sent. */
  read: ReadonlySet<number>;
  readUntil: number;
  gone: ReadonlySet<number>;
}

let state: InboxState = { inbox: null, arrived: '', read: new Set(), readUntil: 0, gone: new Set() };
const listeners = new Set<() => void>();
/** Notifies the browser's other tabs. */
let share: (inbox: Inbox) => void = () => {};

export const inboxNow = () => state;

/** Shows a new state, here and in the other tabs. */
export function showInbox(next: Partial<InboxState>): void {
  set(next);
  if (next.inbox) share(next.inbox);
}

const set = (next: Partial<InboxState>) => {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
};

const newest = (inbox: Inbox | null) => Math.max(0, ...(inbox?.latest ?? []).map(({ id }) => id));

/** Applies a state from the server or another tab. */
export function takeInbox(inbox: Inbox): void {
  const known = state.inbox?.accountId === inbox.accountId ? state.inbox : null;
  const fresh = known ? inbox.latest.filter((notice) => notice.id > newest(known) && !notice.isRead) : [];
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

/** Screen readers repeat a text only if it changes, so a space is appended. */
const differing = (words: string) => (words === state.arrived ? `${words}\u00a0` : words);

export const shareInboxWith = (tell: (inbox: Inbox) => void): void => void (share = tell);

/** Above 99 the exact number is unknown: 'more than 99'. */
export const unreadText = (unread: number) =>
  unread === 0 ? 'none unread' : unread > 99 ? 'more than 99 unread' : `${unread} unread`;

export const isReadNow = (notice: Notice, { read, readUntil }: Pick<InboxState, 'read' | 'readUntil'>) =>
  notice.isRead || notice.id <= readUntil || read.has(notice.id);

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
