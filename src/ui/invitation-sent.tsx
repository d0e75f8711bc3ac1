import type { ReactNode } from 'react';
import { Card } from './card.tsx';

/** In place of a link that opens what this person may not see. */
export function InvitationSent({ name, sentTo, done }: { name: string; sentTo: string; done: ReactNode }) {
  return (
    <Card title={`${name} is invited`}>
      <p>The link was sent to {sentTo}. It isn’t shown here because it opens restricted data that you can’t see.</p>
      {done}
    </Card>
  );
}
