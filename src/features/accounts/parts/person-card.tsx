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
          ['E-mail', person.email],
          ['Phone', person.phone],
          ['Last sign-in', person.lastSignIn && dateTimeText(person.lastSignIn)],
          ['Devices signed in', person.openSessions || 'None'],
          ['Second factor', person.hasSecondFactor ? 'On' : 'Off'],
        ]}
      />
      {!can.manage && can.give && (
        <p className={classes.note}>
          {person.belongsElsewhere
            ? 'This person also belongs to an institution that you do not manage. The roles here are yours to give; password and sign-in are not.'
            : 'This person may do more than you, or you may only look. Password and sign-in are for an owner to change.'}
        </p>
      )}
    </Card>
  );
}
