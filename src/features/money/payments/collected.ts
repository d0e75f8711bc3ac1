import { sql, type SQL } from 'drizzle-orm';
import { payments } from './payments.schema.ts';

interface Span {
  institutionId: number;
  /** Both included. */
  from: SQL;
  to: SQL;
  /** Narrows `payments`, for those who don't see all. */
  where?: SQL;
}

/**
 * Money that came in, and below zero what went back: reversals, and refunds that were handed over, on the day that they
 * happened. Waivers and opening credits are no money. Every figure of what was collected is a sum of these rows: `what`
 * ('received', 'reversed', 'refunded'), `day`, `channel`, `account_id`, `amount`.
 */
export function collected({ institutionId, from, to, where = sql`true` }: Span): SQL {
  const isMoney = sql`${payments.institutionId} = ${institutionId} and ${payments.channel} not in ('waiver', 'opening') and ${where}`;
  return sql`
    select 'received' as what, ${payments.day} as day, ${payments.channel} as channel, ${payments.accountId} as account_id,
      ${payments.amount} as amount
    from ${payments} where ${isMoney} and ${payments.day} between ${from} and ${to}
      and ${payments.status} in ('successful', 'partly_refunded', 'refunded', 'reversed')
    union all
    select 'reversed', e.day, ${payments.channel}, ${payments.accountId}, -${payments.amount}
    from ledger_entries e join ${payments} on ${payments.institutionId} = e.institution_id and ${payments.id} = e.source_id
    where ${isMoney} and e.institution_id = ${institutionId} and e.source = 'reversal' and e.day between ${from} and ${to}
    union all
    select 'refunded', r.paid_on, r.channel, r.paid_by, -r.amount
    from refunds r join ${payments} on ${payments.institutionId} = r.institution_id and ${payments.id} = r.payment_id
    where ${isMoney} and r.institution_id = ${institutionId} and r.paid_on between ${from} and ${to}`;
}
