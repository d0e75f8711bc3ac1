import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RemoteForm } from '#web/client/remote-form.tsx';
import type { PropsOf } from '#web/page.ts';
import type { confirmPasswordPage } from './accounts.pages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './own-account.module.css';

/** Asks for the password first, in case someone else is at an unlocked screen. */
export default function ConfirmPasswordPage({ isOn }: PropsOf<typeof confirmPasswordPage>) {
  return (
    <div className={classes.narrow}>
      <PageHeader title="Two-step verification" breadcrumbs={[{ label: 'Your account', href: '/account' }]} />
      {isOn ? (
        <>
          <NewCodes />
          <Card title="Turn off two-step verification">
            <p className={classes.state}>You will sign in with your password only.</p>
            <EditForm action="/account/second-factor/remove" submit="Turn off" guard={false}>
              <FormSection>
                <PasswordField name="current" label="Your password" />
              </FormSection>
            </EditForm>
          </Card>
        </>
      ) : (
        <Card>
          <p className={classes.state}>You need a phone with an authenticator app. Setup takes about two minutes.</p>
          <EditForm action="/account/second-factor" submit="Continue" guard={false}>
            <FormSection>
              <PasswordField name="current" label="Your password" autoFocus />
            </FormSection>
          </EditForm>
        </Card>
      )}
    </div>
  );
}

function NewCodes() {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} href="/account" label="I have saved my codes" />;
  return (
    <Card title="New recovery codes">
      <p className={classes.state}>Creates ten new codes. The old ones stop working.</p>
      <RemoteForm
        action="/account/second-factor/codes"
        className={classes.form}
        onAnswer={({ json }) => setCodes((json as { codes: string[] }).codes)}
      >
        {({ busy, errors, message }) => (
          <FormErrors value={errors}>
            <PasswordField name="current" label="Your password" error={errors.current ?? (message || undefined)} />
            <Button type="submit" loading={busy}>
              Create new codes
            </Button>
          </FormErrors>
        )}
      </RemoteForm>
    </Card>
  );
}
