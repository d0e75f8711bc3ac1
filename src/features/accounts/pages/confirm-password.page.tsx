import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EditForm, FormSection } from '#ui/edit-form.tsx';
import { FormErrors } from '#ui/field.tsx';
import { PasswordField } from '#ui/fields.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RemoteForm } from '#web/client/remote-form.tsx';
import type { PropsOf } from '#web/page.ts';
import type { confirmPasswordPage } from '../accounts.pages.ts';
import { RecoveryCodes } from '../parts/recovery-codes.tsx';
import classes from '../parts/own-account.module.css';

/** The password first: whoever found an unlocked screen changes nothing here. */
export default function ConfirmPasswordPage({ isOn }: PropsOf<typeof confirmPasswordPage>) {
  return (
    <div className={classes.narrow}>
      <PageHeader title="Second factor" breadcrumbs={[{ label: 'Your account', href: '/account' }]} />
      {isOn ? (
        <>
          <NewCodes />
          <Card title="Remove it">
            <p className={classes.state}>From then on your password alone signs you in.</p>
            <EditForm action="/account/second-factor/remove" submit="Remove second factor" guard={false}>
              <FormSection>
                <PasswordField name="current" label="Your password" />
              </FormSection>
            </EditForm>
          </Card>
        </>
      ) : (
        <Card>
          <p className={classes.state}>You need a phone with an authenticator app, and two minutes.</p>
          <EditForm action="/account/second-factor" submit="Go on" guard={false}>
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
  if (codes) return <RecoveryCodes codes={codes} href="/account" label="I have put them away" />;
  return (
    <Card title="New recovery codes">
      <p className={classes.state}>Ten new ones; the old ones no longer work.</p>
      <RemoteForm
        action="/account/second-factor/codes"
        className={classes.form}
        onAnswer={({ json }) => setCodes((json as { codes: string[] }).codes)}
      >
        {({ busy, errors, message }) => (
          <FormErrors value={errors}>
            <PasswordField name="current" label="Your password" error={errors.current ?? (message || undefined)} />
            <Button type="submit" loading={busy}>
              Make new codes
            </Button>
          </FormErrors>
        )}
      </RemoteForm>
    </Card>
  );
}
