import type { PropsOf } from '#web/page.ts';
import type { invitationPage } from '../accounts.pages.ts';
import { NewPassword } from '../parts/new-password.tsx';
import { PublicForm } from '../parts/public-form.tsx';

export default function InvitationPage({ token, name, username, institutions }: PropsOf<typeof invitationPage>) {
  return (
    <PublicForm
      title={`Welcome, ${name}`}
      description={
        <>
          {institutions.length > 0 && (
            <>
              {institutions.join(' and ')} {institutions.length > 1 ? 'invite' : 'invites'} you.{' '}
            </>
          )}
          Choose a password; from then on you sign in as <strong>{username}</strong>.
        </>
      }
      action={`/invitations/${token}`}
      submit="Set password and sign in"
    >
      <input type="text" name="username" value={username} readOnly hidden autoComplete="username" />
      <NewPassword label="Password" />
    </PublicForm>
  );
}
