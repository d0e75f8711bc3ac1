import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';

/** Days with registers that would no longer be school days; `where` says which days `u.on_date` are meant. */
export async function refuseTaken(tx: Tx, institutionId: number, where: SQL, what: string): Promise<void> {
  const [found] = await query<{ registers: number; days: number; first: Day; last: Day }>(
    tx,
    sql`select coalesce(sum(u.registers), 0)::int as registers, count(*)::int as days, min(u.on_date)::text as first,
        max(u.on_date)::text as last
      from calendar_uses u where u.institution_id = ${institutionId} and ${where}`,
  );
  const { registers, days, first, last } = found!;
  if (registers === 0) return;
  const when = days === 1 ? `on ${formatDay(first)}` : `on ${days} days from ${formatDay(first)} to ${formatDay(last)}`;
  const many = registers === 1 ? '1 register was' : `${registers} registers were`;
  throw new ValidationError(
    'closesTaken',
    `${many} taken ${when}. They stay, but these days no longer count as school days. Tick to ${what} anyway.`,
  );
}
