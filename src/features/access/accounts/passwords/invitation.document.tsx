import { EntranceForm, PasswordField, stateOf } from '#web/entrance/entrance-form.tsx';
import { EntrancePage } from '#web/entrance/entrance-page.tsx';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { invitationPage } from '../accounts.pages.ts';
import { invitedBy } from '../invitations/invited-by.ts';

/** Sets a first password. */
export default function Invitation({ name, username, places, ...form }: PropsOfPublic<typeof invitationPage>) {
  return (
    <EntrancePage
      title={`Welcome, ${name}`}
      description={
        <>
          {invitedBy(places)} Choose a password. Your username is <strong>{username}</strong>.
        </>
      }
      footer={<a href={`/sign-in?next=${encodeURIComponent(form.action)}`}>I already have an Akada account</a>}
    >
      <EntranceForm {...form} fields={['password']} submit="Set password and sign in">
        {/* For password managers. */}
        <input type="text" name="username" value={username} readOnly hidden autoComplete="username" />
        <PasswordField state={stateOf(form, 'password')} isNew />
      </EntranceForm>
    </EntrancePage>
  );
}
