import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { today, type Day } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import { closedUntil } from '#features/money/ledger/post.ts';
import type { CreateEntry } from './entry-fields.ts';
import { holdAccounts } from './hold-accounts.ts';
import { manualApproval } from './manual-approval.ts';

/** Checks a journal entry and asks a second person to post it. */
export async function prepareEntry(
  tx: Tx,
  actor: Actor,
  { institutionId, day, description, lines }: z.infer<typeof CreateEntry>,
): Promise<Requested> {
  allow(actor, 'ledger.edit', institutionId);
  await refuseDay(tx, actor, institutionId, day);
  const accounts = await holdAccounts(
    tx,
    institutionId,
    lines.map(({ account }) => account!),
  );
  const parts = lines.map((line) => {
    const { account: accountId, debit, credit, note } = line;
    const found = accounts.get(accountId!);
    if (!found)
      throw new ValidationError(
        fieldOf('lines', line, 'account'),
        'Choose an account from the list. What students owe is changed by invoices and payments only.',
      );
    return { accountId: accountId!, account: `${found.code} ${found.name}`, amount: debit ?? -credit!, note };
  });
  const priced = (minor: number) => formatMoney({ minor, currency: membershipIn(actor, institutionId)!.currency });
  refuseUnbalanced(lines, priced);
  const payload = { institutionId, day, description, lines: parts };
  const total = parts.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0);
  return requestApproval(tx, actor, manualApproval, {
    institutionId,
    subject: { type: 'ledger', id: institutionId },
    payload,
    // The same entry again is asked for once.
    about: createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 24),
    summary: `post a journal entry of ${priced(total)}: ${description}`,
  });
}

async function refuseDay(tx: Tx, actor: Actor, institutionId: number, day: Day): Promise<void> {
  if (day > today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('day', 'The date can’t be in the future.');
  const [book] = await query<{ closed: Day | null }>(
    tx,
    sql`select closed_through::text as closed from ledger_books where institution_id = ${institutionId}`,
  );
  if (book!.closed && day <= book!.closed) throw closedUntil(book!.closed);
}

type Lines = z.infer<typeof CreateEntry>['lines'];

function refuseUnbalanced(lines: Lines, priced: (minor: number) => string): void {
  if (lines.length < 2) throw new ValidationError('lines', 'An entry has at least two lines.');
  const off = lines.reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
  if (off !== 0)
    throw new ValidationError(
      'lines',
      `Debit and credit must be equal. ${off > 0 ? 'Debit' : 'Credit'} is ${priced(Math.abs(off))} more.`,
    );
}
