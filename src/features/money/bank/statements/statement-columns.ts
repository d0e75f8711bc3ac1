import { parseSided } from '#kernel/money.ts';
import { notationOf, notations } from '#kernel/notation.ts';
import { isDateCell } from '#features/people/imports/engine/cell-kinds.ts';
import { squeeze, areUnnamed } from '#features/people/imports/engine/headers.ts';
import type { Column } from '#features/people/imports/engine/inspect.ts';
import type { StatementColumn } from '../bank.schema.ts';
import { directionOf, statementFieldNames, statementFields, type StatementField } from './read-row.ts';

/** The most likely field of each column, each field once: by its heading, if the samples don't speak against it. */
export function guessStatementColumns(columns: Pick<Column, 'header' | 'samples'>[]): (StatementField | null)[] {
  if (areUnnamed(columns.map(({ header }) => header))) return guessByValues(columns);
  const candidates = columns.flatMap(({ header, samples }, at) => {
    const names = new Set([squeeze(header) || header, squeeze(header.replace(/\(.*?\)|\[.*?\]/g, ''))]);
    return statementFieldNames.flatMap((field) => {
      const known = (statementFields[field].synonyms as readonly string[]).findIndex((name) => names.has(name));
      const rank = known >= 0 ? known : rankByWords(field, header);
      return rank >= 0 && holds(field, samples) ? [{ field, at, rank }] : [];
    });
  });
  const guesses: (StatementField | null)[] = columns.map(() => null);
  const taken = new Set<StatementField>();
  for (const { field, at } of candidates.toSorted((one, other) => one.rank - other.rank || one.at - other.at)) {
    if (guesses[at] || taken.has(field)) continue;
    guesses[at] = field;
    taken.add(field);
  }
  return withoutDoubleAmounts(guesses);
}

const isAmount = (sample: string) => notations.some((notation) => parseSided(sample, 'DR', notation) !== null);

/** In a file without headings: the first column of dates, the only one of amounts, and the longest texts. */
function guessByValues(columns: Pick<Column, 'samples'>[]): (StatementField | null)[] {
  const all = (test: (sample: string) => boolean) =>
    columns.flatMap(({ samples }, at) => (samples.length > 0 && samples.every(test) ? [at] : []));
  const [date] = all(isDateCell);
  const directions = all((sample) => directionOf(sample) !== null);
  const money = all(isAmount).filter((at) => columns[at]!.samples.some((sample) => /[.,]\d/.test(sample)));
  const lettersIn = ({ samples }: Pick<Column, 'samples'>) => samples.reduce((sum, sample) => sum + sample.length, 0);
  const [narration] = columns
    .map((column, at) => ({ at, letters: lettersIn(column) }))
    .filter(({ at }) => at !== date && !money.includes(at))
    .toSorted((one, other) => other.letters - one.letters);
  const guesses: (StatementField | null)[] = columns.map(() => null);
  if (date !== undefined) guesses[date] = 'date';
  if (narration) guesses[narration.at] = 'narration';
  // Of several, only the user knows which is money in, money out and the balance.
  if (money.length === 1) guesses[money[0]!] = 'amount';
  if (money.length === 1 && directions.length === 1) guesses[directions[0]!] = 'direction';
  return guesses;
}

const amounts: readonly StatementField[] = ['amount', 'credit', 'debit'];

function holds(field: StatementField, samples: string[]): boolean {
  const filled = samples.filter((sample) => /[\p{L}\p{N}]/u.test(sample));
  if (field === 'direction') return samples.every((sample) => directionOf(sample) !== null);
  if (filled.length === 0) return true;
  // A few amounts may be mistyped, which is reported by row.
  if (amounts.includes(field)) return filled.filter(isAmount).length * 2 >= filled.length;
  return field !== 'date' || filled.some((sample) => /\d/.test(sample));
}

/** The notation of the amounts, from all cells of a statement that can be one: also those of the balance, which is not read. */
export const statementNotation = (columns: Pick<StatementColumn, 'amounts'>[], mapping: readonly (string | null)[]) =>
  notationOf(
    columns
      .filter((_, at) => !mapping[at] || amounts.includes(mapping[at] as StatementField))
      .map((column) => column.amounts),
  );

/** Separate columns for money in and out say more than one amount; a lone amount needs no other. */
function withoutDoubleAmounts(guesses: (StatementField | null)[]): (StatementField | null)[] {
  const drop: StatementField[] = guesses.includes('credit')
    ? ['amount', 'direction']
    : guesses.includes('amount')
      ? ['debit']
      : ['direction'];
  return guesses.map((field) => (field && drop.includes(field) ? null : field));
}

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
function rankByWords(field: StatementField, header: string): number {
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
