import { sql } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, render, type Db, hasKey } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { z } from 'zod';
import { id, choice, line, optionalLine } from '#kernel/schemas.ts';
import { accountKinds, type AccountKind, type AccountRole } from '#features/money/ledger/chart.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';

/** Archives an account, so that nothing new offers it, or restores it. Its lines stay in the books. */
export async function archiveAccount(tx: Tx, actor: Actor, accountId: number, isArchived: boolean): Promise<string> {
  const account = await lockAccount(tx, actor, accountId);
  const { institutionId, name } = account;
  allow(actor, 'ledger.edit', institutionId);
  if (account.isArchived === isArchived) return name;
  if (isArchived) await refuseUsed(tx, account);
  await refuseDuplicate(
    tx
      .update(ledgerAccounts)
      .set({ archivedAt: isArchived ? new Date() : null })
      .where(hasKey(ledgerAccounts, institutionId, accountId)),
    { ledger_accounts_name: ['form', accountTaken(account)['ledger_accounts_name']![1]] },
  );
  await record(tx, actor, isArchived ? 'ledger.archiveAccount' : 'ledger.restoreAccount', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the account ${account.code} ${name}`,
    subject: { type: 'ledger_account', id: accountId },
  });
  return name;
}

async function refuseUsed(tx: Tx, { institutionId, id, name, role }: Account): Promise<void> {
  if (role) throw new ValidationError('form', `Payments and invoices are posted to ${name}, so it can’t be archived.`);
  const uses = await usesOfAccount(tx, institutionId, id);
  if (uses.length)
    throw new ValidationError(
      'form',
      `${name} is the account of ${usesInWords(uses)}. Choose another account there first.`,
    );
}

interface AccountUse {
  by: 'category' | 'bank';
  name: string;
}

/** The fee categories and bank accounts that post to an account. */
async function usesOfAccount(db: Db, institutionId: number, accountId: number): Promise<AccountUse[]> {
  const rows = await query<AccountUse>(db, render)`
    select 'category' as by, name from fee_categories
    where institution_id = ${institutionId} and ledger_account_id = ${accountId} and archived_at is null
    union all
    select 'bank', name from bank_accounts where institution_id = ${institutionId} and ledger_account_id = ${accountId}
    order by 1 desc, 2`;
  return rows;
}

/** 'the fee category Tuition and 2 more' */
function usesInWords(uses: AccountUse[]): string {
  const [first] = uses;
  const noun = { category: 'fee category', bank: 'bank account' }[first!.by];
  return `the ${noun} ${first!.name}${uses.length > 1 ? ` and ${uses.length - 1} more` : ''}`;
}

const code = z
  .string({ error: 'The code is required.' })
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z.-]{1,12}$/, 'Enter up to 12 digits or letters, such as 6010.'));

const AccountFields = z.object({
  code,
  name: line(80, 'The name'),
  kind: choice(accountKinds),
  note: optionalLine(300, 'The note'),
});

const accountTaken = ({ code: sent, name }: { code: string; name: string }): Record<string, [string, string]> => ({
  ledger_accounts_code: ['code', `An account with the code ${sent} already exists. Choose a different code.`],
  ledger_accounts_name: ['name', `An account named ${name} already exists. Choose a different name.`],
});

export const CreateAccount = AccountFields.extend({ institutionId: id });

/** Adds an account to the chart. */
export async function createAccount(
  tx: Tx,
  actor: Actor,
  { institutionId, ...fields }: z.infer<typeof CreateAccount>,
): Promise<number> {
  allow(actor, 'ledger.edit', institutionId);
  const [row] = await refuseDuplicate(
    tx
      .insert(ledgerAccounts)
      .values({ institutionId, ...fields })
      .returning({ id: ledgerAccounts.id }),
    accountTaken(fields),
  );
  await record(tx, actor, 'ledger.createAccount', {
    institutionId,
    summary: `added the account ${fields.code} ${fields.name}`,
    subject: { type: 'ledger_account', id: row!.id },
    details: fields,
  });
  return row!.id;
}

export interface Account {
  institutionId: number;
  id: number;
  code: string;
  name: string;
  kind: AccountKind;
  role: AccountRole | null;
  note: string | null;
  isArchived: boolean;
}

const select = (actor: Actor, accountId: number) => sql`
  select institution_id as "institutionId", id, code, name, kind, role, note, archived_at is not null as "isArchived"
  from ledger_accounts where id = ${accountId}
    and institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;

export async function findAccount(db: Db, actor: Actor, accountId: number): Promise<Account> {
  const rows = await query<Account>(db, render(select(actor, accountId)));
  if (!rows[0]) throw new NotFound('account');
  return rows[0];
}

/** Locks an account against everything, also against lines and categories that would begin to use it. */
async function lockAccount(tx: Tx, actor: Actor, accountId: number): Promise<Account> {
  const rows = await query<Account>(tx, render)`${select(actor, accountId)} for update`;
  if (!rows[0]) throw new NotFound('account');
  return rows[0];
}

export const EditAccount = edits(AccountFields);

/** Changes an account. Its kind is part of what is posted, so it can change only before the first line. */
export const editAccount = editRecord({
  action: 'ledger.editAccount',
  type: 'ledger_account',
  table: ledgerAccounts,
  may: 'ledger.edit',
  fields: EditAccount,
  lock: lockAccount,
  check: ({ tx, before, changes }) => changes['kind'] && refuseOtherKind(tx, before),
  taken: ({ values }) => accountTaken(values),
  nameOf: ({ values }) => `${values.code} ${values.name}`,
});

async function refuseOtherKind(tx: Tx, { institutionId, id, role }: Account): Promise<void> {
  if (role) throw new ValidationError('kind', 'Akada posts to this account, so its type can’t be changed.');
  const rows = await query<{ isPosted: boolean }>(tx, render)`select exists (select from ledger_lines
    where institution_id = ${institutionId} and ledger_account_id = ${id}) as "isPosted"`;
  if (rows[0]!.isPosted)
    throw new ValidationError(
      'kind',
      'The account has entries, so its type can’t be changed. Add another account instead.',
    );
  const uses = await usesOfAccount(tx, institutionId, id);
  if (uses.length)
    throw new ValidationError('kind', `It is the account of ${usesInWords(uses)}, so its type can’t be changed.`);
}
