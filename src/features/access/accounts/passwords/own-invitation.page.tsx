import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import type { PropsOf } from '#web/page.ts';
import type { ownInvitationPage } from '../accounts.pages.ts';
import { invitedBy } from '../invitations/invited-by.ts';
import { PublicForm } from '../shared/public-form.tsx';

/** Accepts an invitation with the signed-in account. */
export default function OwnInvitationPage({ token, places, account }: PropsOf<typeof ownInvitationPage>) {
  return (
    <PublicForm
      title={`Welcome, ${account.name}`}
      description={`${invitedBy(places)} You are signed in as ${account.username}.`}
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
}
