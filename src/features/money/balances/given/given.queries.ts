import { sql, type SQL } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { accountNameIn } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, idMadeOf, query } from '#kernel/database.ts';
import { givenKinds, givenRoles, type GivenKind, type GivenRow } from './given.ts';

export interface GivenWish {
  institutionId: number;
  from: SQL;
  to: SQL;
  kind?: GivenKind | undefined;
  class?: number | undefined;
}

const roles = sql.raw(`(${givenRoles.map((role) => `'${role}'`).join(', ')})`);

/**
 * What was given, from the ledger: the lines of its accounts, and the income that credit notes took back. A credit note
 * that takes back a discounted charge takes its discount back too, as a line below zero; so the amounts sum to what the
 * debts lost. Institution and day are asked of it from outside.
 */
const givenLines: SQL = sql`
  select l.institution_id, l.entry_id, l.day, a.role as kind, sum(l.amount)::bigint as amount
  from ledger_accounts a
  join ledger_lines l on (l.institution_id, l.ledger_account_id) = (a.institution_id, a.id)
  where a.role in ${roles}
  group by l.institution_id, l.entry_id, l.day, a.role
  union all
  select l.institution_id, l.entry_id, l.day, n.kind, sum(l.amount)::bigint
  from credit_notes n
  join ledger_entries e on (e.institution_id, e.source, e.source_id) = (n.institution_id, 'credit_note', n.id)
  join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id) and l.student_id is null
  join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
    and coalesce(a.role, '') not in ${roles}
  where n.kind <> 'write_off'
  group by l.institution_id, l.entry_id, l.day, n.kind`;

const inPeriod = ({ institutionId, from, to }: Pick<GivenWish, 'institutionId' | 'from' | 'to'>): SQL =>
  sql`g.institution_id = ${institutionId} and g.day between ${from} and ${to}`;

/** The sums by kind, in the order of `givenKinds`; those of the overview and of the register. */
export async function givenSums(db: Db, wish: Pick<GivenWish, 'institutionId' | 'from' | 'to'>) {
  const rows = await query<{ kind: GivenKind; amount: number }>(db)`
    select g.kind, sum(g.amount)::bigint as amount from (${givenLines}) g where ${inPeriod(wish)} group by g.kind`;
  return (Object.keys(givenKinds) as GivenKind[]).map((kind) => ({
    kind,
    name: givenKinds[kind],
    amount: Number(rows.find((row) => row.kind === kind)?.amount ?? 0),
  }));
}

/** Each of them with the student, the class, the reason, and who gave and who agreed; `id` is its own. */
export const given: SQL = sql`
  select g.institution_id, ${idMadeOf(sql`g.entry_id || g.kind`)} as id, g.entry_id, g.day, g.kind, g.amount, s.id as student_id,
    concat_ws(', ', s.surname, s.first_name) as student, b.id as batch_id, b.class_id,
    coalesce(n.reason, p.note, d.note, me.reason, lines.names, e.description) as reason,
    coalesce(n.account_id, p.account_id, d.given_by, me.prepared_by, i.account_id) as given_by,
    coalesce(n.agreed_by, p.agreed_by, d.agreed_by, me.approved_by) as agreed_by
  from (${givenLines}) g
  join ledger_entries e on (e.institution_id, e.id) = (g.institution_id, g.entry_id)
  left join credit_notes n on n.institution_id = e.institution_id and e.source = 'credit_note' and n.id = e.source_id
  left join payments p on p.institution_id = e.institution_id and e.source in ('payment', 'reversal') and p.id = e.source_id
  left join manual_entries me on me.institution_id = e.institution_id and e.source = 'manual' and me.id = e.source_id
  left join invoices i on i.institution_id = e.institution_id
    and i.id = coalesce(n.invoice_id, case when e.source = 'invoice' then e.source_id end)
  left join lateral (
    select string_agg(l.name, ', ' order by l.position) as names, min(l.scheme_id) as scheme_id from invoice_lines l
    where e.source = 'invoice' and l.institution_id = i.institution_id and l.invoice_id = i.id and l.amount < 0) lines on true
  left join discount_students d on d.institution_id = i.institution_id and d.scheme_id = lines.scheme_id
    and d.student_id = i.student_id
  left join students s on s.institution_id = e.institution_id and s.id = coalesce(i.student_id, (
    select min(h.student_id) from payment_shares h where h.institution_id = p.institution_id and h.payment_id = p.id))
  left join batches b on b.institution_id = e.institution_id and b.id = coalesce(i.batch_id, s.batch_id)`;

/** The register of a wish, the latest first. */
export const givenRegister = (wish: GivenWish): SQL => sql`
  select g.entry_id as "entryId", g.day::text as day, g.kind, g.amount, g.student_id as "studentId", g.student,
    c.name as "className", g.reason, ${accountNameIn(sql`g.given_by`)} as "givenBy", ${accountNameIn(sql`g.agreed_by`)} as "agreedBy"
  from (${given}) g
  left join classes c on (c.institution_id, c.id) = (g.institution_id, g.class_id)
  where ${inPeriod(wish)} and ${wish.kind ? sql`g.kind = ${wish.kind}` : sql`true`}
    and ${wish.class ? sql`g.class_id = ${wish.class}` : sql`true`}
  order by g.day desc, g.entry_id desc, g.kind`;

const shown = 300;

/** The rows that the page shows. */
export const givenRows = (db: Db, wish: GivenWish) =>
  bounded(shown, (limit) => query<GivenRow>(db)`${givenRegister(wish)} limit ${limit}`);

/** Amounts by person, from the same rows. */
export const givenByPerson = (db: Db, wish: GivenWish) =>
  query<{ name: string | null; count: number; amount: number }>(db)`
    select r."givenBy" as name, count(*)::int as count, sum(r.amount)::bigint as amount
    from (${givenRegister(wish)}) r group by 1 order by 3 desc, 1`;

/** When the current session began: found first, like today. */
export const sessionStart = (institutionId: number): SQL =>
  sql`(select coalesce((select max(starts_on) from academic_sessions where institution_id = ${institutionId} and is_current),
    date_trunc('year', ${todayIn(institutionId)})::date))`;
