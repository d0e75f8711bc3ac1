import { Link } from '#ui/link.tsx';
import { countOf, dateText } from '#ui/format.ts';
import type { LeftOpen } from './left-open.queries.ts';
import classes from './periods.module.css';

interface LeftOpenListProps {
  open: LeftOpen;
  through: string;
  /** Undefined while the sums are being compared. */
  differences: number | undefined;
  href: (path: string, more?: Record<string, string | number | null>) => string;
}

/** What should be done before a period is closed. None of it stops anybody: it is then posted in the open period. */
export function LeftOpenList({ open, through, differences, href }: LeftOpenListProps) {
  const waiting = (
    [
      [open.uncounted, 'cashier day', 'not counted', '/cashier-days'],
      [open.unapproved, 'counted day', 'to approve', '/cashier-days'],
      [open.cheques, 'cheque', 'to clear', '/payment_records', { status: 'pending', channel: 'cheque', to: through }],
      [open.unidentified, 'unidentified payment', '', '/unidentified-payments'],
      [open.reviews, 'online payment', 'to review', '/online-payments/review'],
      [open.bankLines, 'bank statement line', 'to match', '/bank-statements'],
      [open.entries, 'journal entry', 'to approve; it can’t be posted once its date is closed', '/approvals'],
    ] as const
  ).filter(([count]) => count > 0);
  return (
    <div aria-live="polite">
      <h3>Still open until {dateText(through)}</h3>
      <ul className={classes.list}>
        {waiting.map(([count, noun, rest, path, more]) => (
          <li key={noun}>
            <Link href={href(path, more)}>{noun === 'journal entry' ? entries(count) : countOf(count, noun)}</Link>{' '}
            {rest}
          </li>
        ))}
        {waiting.length === 0 && <li>Nothing.</li>}
        {differences === undefined ? (
          <li className={classes.quiet}>Comparing all sums with the books …</li>
        ) : differences > 0 ? (
          <li className={classes.bad}>
            The books differ in {countOf(differences, 'place')}. Tell your ICT administrator before you close them.
          </li>
        ) : (
          <li className={classes.quiet}>All sums agree with the books.</li>
        )}
      </ul>
    </div>
  );
}

const entries = (count: number) => (count === 1 ? '1 journal entry' : `${count} journal entries`);
