import { and, eq, asc, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, institutionsInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, ValidationError, refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { bankAccounts } from '../bank.schema.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';

/** The bank accounts in view, those in use first. */
export const bankAccountRows = (db: Db, actor: Actor, wanted: number | undefined) =>
  db
    .select({
      id: bankAccounts.id,
      institutionId: bankAccounts.institutionId,
      name: bankAccounts.name,
      bank: bankAccounts.bank,
      number: bankAccounts.number,
      isArchived: isArchived(),
      ledgerAccount: ledgerAccounts.name,
    })
    .from(bankAccounts)
    .innerJoin(ledgerAccounts, hasKey(ledgerAccounts, bankAccounts.institutionId, bankAccounts.ledgerAccountId))
    .where(inArray(bankAccounts.institutionId, institutionsInView(actor, wanted, 'payments.place')))
    .orderBy(asc(isArchived()), asc(bankAccounts.name), asc(bankAccounts.id));
export type BankAccountRow = Awaited<ReturnType<typeof bankAccountRows>>[number];

/** One bank account, for its form. */
export async function findBankAccount(db: Db, actor: Actor, bankAccountId: number) {
  const [account] = await db.select().from(bankAccounts).where(isOwn(actor, bankAccountId));
  if (!account) throw new NotFound('bank account');
  allow(actor, 'payments.place', account.institutionId);
  return account;
}

/** Accounts of the ledger that money at a bank can be in: assets that only the institution or the bank's role uses. */
export const bankLedgerAccounts = (db: Db, institutionIds: number[]) =>
  db
    .select({
      id: ledgerAccounts.id,
      institutionId: ledgerAccounts.institutionId,
      code: ledgerAccounts.code,
      name: ledgerAccounts.name,
      kind: ledgerAccounts.kind,
      role: ledgerAccounts.role,
    })
    .from(ledgerAccounts)
    .where(and(inArray(ledgerAccounts.institutionId, institutionIds), isNull(ledgerAccounts.archivedAt)))
    .orderBy(asc(ledgerAccounts.code));

export const isOwn = (actor: Actor, bankAccountId: number) =>
  and(
    inArray(
      bankAccounts.institutionId,
      actor.institutions.map((institution) => institution.id),
    ),
    eq(bankAccounts.id, bankAccountId),
  );

function isArchived() {
  return sql<boolean>`${bankAccounts.archivedAt} is not null`;
}

const number = z
  .string({ error: 'The account number is required.' })
  .transform((text) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{4,34}$/, 'Enter the account number, such as 0123456789.'));

const Fields = z.object({
  name: line(80, 'The name'),
  bank: line(80, 'The bank'),
  number,
  ledger_account_id: id,
});
export const AddBankAccount = Fields.extend({ institution_id: id });
export const EditBankAccount = edits(Fields);

export const taken: Record<string, [string, string]> = {
  bank_accounts_number: ['number', 'This account number is already in the list.'],
};

export async function writeBankAccount(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ledger_account_id: ledgerAccountId, ...input }: z.infer<typeof AddBankAccount>,
) {
  allow(actor, 'payments.place', institutionId);
  await refuseOtherAccounts(tx, institutionId, ledgerAccountId);
  const [row] = await refuseDuplicate(
    tx
      .insert(bankAccounts)
      .values(Object.assign(input, { institutionId, ledgerAccountId }))
      .returning({ id: bankAccounts.id }),
    taken,
  );
  await record(tx, actor, 'payments.addBankAccount', {
    institutionId,
    subject: { type: 'bankAccount', id: row!.id },
    summary: `added the bank account ${input.name}`,
  });
}

/** Changes a bank account; lines that are posted stay where they are. */
export const writeEdit = editRecord({
  action: 'payments.editBankAccount',
  type: 'bankAccount',
  table: bankAccounts,
  may: 'payments.place',
  fields: EditBankAccount,
  lock: lockAnyBankAccount,
  inForm: formOf,
  read: ({ input: { ledger_account_id: ledgerAccountId, ...input } }) => ({ ...input, ledgerAccountId }),
  check: ({ tx, before, values }) => refuseOtherAccounts(tx, before.institutionId, values.ledgerAccountId),
  taken: () => taken,
  nameOf: ({ values }) => values.name,
});

export async function setArchived(
  tx: Tx,
  actor: Actor,
  { institutionId, id: bankAccountId, name }: typeof bankAccounts.$inferSelect,
  isArchived: boolean,
) {
  allow(actor, 'payments.place', institutionId);
  await tx
    .update(bankAccounts)
    .set({ archivedAt: isArchived ? new Date() : null })
    .where(hasKey(bankAccounts, institutionId, bankAccountId));
  await record(tx, actor, isArchived ? 'payments.archiveBankAccount' : 'payments.restoreBankAccount', {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `${isArchived ? 'archived' : 'restored'} the bank account ${name}`,
  });
}

export function formOf({ name, bank, number: digits, ledgerAccountId }: typeof bankAccounts.$inferSelect) {
  return { name, bank, number: digits, ledger_account_id: ledgerAccountId! };
}

