import { sql, type SQL } from 'drizzle-orm';

/** How many days a payment may be recorded before or after the bank shows it. */
export const daysApart = 4;
/** How many days a cheque may wait before the bank shows it, also one that was cleared by hand. */
const daysOfCheque = 60;

/** How many days after the day of a payment `p` the bank may show it. */
export const daysLater = sql`case p.channel when 'cheque' then ${daysOfCheque}::int else ${daysApart}::int end`;

/** Whether the bank may have shown a payment `p` on a day. */
export const isShownOn = (day: SQL): SQL => sql`${day} between p.day - ${daysApart}::int and p.day + ${daysLater}`;
