import { z } from 'zod';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { membershipIn, allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { manualEntries } from '#features/money/ledger/ledger.schema.ts';
import { post, closedUntil } from '#features/money/ledger/post.ts';
import { sql } from 'drizzle-orm';
import { documentRoles, type AccountKind } from '#features/money/ledger/chart.ts';
import { createHash } from 'node:crypto';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import type { CreateEntry } from './reverse-entry.ts';

export interface PostableAccount extends Record<string, unknown> {
  id: number;
  code: string;
  name: string;
  kind: AccountKind;
}

/** Accounts that a person can post to: those that are no sum of documents. */
const postable = (institutionId: number) => sql`select id, code, name, kind from ledger_accounts
  where institution_id = ${institutionId} and archived_at is null
    and (role is null or role <> all (${sql.param(documentRoles)}::text[]))`;

/** In the order of the chart. */
export const postableAccounts = (db: Db, institutionId: number) =>
  query<PostableAccount>(db)`${postable(institutionId)}
    order by array_position(array['asset', 'liability', 'equity', 'income', 'expense'], kind), code`;

/** Those of the accounts that a person can post to, kept from being archived until the transaction ends. */
async function holdAccounts(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, PostableAccount>> {
  const rows = await query<PostableAccount>(tx)`
    ${postable(institutionId)} and id = any (${sql.param(ids)}::bigint[]) order by id for key share`;
  return new Map(rows.map((account) => [account.id, account]));
}

/** What somebody agrees to: the whole entry, so that nothing can change in between. */
const ManualEntry = z.object({
  institutionId: z.number(),
  day: z.string(),
  description: z.string(),
  lines: z.array(
    z.object({ accountId: z.number(), account: z.string(), amount: z.number(), note: z.string().nullable() }),
  ),
});
type ManualEntry = z.infer<typeof ManualEntry>;

export const manualApproval = approvalKind({
  kind: 'ledger.post',
  label: 'Journal entry',
  permission: 'ledger.approve',
  payload: ManualEntry,
  async act(tx, asker, entry, { decider }) {
    const id = await postManual(tx, asker, entry, decider);
    return { message: `The journal entry was posted as entry ${id}.` };
  },
  details: (reader, { day, description, lines }, institutionId) => {
    const { currency } = membershipIn(reader, institutionId)!;
    return [
      ['Date', formatDay(day)],
      ['Description', description],
      ...lines.map(({ account, amount, note }): [string, string] => [
        `${amount > 0 ? 'Debit' : 'Credit'} ${account}`,
        [formatMoney({ minor: Math.abs(amount), currency }), note].filter(Boolean).join(' · '),
      ]),
    ];
  },
});

/** Posts an entry that a second person has agreed to. Returns the number of the entry. */
async function postManual(
  tx: Tx,
  actor: Actor,
  { institutionId, day, description, lines }: ManualEntry,
  decider: Actor,
): Promise<number> {
  allow(actor, 'ledger.edit', institutionId);
  const accounts = await holdAccounts(
    tx,
    institutionId,
    lines.map(({ accountId }) => accountId),
  );
  const unfit = lines.find(({ accountId }) => !accounts.has(accountId));
  if (unfit)
    throw new ValidationError(
      'form',
      `Nobody can post to ${unfit.account} now. Decline this, and prepare another entry.`,
    );
  const notes = lines.map(({ note }) => note ?? '');
  const [row] = await tx
    .insert(manualEntries)
    .values({ institutionId, notes, preparedBy: actor.accountId, approvedBy: decider.accountId })
    .returning({ id: manualEntries.id });
  const [entryId] = await post(tx, actor, institutionId, [
    {
      day,
      source: 'manual',
      sourceId: row!.id,
      description,
      lines: lines.map(({ accountId, amount }) => ({ to: accountId, amount })),
    },
  ]);
  await record(tx, actor, 'ledger.post', {
    institutionId,
    summary: `posted the journal entry ${entryId}`,
    subject: { type: 'ledger_entry', id: entryId! },
    details: { day, description, approvedBy: decider.name },
  });
  return entryId!;
}

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
  const [book] = await query<{ closed: Day | null }>(tx)`
    select closed_through::text as closed from ledger_books where institution_id = ${institutionId}`;
  if (book!.closed && day <= book!.closed) throw closedUntil(book!.closed);
}

type Lines = z.infer<typeof CreateEntry>['lines'];

function refuseUnbalanced(lines: Lines, priced: (minor: number) => string): void {
  if (lines.length < 2) throw new ValidationError('lines', 'An entry needs at least two lines.');
  const off = lines.reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
  if (off !== 0)
    throw new ValidationError(
      'lines',
      `Debit and credit must be equal. ${off > 0 ? 'Debit' : 'Credit'} is ${priced(Math.abs(off))} more.`,
    );
}
