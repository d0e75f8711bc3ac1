import { money } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import type { ReviewRow } from '../review/reviews.list.ts';

const shown = ['channel', 'senderName', 'senderBank', 'account', 'reportedReference', 'event'];

/** What was expected and got, the provider's few words about it, and what was decided. */
export function ReviewDetails({ row }: { row: ReviewRow }) {
  const told = Object.entries(row.details).filter(([key]) => shown.includes(key));
  const { expected, received } = row;
  return (
    <>
      {received !== null && (
        <div>
          {expected !== null && `Expected ${money(expected, row.expectedCurrency ?? '')}, got `}
          {expected === null && 'Got '}
          {money(received, row.receivedCurrency ?? '')}
        </div>
      )}
      {told.map(([key, value]) => (
        <div key={key}>
          <Secondary>
            {key.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase())}: {value}
          </Secondary>
        </div>
      ))}
      {row.note && (
        <div>
          <Secondary>Note: {row.note}</Secondary>
        </div>
      )}
    </>
  );
}
