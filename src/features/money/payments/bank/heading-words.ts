import type { StatementField } from './statement-fields.ts';

const words = (text: string) => new Set(text.split(' '));

/** Words that say what a column holds, and words that may stand beside them. */
const telling = {
  date: words('date dates'),
  credit: words('credit credits cr deposit deposits lodgement lodgements lodgment lodgments inflow inflows received'),
  debit: words('debit debits dr withdrawal withdrawals outflow outflows withdrawn'),
};
const besideDate = words(
  'of the posted posting post trans transaction transactions txn trn tran value val effective entry booking booked actual operation processed processing created completed settlement and time',
);
const besideAmount = words(
  'amount amounts amt value money paid in out of the ngn naira n lcy local currency transaction',
);

/** Headings that are no known spelling rank after those; a value date after the date of the transaction. */
const lowest = 1000;

/** How well the words of a heading, in any order, say that its column holds a field; below zero if they don't. */
export function rankByWords(field: StatementField, header: string): number {
  const parts = header.toLowerCase().match(/[a-z]+/g) ?? [];
  const says = (kind: keyof typeof telling) => parts.some((part) => telling[kind].has(part));
  const only = (...allowed: Set<string>[]) => parts.every((part) => allowed.some((set) => set.has(part)));
  if (field === 'date') {
    const isValueDate = parts.some((part) => part.startsWith('val') || part === 'effective');
    const isDate = (says('date') && only(telling.date, besideDate)) || /^val(ue)?date$/.test(parts.join(''));
    return isDate ? lowest + (isValueDate ? 1 : 0) : -1;
  }
  const isIn = says('credit');
  const isOut = says('debit');
  if (!only(telling.credit, telling.debit, besideAmount)) return -1;
  // One column for both holds signed amounts.
  if (field === 'amount' && isIn && isOut) return lowest;
  if (field === 'credit' && isIn && !isOut) return lowest;
  if (field === 'debit' && isOut && !isIn) return lowest;
  return -1;
}
