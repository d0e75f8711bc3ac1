import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';
import {
  AddBankAccount,
  EditBankAccount,
  formOf,
  lockAnyBankAccount,
  refuseOtherAccounts,
  setArchived,
  taken,
  writeBankAccount,
  writeEdit,
} from './bank-accounts.ts';
import { bankAccounts } from '../bank.schema.ts';

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
