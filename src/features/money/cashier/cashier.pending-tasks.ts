import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const today = sql`(now() at time zone i.time_zone)::date`;

/** The cashier’s own days: today’s until it is closed, and earlier ones that were forgotten. */
const ownDays: PendingTaskKind = {
  place: 50,
  may: ['payments.take'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'payments.take');
    const [row] = await query<{ now: number; past: number; first: number | null }>(db)`
      select count(*) filter (where d.day >= ${today})::int as now, count(*) filter (where d.day < ${today})::int as past,
        min(d.id)::bigint as first
      from cashier_days d join institutions i on i.id = d.institution_id
      where ${isOneOf(sql`d.institution_id`, ids)} and d.account_id = ${actor.accountId} and d.closed_at is null`;
    const { now, past, first } = row!;
    return [
      ...pendingTask(past, {
        one: 'earlier session to count and close',
        many: 'earlier sessions to count and close',
        href: `/cashier-days/${first}`,
        action: 'Close session',
        isUrgent: true,
      }),
      ...pendingTask(now, {
        one: 'session open today',
        many: 'sessions open today',
        href: past ? '/cashier-days?state=open' : `/cashier-days/${first}`,
        action: 'Count and close',
      }),
    ];
  },
};

/** Days of other cashiers: nobody approves the own day. */
const closedDays: PendingTaskKind = {
  place: 51,
  may: ['payments.approveDay'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'payments.approveDay');
    const [row] = await query<{ count: number }>(db)`
      select count(*)::int as count from cashier_days where ${isOneOf(sql`institution_id`, ids)}
      and closed_at is not null and approved_at is null and account_id <> ${actor.accountId}`;
    return pendingTask(row!.count, {
      one: 'cashier session to approve',
      many: 'cashier sessions to approve',
      href: '/cashier-days?state=closed',
      action: 'Review',
    });
  },
};

/** Differences of other cashiers that nobody has explained yet. */
const openDifferences: PendingTaskKind = {
  place: 52,
  may: ['payments.approveDay'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'payments.approveDay');
    const [row] = await query<{ count: number; isOld: boolean }>(db)`
      select count(*)::int as count, coalesce(min(opened_at) < now() - interval '7 days', false) as "isOld"
      from cashier_differences where ${isOneOf(sql`institution_id`, ids)}
        and explained_at is null and account_id <> ${actor.accountId}`;
    return pendingTask(row!.count, {
      one: 'cashier difference to explain',
      many: 'cashier differences to explain',
      href: '/cashier-differences?state=open',
      action: 'Explain',
      isUrgent: row!.isOld,
    });
  },
};

export const cashierPendingTasks: readonly PendingTaskKind[] = [ownDays, closedDays, openDifferences];
