import { sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { documentRoles, type AccountKind } from '#features/money/ledger/chart.ts';

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
  query<PostableAccount>(
    db,
    sql`${postable(institutionId)}
    order by array_position(array['asset', 'liability', 'equity', 'income', 'expense'], kind), code`,
  );

/** Those of the accounts that a person can post to, kept from being archived until the transaction ends. */
export async function holdAccounts(
  tx: Tx,
  institutionId: number,
  ids: number[],
): Promise<Map<number, PostableAccount>> {
  const rows = await query<PostableAccount>(
    tx,
    sql`${postable(institutionId)} and id = any (${sql.param(ids)}::bigint[]) order by id for key share`,
  );
  return new Map(rows.map((account) => [account.id, account]));
}
