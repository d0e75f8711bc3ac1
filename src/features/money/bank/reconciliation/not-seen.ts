import { sql, type SQL } from 'drizzle-orm';

/** Channels whose money the bank shows line by line, with the days that it usually takes. */
export const usualWaits = { transfer: 2, pos: 3, cheque: 7 } as const;
export type WaitingChannel = keyof typeof usualWaits;

/** How many days a payment may be unseen: the institution's own number, or the usual one. `p` is the payment. */
const daysAllowed = (
  p: SQL,
) => sql`coalesce((select case ${p}.channel when 'transfer' then w.transfer when 'pos' then w.pos else w.cheque end
  from bank_waits w where w.institution_id = ${p}.institution_id),
  case ${p}.channel when 'transfer' then ${usualWaits.transfer}::int when 'pos' then ${usualWaits.pos}::int else ${usualWaits.cheque}::int end)`;

/** Payments at the counter that no line of a statement has shown yet. Without `p`, of the table payments. */
export const isUnseen = (p: SQL = sql`payments`): SQL => sql`(${p}.channel in ('transfer', 'pos', 'cheque')
  and exists (select from payments_unseen_at_bank unseen
    where unseen.institution_id = ${p}.institution_id and unseen.payment_id = ${p}.id))`;

/** Unseen for longer than its channel takes. Only where statements are uploaded: elsewhere nothing is ever seen. */
export const isOverdueAtBank = (p: SQL = sql`payments`): SQL => sql`(${isUnseen(p)}
  and exists (select from bank_statements uploaded where uploaded.institution_id = ${p}.institution_id and uploaded.state = 'read')
  and ${p}.day + ${daysAllowed(p)} < (select (now() at time zone z.time_zone)::date from institutions z
    where z.id = ${p}.institution_id))`;
