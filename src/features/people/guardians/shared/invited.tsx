import type { ReactNode } from 'react';
import { Card } from '#ui/records/card.tsx';
import { InvitationSent } from '#ui/records/invitation-sent.tsx';
import { OnceShown } from '#ui/records/once-shown.tsx';

export interface Invitation {
  name: string;
  username: string;
  link: string | null;
  /** Masked contact to which the link was sent. */
  sentTo: string;
  /** Set if the invitation needs approval first; nothing else is set then. */
  requested?: string;
}

/** The printable slip with the invitation link. */
export function Invited({ made, done }: { made: Invitation; done: ReactNode }) {
  if (made.requested)
    return (
      <Card title="Waiting for approval">
        <p>{made.requested}</p>
        {done}
      </Card>
    );
  if (!made.link) return <InvitationSent {...made} done={done} />;
  return (
    <OnceShown
      title={`Invitation for ${made.name}`}
      note={
        <>
          Give {made.name} this link. It’s shown only once, works once and expires in 14 days. It sets a password for
          the username <strong>{made.username}</strong>, or adds the children to an account that {made.name} already
          has.
        </>
      }
      text={new URL(made.link, location.href).href}
      done={done}
    />
  );
}
