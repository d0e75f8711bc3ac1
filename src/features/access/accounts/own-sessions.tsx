import { router } from '@inertiajs/core';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownAccountPage } from './accounts.pages.ts';
import classes from './own-account.module.css';

/** The devices the user is signed in on, this one first. */
export function OwnSessions({ sessions }: Pick<PropsOf<typeof ownAccountPage>, 'sessions'>) {
  const end = (path: string) => router.post(`/account/sessions/${path}`, {}, { preserveScroll: true });
  return (
    <Card
      title="Signed-in devices"
      tour="own-sessions"
      flush
      action={
        sessions.length > 1 && (
          <Button small onClick={() => end('end-others')}>
            Sign out other devices
          </Button>
        )
      }
    >
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              {session.device} {session.isThis && <Badge tone="good">This device</Badge>}
              <div className={classes.quiet}>
                {session.address} · {session.isThis ? 'signed in' : 'last seen'}{' '}
                <DateTimeText value={session.isThis ? session.createdAt : session.lastSeenAt} />
              </div>
            </div>
            {!session.isThis && (
              <Button small tone="plain" onClick={() => end(`${session.id}/end`)}>
                Sign out<span className="visually-hidden"> {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
