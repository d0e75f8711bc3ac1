import { institutionsInView, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';
import type { AccountKind } from '#features/money/ledger/chart.ts';

export interface AccountRow {
  id: number;
  code: string;
  name: string;
  kind: AccountKind;
  note: string | null;
  /** Added by the institution: the product's own accounts are never archived. */
  isOwn: boolean;
  isArchived: boolean;
  /** Debit above zero, at the end of the day asked for. */
  balance: number;
}

/** The institution whose books are shown: the one in the address, else the actor's first. */
export function booksInView(
  actor: Actor,
  wanted: number | undefined,
  permission: 'ledger.view' | 'ledger.edit' | 'ledger.close' | 'ledger.export' = 'ledger.view',
) {
  const institutionId = institutionInView(actor, wanted, permission);
  const { name, currency, timeZone } = membershipIn(actor, institutionId)!;
  const several = institutionsInView(actor, undefined, permission).map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));
  return { institutionId, name, currency, timeZone, institutions: several };
}

/** The chart with balances, in the order of kinds and codes. */
export async function accountsOf(db: Db, institutionId: number, asOf?: string): Promise<AccountRow[]> {
  const rows = await query<AccountRow>(db, render)`
    select a.id, a.code, a.name, a.kind, a.note, a.role is null as "isOwn", a.archived_at is not null as "isArchived", coalesce(l.amount, 0)::bigint as balance
    from ledger_accounts a left join (
      select ledger_account_id, sum(amount) as amount from ledger_lines
      where institution_id = ${institutionId} and day <= coalesce(${asOf ?? null}::date, 'infinity') group by 1) l
      on l.ledger_account_id = a.id
    where a.institution_id = ${institutionId}
    order by array_position(array['asset', 'liability', 'equity', 'income', 'expense'], a.kind), a.code`;
  return rows;
}
