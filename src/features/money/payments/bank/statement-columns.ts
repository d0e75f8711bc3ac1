import { parseSided } from '#kernel/money.ts';
import { notationOf, notations } from '#kernel/notation.ts';
import { isDateCell } from '#features/people/imports/engine/cell-kinds.ts';
import { squeeze } from '#features/people/imports/engine/clean.ts';
import { areUnnamed } from '#features/people/imports/engine/headers.ts';
import type { Column } from '#features/people/imports/engine/inspect.ts';
import type { StatementColumn } from './bank.schema.ts';
import { directionOf } from './directions.ts';
import { rankByWords } from './heading-words.ts';
import { statementFieldNames, statementFields, type StatementField } from './statement-fields.ts';

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
