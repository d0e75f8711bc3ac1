import { router } from '@inertiajs/core';
import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { newPersonPage } from './accounts.pages.ts';
import { InvitationSent } from '#ui/records/invitation-sent.tsx';
import { InviteForm } from './invite-form.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';

interface Made {
  id: number;
  name: string;
  username: string;
  /** Null if the viewer has no access to what it opens. */
  link: string | null;
  /** The masked recipient, if the link is not shown. */
  sentTo?: string;
  /** The message, if a second person has to approve first. */
  requested?: string;
}

export default function NewPersonPage(props: PropsOf<typeof newPersonPage>) {
  const address = useAddress();
  const [made, setMade] = useState<Made | null>(null);
  const people = address.href('/accounts');
  const show = (answer: Made) => {
    if (!answer.requested) return setMade(answer);
    toast({ message: answer.requested, tone: 'info' });
    router.visit(address.href('/approvals'));
  };
  return (
    <>
      <PageHeader title="Invite user" breadcrumbs={[{ label: 'Users', href: people }]} />
      {made ? (
        <Answer made={made} href={address.href(`/accounts/${made.id}`)} again={address.href('/accounts/new')} />
      ) : (
        <InviteForm {...props} cancelHref={people} onMade={show} />
      )}
    </>
  );
}

function Answer({ made, href, again }: { made: Made; href: string; again: string }) {
  const links = (
    <>
      <LinkButton href={again} external>
        Invite another user
      </LinkButton>
      <LinkButton tone="primary" href={href}>
        View {made.name}
      </LinkButton>
    </>
  );
  if (made.link === null) return <InvitationSent name={made.name} sentTo={made.sentTo ?? ''} done={links} />;
  return (
    <OnceShown
      title={`Invitation for ${made.name}`}
      note={
        <>
          Give {made.name} this link. It’s shown only once, works once and expires in 14 days. Opening it sets a
          password for the username <strong>{made.username}</strong>, or adds the roles to an existing account of{' '}
          {made.name}.
        </>
      }
      text={new URL(made.link, location.href).href}
      done={links}
    />
  );
}
