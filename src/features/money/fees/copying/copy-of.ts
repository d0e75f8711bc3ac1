import { addDays, type Day } from '#kernel/dates.ts';
import { audienceInForm } from '../audience/audience-words.ts';
import { compulsoryTotal } from '../setup/compulsory-total.ts';
import type { FeeInput } from '../setup/fee-fields.ts';
import type { FeeDetails } from '../setup/fee.queries.ts';

const oneDay = 86_400_000;

/** A fee as the form of a new one would send it: its parts get ids of their own. Archived discounts are left out. */
export function inputOf(fee: FeeDetails): FeeInput {
  const { title, categoryId, sessionId, termId, instructions } = fee;
  const { fineHow, fineAmount, finePercent, fineGraceDays, fineCap } = fee;
  return {
    title,
    categoryId,
    sessionId,
    termId,
    instructions,
    fineHow,
    fineAmount,
    finePercent,
    fineGraceDays,
    fineCap,
    ...audienceInForm(fee.audience),
    particulars: fee.particulars.map(({ id, name, categoryId: category, amount, isOptional }) => ({
      id: null,
      key: String(id),
      name,
      categoryId: category,
      amount,
      isOptional,
    })),
    instalments: fee.instalments.map(({ id, dueOn, percent, amount }) => ({
      id: null,
      key: String(id),
      dueOn,
      percent,
      amount,
    })),
    discounts: fee.discounts.filter(({ isArchived }) => !isArchived).map(({ schemeId }) => ({ schemeId })),
  };
}

/** The same with other amounts; instalments of an amount keep their part of the whole. */
export function withAmounts(input: FeeInput, amountOf: (row: FeeInput['particulars'][number]) => number): FeeInput {
  const particulars = input.particulars.map((row) => ({ ...row, amount: amountOf(row) }));
  const [before, after] = [compulsoryTotal(input.particulars), compulsoryTotal(particulars)];
  const scaled = (amount: number) =>
    before === 0 ? amount : Math.max(1, Number((BigInt(amount) * BigInt(after)) / BigInt(before)));
  const instalments = input.instalments.map((row) => ({
    ...row,
    amount: row.amount === null ? null : scaled(row.amount),
  }));
  return { ...input, particulars, instalments };
}

/** Days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / oneDay;

/** Due dates moved by days, but not before a day; they stay in their order. */
export function movedDates(dates: readonly Day[], days: number, notBefore: Day): Day[] {
  const moved: Day[] = [];
  for (const date of dates) {
    const earliest = moved.length === 0 ? notBefore : addDays(moved.at(-1)!, 1);
    const wanted = addDays(date, days);
    moved.push(wanted < earliest ? earliest : wanted);
  }
  return moved;
}
