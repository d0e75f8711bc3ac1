import { formatDay } from '#kernel/dates.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

/** Sentences at the top of a receipt that is not simply valid. */
export function marksOf(receipt: ReceiptPaper): string[] {
  return [
    receipt.void && `REVERSED: ${receipt.void.reason}`,
    receipt.isTest && 'TEST: no money was received',
    receipt.duplicateOn && `DUPLICATE, printed on ${formatDay(receipt.duplicateOn)}`,
  ].flatMap((mark) => mark || []);
}

/** Across the whole paper. */
export const stampOf = (receipt: ReceiptPaper): string | null =>
  receipt.void ? 'REVERSED' : receipt.isTest ? 'TEST' : null;

/** A receipt that does not add up is not printed. */
export function checkSum({ number, amount, credit, students }: ReceiptPaper): void {
  const paid = students.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, credit);
  if (paid !== amount) throw new RangeError(`Receipt ${number}: its lines are ${paid}, its amount is ${amount}.`);
}
