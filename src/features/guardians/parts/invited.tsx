import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { OnceShown } from '#ui/once-shown.tsx';

export interface Invitation {
  name: string;
  username: string;
  isNew: boolean;
  link: string | null;
  /** Where the link went, masked. */
  sentTo: string;
  /** A second person has to approve it first; nothing else is set then. */
  requested?: string;
}

/** The slip that a guardian is handed: the link, or that the sign-in from elsewhere opens this school too. */
export function Invited({ made, done }: { made: Invitation; done: ReactNode }) {
  if (made.requested)
    return (
      <Card title="Waiting for approval">
        <p>{made.requested}</p>
        {done}
      </Card>
    );
  if (!made.link && made.isNew)
    return (
      <Card title={`${made.name} is invited`}>
        <p>
          The link went to {made.sentTo}. It isn’t shown here because it opens data of the family that you can’t see.
        </p>
        {done}
      </Card>
    );
  if (!made.link)
    return (
      <OnceShown
        title={`${made.name} is connected`}
        note="This person signs in to Akada already, so there is no new password: username and password stay as they are, and these children are shown too."
        text={made.username}
        done={done}
      />
    );
  return (
    <OnceShown
      title={`${made.name} is invited`}
      note={
        <>
          Give {made.name} this link. It is shown only now, works once and for 14 days; with it a password is chosen for
          the username <strong>{made.username}</strong>.
        </>
      }
      text={new URL(made.link, location.href).href}
      done={done}
    />
  );
}
