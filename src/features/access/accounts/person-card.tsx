import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { dateTimeText } from '#ui/format.ts';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from './accounts.pages.ts';
import classes from './person.module.css';

/** The user's contacts and sign-in status. */
export function PersonCard({ person, can }: PropsOf<typeof personPage>) {
  return (
    <Card>
      <div className={classes.who}>
        <Avatar name={person.name} size={56} />
        <div>
          <strong>{person.name}</strong>
          <div className={classes.quiet}>{person.username}</div>
        </div>
      </div>
      <DescriptionList
        items={[
          ...(person.hidesContacts
            ? []
            : ([
                ['E-mail', person.email],
                ['Phone', person.phone],
              ] as [string, string | null][])),
          ['Last sign-in', person.lastSignIn && dateTimeText(person.lastSignIn)],
          ['Signed-in devices', person.openSessions || '—'],
          ['Two-step verification', person.hasSecondFactor ? 'On' : 'Off'],
        ]}
      />
      {!can.manage && can.give && (
        <p className={classes.note}>
          {person.hidesContacts
            ? 'Another institution manages this account. You manage its roles and access here.'
            : 'This user has permissions that you don’t have. Ask an owner to change the password or account.'}
        </p>
      )}
    </Card>
  );
}
