import type { Day } from '#kernel/dates.ts';
import { formatDay } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { compulsoryTotal } from './compulsory-total.ts';
import type { FeeInput, InstalmentInput } from './fee-fields.ts';
import { percentText } from './percent-text.ts';
import { fieldOf } from './rows-field.ts';

type Problem = [field: string, message: string];

/** Checks what the fields of a fee say together; the first problem is the message, all are shown beside their fields. */
export function checkFee(input: FeeInput, session: { name: string; startsOn: Day }): void {
  const problems = [...checkParticulars(input), ...checkInstalments(input, session), ...checkFine(input)];
  const chosen = input.discounts.map(({ schemeId }) => schemeId);
  if (new Set(chosen).size < chosen.length) problems.push(['discounts', 'Add each discount once.']);
  if (problems[0]) throw new ValidationError(...problems[0], Object.fromEntries(problems.toReversed()));
}

function checkParticulars({ particulars }: FeeInput): Problem[] {
  if (particulars.length === 0) return [['particulars', 'Add at least one item with its amount.']];
  const names = new Set<string>();
  return particulars.flatMap((row): Problem[] => {
    const name = row.name.toLowerCase();
    const isTwice = names.has(name);
    names.add(name);
    return isTwice ? [[fieldOf('particulars', row, 'name'), `Two items are named ${row.name}. Rename one.`]] : [];
  });
}

function checkInstalments({ instalments, particulars }: FeeInput, session: { name: string; startsOn: Day }): Problem[] {
  if (instalments.length === 0) return [['instalments', 'Add the day when the fee is due.']];
  const dates = instalments.flatMap((row, at): Problem[] => {
    const field = fieldOf('instalments', row, 'dueOn');
    const before = instalments[at - 1];
    if (row.dueOn < session.startsOn)
      return [[field, `${session.name} starts on ${formatDay(session.startsOn)}. Choose a day from then on.`]];
    if (before && before.dueOn >= row.dueOn) return [[field, 'Each instalment must be due after the one before it.']];
    return [];
  });
  return [...dates, ...checkShares(instalments, compulsoryTotal(particulars))];
}

/** Each but the last has a share; the last may repeat the remainder, but then it must be right. */
function checkShares(rows: InstalmentInput[], total: number): Problem[] {
  const problems: Problem[] = [];
  for (const [at, row] of rows.entries()) {
    const isLast = at === rows.length - 1;
    if (row.percent !== null && row.amount !== null)
      problems.push([fieldOf('instalments', row, 'amount'), 'Enter a percentage or an amount, not both.']);
    else if (!isLast && row.percent === null && row.amount === null)
      problems.push([fieldOf('instalments', row, 'percent'), 'Enter a percentage or an amount.']);
  }
  if (problems.length > 0) return problems;
  const percents = sumOf(rows, ({ percent }) => percent);
  const amounts = sumOf(rows, ({ amount }) => amount);
  const [last, others] = [rows.at(-1)!, rows.slice(0, -1)];
  const hasShare = last.percent !== null || last.amount !== null;
  const percentsOfOthers = sumOf(others, ({ percent }) => percent);
  const left = total - sumOf(others, ({ amount }) => amount) - Math.round((total * percentsOfOthers) / 10_000);
  if (!hasShare && (percentsOfOthers >= 10_000 || (rows.length > 1 && left <= 0)))
    return [[fieldOf('instalments', last, 'percent'), 'Nothing is left for the last instalment. Lower the others.']];
  const isAllPercent = rows.every(({ percent }) => percent !== null);
  if (isAllPercent && percents !== 10_000)
    return [
      [
        fieldOf('instalments', last, 'percent'),
        `The percentages sum to ${percentText(percents)}, not to 100. Leave the last one empty to take the remainder.`,
      ],
    ];
  if (hasShare && !isAllPercent && amountOf(last, total) !== left)
    return [
      [
        fieldOf('instalments', last, last.amount === null ? 'percent' : 'amount'),
        `The instalments don’t sum to ${decimal(total)}: ${decimal(Math.max(0, left))} is left. Leave the last one empty to take the remainder.`,
      ],
    ];
  return amounts > total ? [[fieldOf('instalments', last, 'amount'), 'The instalments are more than the fee.']] : [];
}

const amountOf = ({ percent, amount }: InstalmentInput, total: number) =>
  amount ?? Math.round((total * (percent ?? 0)) / 10_000);
const sumOf = (rows: InstalmentInput[], of: (row: InstalmentInput) => number | null) =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);

function checkFine({ fineHow, fineAmount, finePercent, fineCap }: FeeInput): Problem[] {
  if (fineHow === 'percent' && finePercent === null) return [['finePercent', 'Enter the percentage of the fine.']];
  if (fineHow && fineHow !== 'percent' && fineAmount === null) return [['fineAmount', 'Enter the fine.']];
  if (fineHow === 'once' && fineCap !== null && fineAmount! > fineCap)
    return [['fineCap', 'The most is below the fine itself.']];
  return [];
}
