import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { errorSummary } from '#ui/forms/error-summary.ts';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { RemoteForm } from '#web/client/remote-form.tsx';
import type { PropsOf } from '#web/page.ts';
import type { inviteForm } from '../guardians.pages.ts';
import { Invited, type Invitation } from '../shared/invited.tsx';
import classes from '../shared/guardians.module.css';

/** Invites a guardian: contact and username. The link is shown once. */
export default function InviteGuardianPage({ guardian, username }: PropsOf<typeof inviteForm>) {
  const address = useAddress();
  const [made, setMade] = useState<Invitation | null>(null);
  const back = address.href(`/guardians/${guardian.id}`);
  const name = [guardian.title, guardian.firstName, guardian.surname].filter(Boolean).join(' ');
  return (
    <>
      <PageHeader
        title={`Invite ${name}`}
        breadcrumbs={[
          { label: 'Guardians', href: address.href('/guardians') },
          { label: name, href: back },
        ]}
      />
      {made ? (
        <Invited
          made={made}
          done={
            <LinkButton tone="primary" href={back}>
              Back to the record
            </LinkButton>
          }
        />
      ) : (
        <RemoteForm
          action={`/guardians/${guardian.id}/invite`}
          id="invite-guardian"
          className={classes.form}
          onAnswer={({ json }) => setMade(json as Invitation)}
        >
          {({ busy, errors, message }) => (
            <FormErrors value={errors}>
              <ErrorSummary
                errors={errorSummary(() => document.querySelector<HTMLFormElement>('#invite-guardian'), errors)}
              />
              {message && Object.keys(errors).length === 0 && <p role="alert">{message}</p>}
              <p>
                The account shows {guardian.firstName}’s own children only. If {guardian.firstName} already has an Akada
                account, the invitation can be accepted with it.
              </p>
              <FieldRow>
                <TextField
                  name="email"
                  label="E-mail"
                  type="email"
                  optional
                  defaultValue={guardian.email ?? ''}
                  autoComplete="off"
                  autoFocus
                />
                <TextField
                  name="phone"
                  label="Mobile"
                  type="tel"
                  optional
                  defaultValue={guardian.phone ?? ''}
                  autoComplete="off"
                  help="Enter an e-mail or mobile number. The invitation is sent there."
                />
              </FieldRow>
              <TextField
                name="username"
                label="Username"
                defaultValue={username}
                maxLength={80}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                help="For a new account. An existing account keeps its username."
              />
              <div className={classes.buttons}>
                <Button type="submit" tone="primary" loading={busy}>
                  Invite guardian
                </Button>
                <LinkButton tone="plain" href={back}>
                  Cancel
                </LinkButton>
              </div>
            </FormErrors>
          )}
        </RemoteForm>
      )}
    </>
  );
}
