import { sql, type SQL } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { type Db, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

export type ItemKind = 'line' | 'entry';

/** What one side has and the other not. */
export interface Item extends Record<string, unknown> {
  /** A line of the bank that the books don't have, or an entry of the books that the bank has not shown. */
  kind: ItemKind;
  id: number;
  day: Day;
  words: string;
  /** Money in above zero. */
  amount: number;
  /** Days until the day of the reconciliation. */
  age: number;
  explanation: string | null;
  isSettled: boolean;
}

/** Payments that no bank had shown by the day, by channel. They are not in the bank's account yet. */
export interface UnseenTotals extends Record<string, unknown> {
  channel: WaitingChannel;
  count: number;
  amount: number;
  /** In days. */
  oldest: number;
}

export interface ClosedFigures {
  items: Item[];
  unseen: UnseenTotals[];
  /** Of the statement's lines since the last reconciliation, or since the first line. */
  moved: number;
}

interface Account {
  institutionId: number;
  id: number;
  ledgerAccountId: number;
}

/** The balance of the account in the books at the end of a day. */
export async function bookBalanceOf(db: Db, { institutionId, ledgerAccountId }: Account, through: Day) {
  const [row] = await query<{ amount: number }>(db)`
    select coalesce(sum(amount), 0)::bigint as amount from ledger_lines
    where institution_id = ${institutionId} and ledger_account_id = ${ledgerAccountId} and day <= ${through}`;
  return Number(row!.amount);
}

/** What the statement's lines moved after one day until another. */
export async function movedOf(db: Db, { institutionId, id }: Account, after: Day | null, through: Day) {
  const [row] = await query<{ amount: number }>(db)`select coalesce(sum(amount), 0)::bigint as amount from bank_lines
    where institution_id = ${institutionId} and bank_account_id = ${id} and day <= ${through}
      and day > coalesce(${after}::date, '-infinity')`;
  return Number(row!.amount);
}

/**
 * What one side has and the other not, the oldest first. A line is in the books with what its entries until the day moved; an
 * entry of no line of this account was never shown by the bank, unless another one took it back. What ended as settled in an
 * earlier reconciliation is not asked about again.
 */
export async function itemsOf(db: Db, { institutionId, id, ledgerAccountId }: Account, through: Day): Promise<Item[]> {
  const rows = await query<Item>(db)`with line as (
        select * from bank_lines where institution_id = ${institutionId} and bank_account_id = ${id} and day <= ${through}),
      booked as (
        select e.id, e.day, e.description, e.source, e.source_id, e.reverses_id, sum(l.amount) as amount
        from ledger_lines l join ledger_entries e on (e.institution_id, e.id) = (l.institution_id, l.entry_id)
        where l.institution_id = ${institutionId} and l.ledger_account_id = ${ledgerAccountId} and l.day <= ${through}
        group by e.institution_id, e.id),
      item as (
        select 'line' as kind, line.id, line.day, coalesce(line.narration, line.reference, '') as words,
          line.amount - coalesce(b.amount, 0) as amount
        from line left join (select source_id, sum(amount) as amount from booked where source = 'deposit' group by 1) b
          on b.source_id = line.id
        where line.amount <> coalesce(b.amount, 0)
        union all
        select 'entry', b.id, b.day, b.description, b.amount from booked b
        where b.amount <> 0 and not (b.source = 'deposit' and b.source_id in (select id from line))
          and not exists (select from booked r where r.reverses_id = b.id)
          and not exists (select from booked r where r.id = b.reverses_id))
    select item.kind, item.id::bigint as id, item.day::text as day, item.words, item.amount, ${through}::date - item.day as age,
      n.explanation, coalesce(n.is_settled, false) as "isSettled"
    from item left join reconciliation_notes n on n.institution_id = ${institutionId} and n.bank_account_id = ${id}
      and n.kind = item.kind and n.item_id = item.id
    where n.reconciliation_id is null
    order by item.day, item.kind, item.id`;
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

export async function unseenOf(db: Db, institutionId: number, through: Day): Promise<UnseenTotals[]> {
  const rows = await query<UnseenTotals>(db)`
    select p.channel, count(*)::int as count, sum(p.amount)::bigint as amount, ${through}::date - min(p.day) as oldest
    from payments p where p.institution_id = ${institutionId} and p.day <= ${through} and ${isUnseen(sql`p`)}
    group by p.channel order by p.channel`;
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** The book's balance with what the bank has besides, without what it has not: it must be the statement's. */
export const adjustedBalance = (bookBalance: number, items: Pick<Item, 'kind' | 'amount' | 'isSettled'>[]) =>
  items.reduce(
    (sum, { kind, amount, isSettled }) => (isSettled ? sum : kind === 'line' ? sum + amount : sum - amount),
    bookBalance,
  );

/** Channels whose money the bank shows line by line, with the days that it usually takes. */
export const usualWaits = { transfer: 2, pos: 3, cheque: 7 } as const;
type WaitingChannel = keyof typeof usualWaits;

/** How many days a payment may be unseen: the institution's own number, or the usual one. `p` is the payment. */
const daysAllowed = (
  p: SQL,
) => sql`coalesce((select case ${p}.channel when 'transfer' then w.transfer when 'pos' then w.pos else w.cheque end
  from bank_waits w where w.institution_id = ${p}.institution_id),
  case ${p}.channel when 'transfer' then ${usualWaits.transfer}::int when 'pos' then ${usualWaits.pos}::int else ${usualWaits.cheque}::int end)`;

/** Payments at the counter that no line of a statement has shown yet. Without `p`, of the table payments. */
const isUnseen = (
  p: SQL = sql`payments`,
): SQL => sql`(${p}.channel in ('transfer', 'pos', 'cheque') and not ${p}.is_seen_at_bank
  and exists (select from payments_at_bank known
    where known.institution_id = ${p}.institution_id and known.payment_id = ${p}.id))`;

/**
 * Unseen for longer than its channel takes. Only where statements are uploaded, which is found first: elsewhere nothing
 * is ever seen, and all payments ever would be read.
 */
export const isOverdueAtBank = (p: SQL = sql`payments`): SQL => sql`(${isUnseen(p)}
  and ${p}.institution_id = any (array(select distinct uploaded.institution_id from bank_statements uploaded where uploaded.state = 'read'))
  and ${p}.day + ${daysAllowed(p)} < ${todayIn(sql`${p}.institution_id`)})`;
