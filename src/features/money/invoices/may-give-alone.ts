import { todayIn } from '#kernel/database/day-in.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, query } from '#kernel/database.ts';

/**
 * Whether a person may make debts smaller by so much without a second one: with all that the person took off alone in
 * this term, by any of their accounts, it stays within the limit of the institution. Every act that makes a debt smaller
 * without money asks here; the limit is locked, so that two acts at once do not both fit.
 */
export async function mayGiveAlone(tx: Tx, actor: Actor, institutionId: number, amount: number): Promise<boolean> {
  if (amount === 0) return true;
  const [settings] = await query<{ limit: number }>(tx)`
    select alone_limit as "limit" from fee_settings where institution_id = ${institutionId} for no key update`;
  const limit = Number(settings?.limit ?? 0);
  if (amount > limit) return false;
  const [given] = await query<{ amount: number }>(tx)`
    select coalesce(sum(c.amount), 0)::bigint as amount from credit_notes c
    where c.institution_id = ${institutionId} and c.agreed_by is null
      and (c.account_id = ${actor.accountId} or c.account_id in (select m.account_id from memberships m
        where m.institution_id = ${institutionId} and m.employee_id in (
          select e.employee_id from memberships e where e.institution_id = ${institutionId} and e.account_id = ${actor.accountId})))
      and c.day >= (select coalesce(
        (select max(t.starts_on) from terms t where t.institution_id = ${institutionId} and t.is_current),
        (select max(s.starts_on) from academic_sessions s where s.institution_id = ${institutionId} and s.is_current),
        date_trunc('year', ${todayIn(institutionId)})::date))`;
  return Number(given!.amount) + amount <= limit;
}
