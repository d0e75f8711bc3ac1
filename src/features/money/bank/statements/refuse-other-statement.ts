import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { squeeze } from '#features/people/imports/engine/clean.ts';
import type { Inspection } from '#features/people/imports/engine/inspect.ts';
import { bankAccounts } from '../bank.schema.ts';

type Account = Pick<typeof bankAccounts.$inferSelect, 'institutionId' | 'id' | 'name' | 'number'>;
type Printed = Pick<Inspection, 'titles' | 'columns'>;

/** Refuses a file that names another account than the chosen one: its money would be booked at the wrong bank. */
export async function refuseOtherStatement(tx: Tx, account: Account, file: Printed): Promise<void> {
  const own = bare(account.number);
  const others = await tx
    .select({ name: bankAccounts.name, number: bankAccounts.number })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.institutionId, account.institutionId), ne(bankAccounts.id, account.id)));
  const named = file.titles.flat().flatMap(numbersIn);
  const columns = file.columns
    .filter(({ header, samples }) => isNumberColumn(header) && samples.length === 1)
    .flatMap(({ samples }) => numbersIn(samples[0]!));
  if ([...named, ...columns].some((number) => bare(number) === own)) return;
  const known = others.find(({ number }) => [...named, ...columns].some((one) => bare(one) === bare(number)));
  const labelled = labelledNumbers(file.titles)[0];
  const printed = known?.number ?? (/^\d+$/.test(account.number) ? labelled : undefined);
  if (printed === undefined) return;
  throw new ValidationError(
    'bank_account_id',
    `The statement is of account ${printed}${known ? ` (${known.name})` : ''}, but you chose ${account.number} (${account.name}). Choose the account of the statement, or another file.`,
  );
}

/** Spreadsheets lose zeros in front. */
const bare = (number: string) => number.replace(/^0+/, '').toUpperCase();

const isNumberColumn = (header: string) => /^(account|acct|ac)(number|num|no)$|^nuban$/.test(squeeze(header));

const isMasked = (text: string) => /[*•]|x{2}/i.test(text);

/** Whole numbers of six digits or more, without the blanks and hyphens between them. */
const numbersIn = (text: string): string[] =>
  isMasked(text)
    ? []
    : (text.match(/(?<![\w.,/])\d(?:[ -]?\d){5,33}(?![\w/]|[.,]\d)/g) ?? []).map((number) => number.replace(/\D/g, ''));

const label = /\b(?:account|acct|a\/c)\.?\s*(?:number|num|no|#)\b\.?|\bnuban\b|^\s*account\s*:/i;

/** Numbers after "Account number" or its like, in the same cell or in the next one that is filled. */
function labelledNumbers(titles: string[][]): string[] {
  return titles.flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const found = label.exec(cell);
      if (!found) return [];
      const rest = cell.slice(found.index + found[0].length).replace(/^[\s:#.-]+/, '');
      return numbersIn(rest || (cells.slice(at + 1).find((next) => next.trim()) ?? '')).slice(0, 1);
    }),
  );
}
