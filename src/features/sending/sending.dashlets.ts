import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';
import { rowsOf } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';

interface Row {
  balance: string | null;
  unit: string | null;
  day: string | null;
  isLow: boolean;
}

const credit: ReadyDashlet = {
  ...{ key: 'sending.credit', label: 'SMS credit', place: 180, size: 'small', may: ['sending.settings'] },
  description: 'What is left at the SMS provider, as the provider said last.',
  empty: 'The SMS provider has not said how much credit is left.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, 'sending.settings');
    const { currency, timeZone } = membershipIn(actor, institutionId!)!;
    const [row] = await rowsOf<Row>(
      db,
      sql`select balance::text, balance_unit as unit, warned_at is not null as "isLow",
          (balance_at at time zone ${timeZone})::date::text as day
        from message_providers where institution_id = ${institutionId} and channel = 'sms' and is_on order by place limit 1`,
    );
    if (row?.balance == null) return null;
    const amount = Number(row.balance);
    return {
      ...{ as: 'figure', value: amount, href: '/message-providers' },
      shown:
        row.unit === currency
          ? formatMoney({ minor: Math.floor(amount * 100), currency })
          : `${amount.toLocaleString('en-GB')} ${row.unit ?? 'units'}`,
      ...(row.day && { hint: `On ${formatDay(row.day)}` }),
      ...(row.isLow && { trend: { label: 'Runs low', tone: 'bad' } }),
    };
  },
};

export const sendingDashlets: readonly ReadyDashlet[] = [credit];
