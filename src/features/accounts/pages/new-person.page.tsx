import { router } from '@inertiajs/react';
import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { toast } from '#ui/toast.ts';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { newPersonPage } from '../accounts.pages.ts';
import { InvitationSent } from '#ui/invitation-sent.tsx';
import { InviteForm } from '../parts/invite-form.tsx';
import { OnceShown } from '#ui/once-shown.tsx';

interface Made {
  id: number;
  name: string;
  username: string;
  /** Null for people who may not see what it opens. */
  link: string | null;
  /** Masked, where the link is not shown. */
  sentTo?: string;
  /** A second person has to approve it first. */
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
      <PageHeader title="Invite a person" breadcrumbs={[{ label: 'People', href: people }]} />
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
        Invite another
      </LinkButton>
      <LinkButton tone="primary" href={href}>
        See {made.name}
      </LinkButton>
    </>
  );
  if (made.link === null) return <InvitationSent name={made.name} sentTo={made.sentTo ?? ''} done={links} />;
  return (
    <OnceShown
      title={`${made.name} is invited`}
      note={
        <>
          Give {made.name} this link. It is shown only now, works once and for 14 days. It sets a password for the
          username <strong>{made.username}</strong>, or adds the roles to an account that {made.name} already has.
        </>
      }
      text={new URL(made.link, location.href).href}
      done={links}
    />
  );
}
