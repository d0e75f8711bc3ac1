import { countOf, listName } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { BankLineRow } from './lines.list.ts';
import classes from '../bank.module.css';

/** Which payment or student a line is, or may be, and why. */
export function LineProposal({ line }: { line: BankLineRow }) {
  const {
    surname,
    firstName,
    middleName,
    receiptNumber: number,
    paymentId,
    postingAccount,
    reason,
    remark,
    state,
  } = line;
  const student = surname && firstName ? `${listName({ surname, firstName, middleName })}` : null;
  const payment = paymentId === null ? null : number === null ? `Payment ${paymentId}` : receiptNumber(number);
  return (
    <>
      {[
        payment,
        student,
        postingAccount,
        state === 'matched' && line.paymentCount > 1 && countOf(line.paymentCount, 'payment'),
      ]
        .filter(Boolean)
        .join(' · ')}{' '}
      <span className={classes.why}>
        <Secondary>{state === 'open' ? reason : remark}</Secondary>
      </span>
    </>
  );
}
