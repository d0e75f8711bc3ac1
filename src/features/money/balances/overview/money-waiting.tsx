import { Link } from '#ui/link.tsx';
import { countOf, money } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { MoneyOverview } from './overview.ts';
import classes from './money.module.css';

interface MoneyWaitingProps {
  overview: Pick<MoneyOverview, 'waiting' | 'currency' | 'institutionId'>;
  href: (path: string, more?: Record<string, string | number | null>) => string;
}

/** What waits for a person; first of all, sums that differ from their rows. */
export function MoneyWaiting({ overview: { waiting, currency, institutionId }, href }: MoneyWaitingProps) {
  const {
    reviews,
    suspense,
    suspenseAmount,
    cheques,
    chequeAmount,
    openDays,
    unapprovedDays,
    openDifferences,
    unseen,
    unseenAmount,
    differences,
    checkedAt,
  } = waiting;
  const items = [
    reviews > 0 && [`${countOf(reviews, 'online payment')} to review`, href('/online-payments/review')],
    suspense > 0 && [
      `${countOf(suspense, 'unidentified payment')}, ${money(suspenseAmount, currency)}`,
      href('/unidentified-payments'),
    ],
    cheques > 0 && [
      `${countOf(cheques, 'cheque')} to clear, ${money(chequeAmount, currency)}`,
      href('/payment_records', { status: 'pending', channel: 'cheque' }),
    ],
    unseen > 0 && [
      `${countOf(unseen, 'payment')} not seen at the bank, ${money(unseenAmount, currency)}`,
      href('/payment_records', { bank: 'not_seen' }),
    ],
    openDays > 0 && [`${countOf(openDays, 'cashier day')} not closed`, href('/cashier-days')],
    unapprovedDays > 0 && [`${countOf(unapprovedDays, 'closed day')} to approve`, href('/cashier-days')],
    openDifferences > 0 && [
      `${countOf(openDifferences, 'cashier difference')} to explain`,
      href('/cashier-differences', { state: 'open' }),
    ],
  ].filter((item) => item !== false) as [string, string][];
  return (
    <Card title="Waiting for you">
      <ul className={classes.list}>
        {differences !== null && differences > 0 && (
          <li role="alert">
            The books differ in {countOf(differences, 'place')} since{' '}
            <DateTimeText value={checkedAt} institutionId={institutionId} />. Tell your ICT administrator before you
            correct anything.
          </li>
        )}
        {items.map(([words, to]) => (
          <li key={to + words}>
            <Link href={to}>{words}</Link>
          </li>
        ))}
        {items.length === 0 && !differences && <li>Nothing.</li>}
        {differences === 0 && (
          <li>
            All sums agreed with the books on <DateTimeText value={checkedAt} institutionId={institutionId} />.
          </li>
        )}
      </ul>
    </Card>
  );
}
