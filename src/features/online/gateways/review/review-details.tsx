import { Link } from '#ui/link.tsx';
import { money } from '#ui/format.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { receiptNumber } from '#features/money/receivables/receivables.ts';
import type { ReviewRow } from './reviews.list.ts';

/** The payment that a transfer may be. */
export const recordedAs = ({ receiptNumber: number, paymentId }: ReviewRow) =>
  number === null ? `payment ${paymentId}` : receiptNumber(number);

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
      {row.reason === 'recorded' && (
        <div>
          Recorded as <Link href={`/payment_records/${row.paymentId}`}>{recordedAs(row)}</Link>,{' '}
          {row.paymentDay && <DateText value={row.paymentDay} />}
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
