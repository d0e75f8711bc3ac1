import { inboxNow, shareInboxWith, takeInbox, type Inbox, type Notice } from './inbox.ts';
import { toast } from '#ui/overlays/toast.ts';
import { ask } from '../wire.ts';

export const STREAM = '/notifications/stream';
const POLL_MS = 60_000;
const LONGEST_PAUSE_MS = 300_000;
const FAILURES_UNTIL_POLLING = 3;
/** After this many failures it retries only every few minutes. */
const FAILURES_UNTIL_SELDOM = 9;

type Word = { inbox: Inbox } | { isPolling: boolean } | { asks: true };

/**
 * Keeps the inbox up to date. One of a browser's tabs holds the connection and informs the others; when it closes,
 * another takes over. Where that is not possible, or the stream is blocked, each visible tab polls once a minute.
 * Returns a function that stops it.
 */
export function keepInboxLive(accountId: number): () => void {
  const name = `akada.inbox.${accountId}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  const ended = new AbortController();
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let leads = false;
  let last: Inbox | null = null;

  const tell = (word: Word) => channel?.postMessage(word);
  const take = (inbox: Inbox, isOpened = false) => {
    // Another user has signed in with this browser, whose tabs have another inbox.
    if (inbox.accountId !== accountId) return stop();
    last = readInView(inbox, isOpened);
    takeInbox(last);
    if (last !== inbox) tell({ inbox: last });
  };
  const takeAndTell = (inbox: Inbox) => {
    take(inbox);
    if (!ended.signal.aborted && last === inbox) tell({ inbox });
  };
  // Another page was opened, or this one became visible.
  const look = ({ type }: Event) => {
    const { inbox } = inboxNow();
    if (inbox) take(inbox, type === 'inertia:navigate');
  };
  const poll = pollWhileSeen({ address: STREAM, every: POLL_MS, onAnswer: takeAndTell, onSignedOut: stop });
  const setPolling = (isPolling: boolean) => {
    if (isPolling) poll.start();
    else poll.stop();
    if (leads) tell({ isPolling });
  };

  function open() {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(STREAM);
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (failures >= FAILURES_UNTIL_POLLING) setPolling(false);
      failures = 0;
      takeAndTell(JSON.parse(data) as Inbox);
    });
    // Signed out, or no longer allowed: the next page says so.
    source.addEventListener('over', stop);
    // A newer device of the user took the connection: two devices taking it from each other would never stop.
    source.addEventListener('full', () => {
      source?.close();
      failures = FAILURES_UNTIL_SELDOM;
      setPolling(true);
      retry = setTimeout(open, pause(failures));
    });
    source.addEventListener('error', () => {
      const isRefused = source?.readyState === EventSource.CLOSED;
      source?.close();
      failures += 1;
      if (failures === FAILURES_UNTIL_POLLING) setPolling(true);
      // Only an ordinary response gives the reason.
      else if (isRefused && failures === 1) void poll.ask();
      if (!ended.signal.aborted) retry = setTimeout(open, pause(failures));
    });
  }

  // Back from sleep or a lost connection: retry at once.
  const wake = () => {
    if (leads && document.visibilityState === 'visible' && source?.readyState === EventSource.CLOSED) open();
  };
  const hide = () => source?.close();

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('inbox' in data) {
      poll.heard();
      take(data.inbox);
    } else if ('isPolling' in data) {
      if (data.isPolling) poll.start();
      else poll.stop();
    } else if (leads && last) {
      tell({ inbox: last });
      tell({ isPolling: failures >= FAILURES_UNTIL_POLLING });
    }
  });
  shareInboxWith((inbox) => tell({ inbox }));
  window.addEventListener('online', wake, ended);
  window.addEventListener('pagehide', hide, ended);
  window.addEventListener('pageshow', wake, ended);
  document.addEventListener('visibilitychange', wake, ended);
  document.addEventListener('visibilitychange', look, ended);
  document.addEventListener('inertia:navigate', look, ended);

  function stop() {
    ended.abort();
    clearTimeout(retry);
    source?.close();
    poll.stop();
    channel?.close();
  }

  if (channel && 'locks' in navigator && 'EventSource' in window) {
    tell({ asks: true });
    void navigator.locks
      .request(name, { signal: ended.signal }, () => {
        leads = true;
        open();
        return new Promise<void>((done) => ended.signal.addEventListener('abort', () => done()));
      })
      // Stopped while it was waiting for its turn.
      .catch(() => {});
  } else {
    poll.start();
    void poll.ask();
  }
  return stop;
}

/** Waits longer each time, with jitter, so that a school's browsers do not all retry at once. */
const pause = (failures: number) => Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

/**
 * Marks notifications as read when their page is opened. A page that was already open (`isOpened` is false) may not
 * show the change, so a message does.
 */
function readInView(inbox: Inbox, isOpened: boolean): Inbox {
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

interface Poll<Answer> {
  address: string;
  every: number;
  onAnswer: (answer: Answer) => void;
  onSignedOut: () => void;
}

const LONGEST = 10;

/** Polls only while the page is visible, and less often while nothing answers. */
function pollWhileSeen<Answer>({ address, every, onAnswer, onSignedOut }: Poll<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let heardAt = -Infinity;
  let isOn = false;

  const pause = () => every * Math.min(LONGEST, 2 ** failures);
  const isSeen = () => document.visibilityState === 'visible';

  async function ask(): Promise<void> {
    heardAt = performance.now();
    try {
      const answer = await fetch(address, {
        headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        cache: 'no-store',
      });
      if (answer.status === 401 || answer.status === 403) return onSignedOut();
      if (!answer.ok) throw new Error(String(answer.status));
      const received = (await answer.json()) as Answer;
      failures = 0;
      onAnswer(received);
    } catch {
      failures += 1;
    }
  }

  async function turn(): Promise<void> {
    clearTimeout(timer);
    // Returning to the page starts it again.
    if (!isOn || !isSeen()) return;
    // Another tab may have just polled.
    if (performance.now() - heardAt >= pause() - 1000) await ask();
    // Asking may have ended it.
    // oxlint-disable-next-line typescript/no-unnecessary-condition
    if (isOn) timer = setTimeout(() => void turn(), Math.max(1000, pause() - (performance.now() - heardAt)));
  }
  const seen = () => isSeen() && void turn();

  return {
    ask,
    /** Another tab has received the answer. */
    heard: () => void (heardAt = performance.now()),
    start() {
      if (isOn) return;
      isOn = true;
      document.addEventListener('visibilitychange', seen);
      void turn();
    },
    stop() {
      isOn = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
