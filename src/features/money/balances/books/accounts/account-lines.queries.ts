import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { cursorLength, readCursor, writeCursor } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import type { AccountKind } from '#features/money/ledger/chart.ts';
import type { Source } from '#features/money/ledger/sources.ts';

export const AccountPeriod = z.object({
  ...viewFields,
  from: queryParam(day),
  to: queryParam(day),
  after: z.string().max(cursorLength).optional(),
});
type Period = z.infer<typeof AccountPeriod>;

export interface AccountLine {
  /** Of the entry, and its place in it. */
  id: number;
  position: number;
  day: string;
  source: Source;
  description: string;
  amount: number;
  /** Of the account after this line. */
  balance: number;
}

export interface AccountHead {
  id: number;
  institutionId: number;
  code: string;
  name: string;
  kind: AccountKind;
  note: string | null;
  isOwn: boolean;
  isArchived: boolean;
  currency: string;
  opening: number;
  debit: number;
  credit: number;
}

const pageSize = 50;

/** An account with the sums of the period and its lines, the latest first, with the balance after each. */
export async function accountLines(db: Db, actor: Actor, accountId: number, { from, to, after }: Period) {
  const account = sql`select institution_id, id from ledger_accounts where id = ${accountId}
    and institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;
  const since = sql`${from ?? '-infinity'}::date`;
  const until = sql`${to ?? 'infinity'}::date`;
  const cursor = readCursor(after, 'day');
  const of = sql`l.institution_id = a.institution_id and l.ledger_account_id = a.id`;
  const behind = cursor ? sql`and (l.day, l.entry_id) < (${cursor.key}::date, ${cursor.id}::bigint)` : sql``;
  const [[head], lines] = await Promise.all([
    query<AccountHead>(db, render)`
      select a.id, a.institution_id as "institutionId", a.code, a.name, a.kind, a.note, a.role is null as "isOwn",
        a.archived_at is not null as "isArchived", i.currency, p.*
      from ledger_accounts a join institutions i on i.id = a.institution_id cross join lateral (
        select coalesce(sum(l.amount) filter (where l.day < ${since}), 0)::bigint as opening,
          coalesce(sum(l.amount) filter (where l.amount > 0 and l.day >= ${since}), 0)::bigint as debit,
          coalesce(-sum(l.amount) filter (where l.amount < 0 and l.day >= ${since}), 0)::bigint as credit
        from ledger_lines l where ${of} and l.day <= ${until}) p
      where (a.institution_id, a.id) in (${account})`,
    query<AccountLine>(db, render)`
      with a as materialized (${account}),
      line as (
        select l.institution_id, l.entry_id, min(l.position)::int as position, l.day, sum(l.amount)::bigint as amount
        from ledger_lines l join a on ${of} where l.day between ${since} and ${until} ${behind}
        group by l.institution_id, l.day, l.entry_id order by l.day desc, l.entry_id desc limit ${pageSize + 1}),
      closing as (
        select coalesce(sum(l.amount), 0) as amount from ledger_lines l join a on ${of} where l.day <= ${until} ${behind})
      select e.id, n.position, n.day, e.source, e.description, n.amount, (c.amount - coalesce(sum(n.amount) over (
          order by n.day desc, n.entry_id desc rows between unbounded preceding and 1 preceding), 0))::bigint as balance
      from line n cross join closing c
      join ledger_entries e on (e.institution_id, e.id) = (n.institution_id, n.entry_id)
      order by n.day desc, n.entry_id desc`,
  ]);
  if (!head) throw new NotFound('account');
  const { rows, isMore } = firstOf(lines, pageSize);
  const last = rows.at(-1);
  return { head, rows, after: isMore && last ? writeCursor({ key: last.day, id: last.id, part: 1 }) : null };
}
