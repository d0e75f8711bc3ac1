import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { WaitingChange } from '../waiting-changes.queries.ts';

/** Above settings: what was asked for and isn't in force, while the page shows what is. */
export function WaitingChanges({ changes }: { changes: readonly WaitingChange[] }) {
  const { href } = useAddress();
  if (changes.length === 0) return null;
  return (
    <Card title="Waiting for approval">
      <ul>
        {changes.map(({ id, asker, isMine, summary, by, waitsUntil, institutionId }) => (
          <li key={id}>
            {isMine ? 'You want' : `${asker} wants`} to {summary}.{' '}
            {waitsUntil ? (
              <>
                It takes effect on <DateTimeText value={waitsUntil} institutionId={institutionId} /> unless someone
                stops it.
              </>
            ) : (
              `Waiting for approval by ${by.join(' or ') || 'another owner'}.`
            )}
          </li>
        ))}
      </ul>
      <p>
        Until then, the settings below apply. <Link href={href('/approvals')}>Open Approvals</Link>
      </p>
    </Card>
  );
}
