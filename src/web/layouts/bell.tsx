import { lazy, Suspense, useEffect } from 'react';
import { IconBell } from '#ui/icons.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { LoadingState } from '#ui/states.tsx';
import { unreadText, useInbox } from '../client/inbox/inbox.ts';
import { useShell } from './use-shell.ts';
import classes from './bell.module.css';

const BellPanel = lazy(() => import('./bell-panel.tsx').then((module) => ({ default: module.BellPanel })));

const QUIET_MS = 2000;

/** Connects after everything the page itself needs. */
function useLiveInbox(accountId: number) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = () =>
      void import('../client/inbox/live-inbox.ts').then((module) => {
        if (!isGone) stop = module.keepInboxLive(accountId);
      });
    const later = () =>
      'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: QUIET_MS }) : setTimeout(start, 500);
    if (document.readyState === 'complete') later();
    else window.addEventListener('load', later, { once: true });
    return () => {
      isGone = true;
      window.removeEventListener('load', later);
      stop?.();
    };
  }, [accountId]);
}

/** The bell with the number of unread notifications. New ones are announced politely, once. */
export function Bell() {
  const { shell } = useShell();
  useLiveInbox(shell.person.accountId);
  const { inbox, arrived } = useInbox();
  const unread = inbox?.unread ?? 0;
  return (
    <>
      <Popover
        label={inbox ? `Notifications, ${unreadText(unread)}` : 'Notifications'}
        trigger={
          <span className={classes.bell}>
            <IconBell />
            {unread > 0 && (
              <span className={classes.count} aria-hidden data-unread>
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </span>
        }
      >
        {(close) => (
          <Suspense
            fallback={
              <div className={classes.panel}>
                <LoadingState lines={4} />
              </div>
            }
          >
            <BellPanel onLeave={close} />
          </Suspense>
        )}
      </Popover>
      <span role="status" className="visually-hidden" data-arrived>
        {arrived}
      </span>
    </>
  );
}
