import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';

/** Whether account `a` has taken a payment; read from the index of an account’s payments. */
const hasTaken = (institutionIds: number[]): SQL => sql`exists (select from payments p
  where p.institution_id = any (${sql.param(institutionIds)}::int[]) and p.account_id = a.id)`;

/** The people who have taken payments, by name. */
export async function cashierChoices(db: Db, { institutionIds, q }: Choosing): Promise<Choices> {
  const { rows, isMore } = await bounded(choicesShown, async (limit) => {
    const found = await query<{ id: number; name: string }>(
      db,
      render(sql`
      select a.id, coalesce(a.name, a.username) as name from accounts a
      where a.id in (select m.account_id from memberships m where m.institution_id = any (${sql.param(institutionIds)}::int[]))
        and ${q ? sql`coalesce(a.name, a.username) ilike ${`%${literally(q)}%`}` : sql`true`} and ${hasTaken(institutionIds)}
      order by 2, 1 limit ${limit}`),
    );
    return found;
  });
  return { choices: rows.map(({ id, name }) => ({ value: String(id), label: name })), isMore };
}

/** The name of the cashier that a list is filtered by. */
export async function chosenCashier(db: Db, actor: Actor, cashier: number | undefined): Promise<string | null> {
  const here = institutionsWhere(actor, 'payments.view');
  const rows = await query<{ name: string }>(
    db,
    render(sql`select coalesce(a.name, a.username) as name from accounts a
    where a.id = ${cashier ?? null}::bigint and ${hasTaken(here)}`),
  );
  return rows[0]?.name ?? null;
}
