import { or } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { query } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { maySeeDays, visibleDays } from './cashier.access.ts';

const tillsShown = 6;

/** Receipts of open days: of the cashier's own till, or of all. Of the own one there is no sum, for it is counted blind. */
const till: ReadyDashlet = {
  key: 'payments.till',
  label: 'Open cashier sessions',
  place: 55,
  size: 'small',
  may: maySeeDays,
  description: 'Payments taken in each open cashier session. Your own total is shown once you’ve counted it.',
  empty: 'No cashier session is open.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, ...maySeeDays);
    const { currency } = membershipIn(actor, institutionId!)!;
    const rows = await query<{
      id: number;
      cashier: string;
      isOwn: boolean;
      taken: number;
      receipts: number;
      all: number;
    }>(db)`select ${cashierDays.id}::bigint as id, a.name as cashier,
        ${cashierDays.accountId} = ${actor.accountId} as "isOwn", p.taken, p.receipts, (count(*) over ())::int as all
      from ${cashierDays} join accounts a on a.id = ${cashierDays.accountId}
      cross join lateral (select coalesce(sum(p.amount), 0)::float8 as taken, count(*)::int as receipts from payments p
        where (p.institution_id, p.cashier_day_id) = (${cashierDays.institutionId}, ${cashierDays.id})
          and p.status in ('pending', 'successful', 'partly_refunded', 'refunded')) p
      where ${or(...visibleDays(cashierDays)(actor, institutionId).map(({ where }) => where))} and ${cashierDays.closedAt} is null
      order by p.taken desc, ${cashierDays.id} limit ${tillsShown}`;
    if (rows.length === 0) return null;
    const more = rows[0]!.all - rows.length;
    return {
      as: 'list',
      href: '/cashier-days?state=open',
      ...(more > 0 && { hint: `And ${more} more.` }),
      points: rows.map(({ id, cashier, isOwn, taken, receipts }) => ({
        label: cashier,
        value: isOwn ? 0 : taken,
        shown: isOwn ? 'Not counted yet' : formatMoney({ minor: taken, currency }),
        href: `/cashier-days/${id}`,
        hint: `${receipts} ${receipts === 1 ? 'receipt' : 'receipts'}`,
      })),
    };
  },
};

export const cashierDashlets: readonly ReadyDashlet[] = [till];
