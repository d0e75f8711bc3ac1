import { Link } from '#ui/link.tsx';
import { Fragment } from 'react';
import { Button } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';

/** New contacts that aren't in force yet. */
export function WaitingContacts({ changes }: { changes: readonly WaitingChange[] }) {
  const { href } = useAddress();
  return (
    <Card title="Waiting for approval">
      {changes.map(({ id, asker, isMine, summary, by, waitsUntil, institutionId }) => (
        <Fragment key={id}>
          <p>
            {isMine ? 'You want' : `${asker} wants`} to {summary}.{' '}
            {waitsUntil ? (
              <>
                Nobody else can approve this, so it can be completed under Approvals from{' '}
                <DateTimeText value={waitsUntil} institutionId={institutionId} />.
              </>
            ) : (
              `${by.join(' or ')} can approve it.`
            )}{' '}
            Until then, messages go to the contacts shown here.
          </p>
          <p>
            {isMine && <Button onClick={() => void post(`/approvals/${id}/withdraw`)}>Cancel this change</Button>}{' '}
            <Link href={href('/approvals')}>Open Approvals</Link>
          </p>
        </Fragment>
      ))}
    </Card>
  );
}
