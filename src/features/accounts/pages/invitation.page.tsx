import { router } from '@inertiajs/react';
import { Button, LinkButton } from '#ui/button.tsx';
import type { PropsOf } from '#web/page.ts';
import type { invitationPage } from '../accounts.pages.ts';
import { NewPassword } from '../parts/new-password.tsx';
import { PublicForm } from '../parts/public-form.tsx';

type Props = PropsOf<typeof invitationPage>;

/** Sets a first password, or accepts with the signed-in account. */
export default function InvitationPage({ token, name, username, places, account }: Props) {
  const invites = places.map((place) => `${place.name} invited you as ${place.roles.join(', ')}.`).join(' ');
  if (account)
    return (
      <PublicForm
        title={`Welcome, ${account.name}`}
        description={`${invites} You are signed in as ${account.username}.`}
        action="/account/offers/accept-link"
        submit={`Accept as ${account.username}`}
        footer={
          <Button tone="plain" onClick={() => router.post('/sign-out')}>
            Sign out to use another account
          </Button>
        }
      >
        <input type="hidden" name="token" value={token} />
      </PublicForm>
    );
  return (
    <PublicForm
      title={`Welcome, ${name}`}
      description={
        <>
          {invites} Choose a password. Your username is <strong>{username}</strong>.
        </>
      }
      action={`/invitations/${token}`}
      submit="Set password and sign in"
      footer={
        <LinkButton tone="plain" href={`/sign-in?next=${encodeURIComponent(`/invitations/${token}`)}`}>
          I already have an Akada account
        </LinkButton>
      }
    >
      <input type="text" name="username" value={username} readOnly hidden autoComplete="username" />
      <NewPassword label="Password" />
    </PublicForm>
  );
}
