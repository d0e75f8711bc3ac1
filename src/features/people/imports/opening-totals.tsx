import { countOf, money } from '#ui/format.ts';
import type { Amounts } from './imports.schema.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';

/** What importing would bring into the books. */
export function OpeningTotals({ owed, credit, currency }: Amounts & { currency: string }) {
  if (!owed && !credit) return null;
  return (
    <Notice>
      {owed && (
        <span className={classes.words}>
          {countOf(owed.count, 'student owes', 'students owe')} {money(owed.total, currency)}: an invoice each.
        </span>
      )}
      {credit && (
        <span className={classes.words}>
          {countOf(credit.count, 'student has', 'students have')} {money(credit.total, currency)} of credit. It pays
          their open invoices.
        </span>
      )}
      <span className={classes.words}>
        Compare these sums with your old records. Each student gets an opening balance once; rows of students who have
        one are reported as problems.
      </span>
    </Notice>
  );
}
