import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { addDays, today } from '#kernel/dates.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, query } from '#kernel/database.ts';

const daysBack = 30;

const ownFamily: ReadyDashlet = {
  key: 'audit.own_family',
  label: 'Acts about the own family',
  place: 95,
  size: 'small',
  may: ['audit.view'],
  description: `What people did in the last ${daysBack} days for themselves or their own family, where that is allowed.`,
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'audit.view');
    const { timeZone } = membershipIn(actor, ids[0]!)!;
    const from = addDays(today(timeZone), -daysBack);
    const [row] = await memoizeForActor(actor, `audit.own_family ${ids.join(' ')} ${from}`, () =>
      query<{ count: number }>(
        db,
        sql`select count(*)::int as count from audit_entries
          where ${isOneOf(sql`institution_id`, ids)} and details ? 'ownFamily'
            and at >= ${from}::date::timestamp at time zone ${timeZone}`,
      ),
    );
    const hint = `in the last ${daysBack} days`;
    return { as: 'figure', value: row!.count, hint, href: `/audit?action=ownFamily&from=${from}` };
  },
};

export const auditDashlets: readonly ReadyDashlet[] = [ownFamily];
