import { countOf, listName } from '#ui/format.ts';
import { Secondary } from '#ui/text.tsx';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { BankLineRow } from './lines.list.ts';
import classes from '../bank.module.css';
import { Badge } from '#ui/badge.tsx';
import { lineStates, type LineState, type Strength } from '../bank-labels.ts';

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

const tones = { matched: 'good', received: 'good', suspense: 'gold', ignored: 'plain', posted: 'info' } as const;

interface LineBadgeProps {
  state: LineState;
  strength: Strength | null;
  postingAccountId: number | null;
}

/** What became of a line, or how strong its proposal is. */
export function LineBadge({ state, strength, postingAccountId }: LineBadgeProps) {
  if (state !== 'open') return <Badge tone={tones[state]}>{lineStates[state]}</Badge>;
  if (postingAccountId !== null) return <Badge tone="info">To post</Badge>;
  if (strength === 'strong') return <Badge tone="good">Strong</Badge>;
  return strength === 'weak' ? <Badge tone="gold">Weak</Badge> : <Badge>No proposal</Badge>;
}
