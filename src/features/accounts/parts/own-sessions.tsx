import { router } from '@inertiajs/react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownAccountPage } from '../accounts.pages.ts';
import classes from './own-account.module.css';

/** Where the person is signed in, this device first. */
export function OwnSessions({ sessions }: Pick<PropsOf<typeof ownAccountPage>, 'sessions'>) {
  const end = (what: string) => router.post(`/account/sessions/${what}`, {}, { preserveScroll: true });
  return (
    <Card
      title="Your sessions"
      tour="own-sessions"
      flush
      action={
        sessions.length > 1 && (
          <Button small onClick={() => end('end-others')}>
            Sign out all others
          </Button>
        )
      }
    >
      <ul className={classes.sessions}>
        {sessions.map((one) => (
          <li key={one.id}>
            <div>
              {one.device} {one.isThis && <Badge tone="good">This device</Badge>}
              <div className={classes.quiet}>
                {one.address} · {one.isThis ? 'signed in' : 'last seen'}{' '}
                <DateTimeText value={one.isThis ? one.createdAt : one.lastSeenAt} />
              </div>
            </div>
            {!one.isThis && (
              <Button small tone="plain" onClick={() => end(`${one.id}/end`)}>
                Sign out<span className="visually-hidden"> {one.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
