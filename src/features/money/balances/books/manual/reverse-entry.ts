import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { today } from '#kernel/dates.ts';
import { type Tx, query } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { line, amount, day, emptyIsNull, id, optionalLine } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { manualEntries } from '#features/money/ledger/ledger.schema.ts';
import { post } from '#features/money/ledger/post.ts';
import { rowsField } from '#features/money/fees/setup/rows-field.ts';

export const ReverseEntry = z.object({ reason: line(300, 'The reason') });

export const reverseEntryApproval = approvalKind({
  kind: 'ledger.reverse',
  label: 'Reversal of a journal entry',
  permission: 'ledger.approve',
  payload: ReverseEntry.extend({ entryId: z.number() }),
  async act(tx, asker, { entryId, reason }, { decider }) {
    const id = await reverseManual(tx, asker, entryId, reason, decider);
    return { message: `Entry ${entryId} was reversed by entry ${id}.` };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Asks a second person to reverse a journal entry that was posted by hand. */
export async function reverseEntry(
  tx: Tx,
  actor: Actor,
  entryId: number,
  { reason }: z.infer<typeof ReverseEntry>,
): Promise<Requested> {
  const { institutionId, description } = await findReversible(tx, actor, entryId);
  return requestApproval(tx, actor, reverseEntryApproval, {
    institutionId,
    subject: { type: 'ledger_entry', id: entryId },
    payload: { entryId, reason },
    about: 'reverse',
    summary: `reverse the journal entry ${entryId}: ${description}`,
  });
}

/** Posts the opposite of an entry today. */
async function reverseManual(tx: Tx, actor: Actor, entryId: number, reason: string, decider: Actor): Promise<number> {
  const { institutionId, description } = await findReversible(tx, actor, entryId);
  const lines = await query<{ to: number; amount: number }>(tx)`
    select ledger_account_id as "to", -amount as amount from ledger_lines
    where institution_id = ${institutionId} and entry_id = ${entryId} order by position`;
  const by = { preparedBy: actor.accountId, approvedBy: decider.accountId };
  const [row] = await tx
    .insert(manualEntries)
    .values({ institutionId, notes: lines.map(() => ''), reason, ...by })
    .returning({ id: manualEntries.id });
  const [id] = await post(tx, actor, institutionId, [
    {
      day: today(membershipIn(actor, institutionId)!.timeZone),
      source: 'manual',
      sourceId: row!.id,
      lines,
      description: `Reversal of entry ${entryId}: ${description}`.slice(0, 200),
      reversesId: entryId,
    },
  ]);
  await record(tx, actor, 'ledger.reverse', {
    institutionId,
    summary: `reversed the journal entry ${entryId} by entry ${id}`,
    subject: { type: 'ledger_entry', id: entryId },
    details: { reason, approvedBy: decider.name },
  });
  return id!;
}

interface Reversible extends Record<string, unknown> {
  institutionId: number;
  description: string;
  isManual: boolean;
  reverses: number | null;
  reversedBy: number | null;
}

/** An entry that was posted by hand and can be reversed. That nobody reverses it twice, the database ensures. */
async function findReversible(tx: Tx, actor: Actor, entryId: number): Promise<Reversible> {
  const [entry] = await query<Reversible>(tx)`
    select e.institution_id as "institutionId", e.description, e.source = 'manual' as "isManual", e.reverses_id as reverses,
      (select r.id from ledger_entries r where r.institution_id = e.institution_id and r.reverses_id = e.id) as "reversedBy"
    from ledger_entries e where e.id = ${entryId}
      and e.institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;
  if (!entry) throw new NotFound('entry');
  allow(actor, 'ledger.edit', entry.institutionId);
  if (!entry.isManual)
    throw new Conflict('Only journal entries posted by hand are reversed here. Correct the document instead.');
  if (entry.reverses) throw new Conflict('This entry is a reversal. Prepare a new entry instead.');
  if (entry.reversedBy) throw new Conflict(`This entry was reversed by entry ${entry.reversedBy}.`);
  return entry;
}

const fields = ['account', 'debit', 'credit', 'note'] as const;

const EntryLine = z
  .object({
    account: emptyIsNull(id),
    debit: emptyIsNull(amount('Debit')),
    credit: emptyIsNull(amount('Credit')),
    note: optionalLine(160, 'The note'),
  })
  .superRefine(({ account, debit, credit }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (account === null) refuse('account', 'Choose an account.');
    if (debit !== null && credit !== null) refuse('credit', 'A line has a debit or a credit, not both.');
    if (debit === null && credit === null) refuse('debit', 'Enter a debit or a credit.');
  });

const mostLines = 40;

/** A form ends with a line that nobody has filled in. */
const withoutBlankLines = (sent: unknown) =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter(([, row]) =>
      fields.some((field) => String((row as never)?.[field] ?? '') !== ''),
    ),
  );

export const CreateEntry = z.object({
  institutionId: id,
  day,
  description: line(160, 'The description'),
  lines: z.preprocess(
    withoutBlankLines,
    rowsField(EntryLine, mostLines, `An entry can have up to ${mostLines} lines. Split it into two entries.`),
  ),
});
