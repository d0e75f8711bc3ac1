import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Shell } from '../shell.ts';
import classes from './offers.module.css';

/** Shown above every page until answered: invitations to the signed-in user, and what an owner has to confirm. */
export function Offers({ offers, toConfirm }: Pick<Shell, 'offers' | 'toConfirm'>) {
  return (
    <>
      {toConfirm.map((wanted) => (
        <Confirmation key={wanted.href} {...wanted} />
      ))}
      {offers.map((offer) => (
        <Offer key={offer.id} {...offer} />
      ))}
    </>
  );
}

function Confirmation({ text, action, href }: Shell['toConfirm'][number]) {
  const { url } = useAddress();
  const isThere = url.split('?', 1)[0] === href.split('?', 1)[0];
  // The page of an act says the same.
  if (isThere === Boolean(action)) return null;
  return (
    <section className={classes.offer} aria-label={action ?? 'New permissions'}>
      <p>{text}</p>
      {action && (
        <LinkButton href={href} tone="primary" small>
          {action}
        </LinkButton>
      )}
    </section>
  );
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
