import type { ReactNode } from 'react';
import { Card } from './card.tsx';

/** Shown instead of a link that the user must not see. */
export function InvitationSent({ name, sentTo, done }: { name: string; sentTo: string; done: ReactNode }) {
  return (
    <Card title={`Invitation sent to ${name}`}>
      <p>The link was sent to {sentTo}. It isn’t shown here because it opens restricted data that you can’t see.</p>
      {done}
    </Card>
  );
}
