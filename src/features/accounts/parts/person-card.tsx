import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { dateTimeText } from '#ui/format.ts';
import type { PropsOf } from '#web/page.ts';
import type { personPage } from '../accounts.pages.ts';
import classes from './person.module.css';

/** Who it is, at a glance. */
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
          ['Devices signed in', person.openSessions || 'None'],
          ['Second factor', person.hasSecondFactor ? 'On' : 'Off'],
        ]}
      />
      {!can.manage && can.give && (
        <p className={classes.note}>
          {person.hidesContacts
            ? 'Another institution manages this account. You manage the roles and the access here.'
            : 'This person has permissions that you don’t have. Ask an owner to change the password or the account.'}
        </p>
      )}
    </Card>
  );
}
