import { Secondary } from '#ui/text.tsx';
import type { ReviewRow } from '../review/reviews.list.ts';

/** The provider's few words about it, and what was decided. */
export function ReviewDetails({ row }: { row: Pick<ReviewRow, 'details' | 'note'> }) {
  const told = Object.entries(row.details).filter(([key]) => key !== 'status');
  return (
    <>
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