export async function lockAnyBankAccount(tx: Tx, actor: Actor, bankAccountId: number) {
  const [account] = await tx.select().from(bankAccounts).where(isOwn(actor, bankAccountId)).for('no key update');
  return orNotFound(account, 'bank account');
}

export async function refuseOtherAccounts(tx: Tx, institutionId: number, ledgerAccountId: number): Promise<void> {
  const found = (await bankLedgerAccounts(tx, [institutionId])).find((account) => account.id === ledgerAccountId);
  if (!found || found.kind !== 'asset' || (found.role !== null && found.role !== 'bank'))
    throw new ValidationError('ledger_account_id', 'Choose the account Bank, or an asset account of your own.');
}

const Payload = z.object({
  institutionId: z.number(),
  act: z.discriminatedUnion('is', [
    z.object({ is: z.literal('add'), sent: AddBankAccount }),
    z.object({ is: z.literal('edit'), id: z.number(), sent: EditBankAccount }),
    z.object({ is: z.literal('restore'), id: z.number() }),
  ]),
  /** The account as payers would see it. */
  lines: z.array(z.tuple([z.string(), z.string()])),
});

export const bankAccountChange = changeKind({
  kind: 'payments.bankAccount',
  label: 'Bank account',
  payload: Payload,
  async act(tx, asker, { act }) {
    if (act.is === 'add') await writeBankAccount(tx, asker, act.sent);
    else if (act.is === 'edit') await writeEdit(tx, asker, act.id, act.sent);
    else await setArchived(tx, asker, await lockAnyBankAccount(tx, asker, act.id), false);
    return { message: { add: 'The account was added.', edit: 'Saved.', restore: 'The account was restored.' }[act.is] };
  },
  details: (_reader, { lines }) => lines,
});

/** Asks a second person to add an account: payers see it, and its statements are matched. */
export async function addBankAccount(tx: Tx, actor: Actor, input: z.infer<typeof AddBankAccount>): Promise<Requested> {
  const { institution_id: institutionId, ledger_account_id: ledgerAccountId, name } = input;
  allow(actor, 'payments.place', institutionId);
  await refuseOtherAccounts(tx, institutionId, ledgerAccountId);
  await refuseTaken(tx, institutionId, input.number);
  return requestChange(tx, actor, bankAccountChange, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: input.number,
    summary: `add the bank account ${name}, ${input.number} at ${input.bank}`,
    payload: { institutionId, act: { is: 'add', sent: input }, lines: linesOf(input) },
  });
}

/** Changes a bank account: its ledger account at once, what payers go by once a second person agrees. */
export async function editBankAccount(
  tx: Tx,
  actor: Actor,
  bankAccountId: number,
  sent: z.infer<typeof EditBankAccount>,
): Promise<Requested | null> {
  const before = await lockAnyBankAccount(tx, actor, bankAccountId);
  const { institutionId } = before;
  allow(actor, 'payments.place', institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: EditBankAccount,
    sent,
    current: formOf(before),
    subject: { institutionId, type: 'bankAccount', id: bankAccountId },
  });
  const isMoved = input.name !== before.name || input.bank !== before.bank || input.number !== before.number;
  if (!isMoved) {
    await writeEdit(tx, actor, bankAccountId, sent);
    return null;
  }
  await refuseOtherAccounts(tx, institutionId, input.ledger_account_id);
  if (input.number !== before.number) await refuseTaken(tx, institutionId, input.number);
  return requestChange(tx, actor, bankAccountChange, {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `change the bank account ${before.name}, ${before.number} at ${before.bank}, to ${input.name}, ${input.number} at ${input.bank}`,
    payload: { institutionId, act: { is: 'edit', id: bankAccountId, sent }, lines: linesOf(input) },
  });
}

/** Archives an account at once. Restoring one shows it to payers again, so a second person agrees to that. */
export async function archiveBankAccount(tx: Tx, actor: Actor, bankAccountId: number, isArchived: boolean) {
  const account = await lockAnyBankAccount(tx, actor, bankAccountId);
  const { institutionId, name, number: digits, bank } = account;
  allow(actor, 'payments.place', institutionId);
  if (isArchived || account.archivedAt === null) {
    await setArchived(tx, actor, account, isArchived);
    return { name };
  }
  const asked = await requestChange(tx, actor, bankAccountChange, {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `restore the bank account ${name}, ${digits} at ${bank}`,
    payload: { institutionId, act: { is: 'restore', id: bankAccountId }, lines: linesOf(account) },
  });
  return { name, asked };
}

const linesOf = ({
  name,
  bank,
  number: digits,
}: {
  name: string;
  bank: string;
  number: string;
}): [string, string][] => [
  ['Name', name],
  ['Bank', bank],
  ['Account number', digits],
];

async function refuseTaken(tx: Tx, institutionId: number, digits: string): Promise<void> {
  const same = and(eq(bankAccounts.institutionId, institutionId), eq(bankAccounts.number, digits));
  if ((await tx.$count(bankAccounts, same)) > 0) throw new ValidationError(...taken.bank_accounts_number!);
}
