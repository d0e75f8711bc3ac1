import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { Shell } from '../shell.ts';
import classes from './offers.module.css';

/** Shown above every page until answered: an institution's invitation to the signed-in user. */
export function Offers({ offers }: Pick<Shell, 'offers'>) {
  return offers.map((offer) => <Offer key={offer.id} {...offer} />);
}

function Offer({ id, institution, roles, needsLink }: Shell['offers'][number]) {
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const answer = (how: 'accept' | 'decline') => {
    setBusy(how);
    router.post(`/account/offers/${id}/${how}`, {}, { onFinish: () => setBusy(null) });
  };
  return (
    <section className={classes.offer} aria-label={`Invitation from ${institution}`}>
      <p>
        <strong>{institution}</strong> invites you as {roles}.
        {needsLink && ' Open the link in the invitation to accept it.'}
      </p>
      <div className={classes.buttons}>
        {!needsLink && (
          <Button tone="primary" small loading={busy === 'accept'} onClick={() => answer('accept')}>
            Accept
          </Button>
        )}
        <Button small loading={busy === 'decline'} onClick={() => answer('decline')}>
          Decline
        </Button>
      </div>
    </section>
  );
}
