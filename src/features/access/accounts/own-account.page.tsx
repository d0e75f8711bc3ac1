import { phoneText } from '#ui/format.ts';
import { router } from '@inertiajs/core';
import { Link } from '#ui/link.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { PasswordField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { NewPassword } from './new-password.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownAccountPage } from './accounts.pages.ts';
import classes from './own-account.module.css';

type Props = PropsOf<typeof ownAccountPage>;

export default function OwnAccountPage({ person, roles, passwordChangedAt, secondFactor, sessions }: Props) {
  return (
    <>
      <PageHeader title="Your account" />
      <div className={classes.cards}>
        <Card title={person.name} tour="own-roles">
          <DescriptionList
            items={[
              ['Username', person.username],
              ['E-mail', person.email],
              ['Phone', phoneText(person.phone)],
              ...roles.map(({ institution, roles: names }): [string, string] => [institution, names.join(', ')]),
            ]}
          />
        </Card>
        <Card title="Password" tour="own-password">
          {passwordChangedAt && (
            <p className={classes.state}>
              Last changed <DateTimeText value={passwordChangedAt} />. Changing it signs out your other devices.
            </p>
          )}
          <EditForm action="/account/password" submit="Change password" resetOnError resetOnSuccess>
            <FormSection>
              <input type="text" name="username" value={person.username} readOnly hidden autoComplete="username" />
              <PasswordField name="current" label="Current password" />
              <NewPassword />
            </FormSection>
          </EditForm>
        </Card>
        <Card title="Messages">
          <p className={classes.state}>News by SMS and e-mail, if your record has a phone number or e-mail address.</p>
          <Link href="/account/messages">Choose what you receive</Link>
        </Card>
        <SecondFactor {...secondFactor} />
        <OwnSessions sessions={sessions} />
      </div>
    </>
  );
}

function SecondFactor({ isOn, codesLeft }: Props['secondFactor']) {
  return (
    <Card
      title="Two-step verification"
      tour="second-factor"
      action={isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
    >
      {isOn ? (
        <>
          <p className={classes.state}>
            You enter a code from your authenticator app when you sign in.{' '}
            {codesLeft > 2 ? (
              `${codesLeft} recovery codes left.`
            ) : (
              <strong>
                {codesLeft === 0
                  ? 'No recovery codes left.'
                  : `Only ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`}
              </strong>
            )}
          </p>
          <Link href="/account/second-factor">Manage two-step verification</Link>
        </>
      ) : (
        <>
          <p className={classes.state}>
            Sign in with your password and a code from your phone. Someone who learns your password still can’t get in.
          </p>
          <LinkButton href="/account/second-factor">Set up</LinkButton>
        </>
      )}
    </Card>
  );
}

/** The devices the user is signed in on, this one first. */
function OwnSessions({ sessions }: Pick<PropsOf<typeof ownAccountPage>, 'sessions'>) {
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
