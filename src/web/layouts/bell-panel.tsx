import { Link } from '#ui/link.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Kbd } from '#ui/kbd.tsx';
import { LoadingState } from '#ui/states.tsx';
import { useVisit } from '#ui/overlays/toast.ts';
import { TOASTS_KEY } from '#ui/overlays/toaster.tsx';
import { TOAST_ICONS } from '#ui/overlays/toast-card.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { readAllNotices } from '../client/inbox/inbox-acts.ts';
import { useInbox } from '../client/inbox/inbox.ts';
import { holderOf, NoticeRow } from '../client/inbox/notice-row.tsx';
import { useShell } from './use-shell.ts';
import classes from './bell-panel.module.css';

/** The latest notifications, and the page's messages since it was loaded. */
export function BellPanel({ onLeave }: { onLeave: () => void }) {
  const { inbox } = useInbox();
  const { shell } = useShell();
  const visit = useVisit();
  const address = useAddress();
  const [latest] = inbox?.latest ?? [];
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>Notifications</h2>
        {latest && inbox!.unread > 0 && (
          <Button
            small
            tone="plain"
            onClick={(event) => {
              holderOf(event.currentTarget)?.focus();
              void readAllNotices(latest.id);
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {!inbox && <LoadingState lines={3} />}
      {inbox && !latest && (
        <p className={classes.empty}>
          No new notifications. You’ll be notified here of finished imports and new students in your class.
        </p>
      )}
      {latest && (
        <ul>
          {inbox!.latest.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} institutions={shell.institutions} onFollow={onLeave} small />
          ))}
        </ul>
      )}
      {visit.length > 0 && (
        <section className={classes.visit} aria-labelledby="this-visit">
          <div className={classes.head}>
            <h2 id="this-visit">This visit</h2>
          </div>
          <ul>
            {visit.map((said) => {
              const Icon = TOAST_ICONS[said.tone];
              return (
                <li key={said.id} className={cx(classes.said, classes[said.tone])}>
                  <Icon size={16} />
                  <p>{said.message}</p>
                  <time dateTime={new Date(said.at).toISOString()}>{clock.format(said.at).toLowerCase()}</time>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <div className={classes.foot}>
        <Link href={address.href('/notifications')} onClick={onLeave}>
          All notifications
        </Link>
        <span>
          <Kbd>{TOASTS_KEY}</Kbd> to go to the messages on this page
        </span>
      </div>
    </div>
  );
}

const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: true });
