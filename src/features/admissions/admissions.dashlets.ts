import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { isOneOf, rowsOf } from '#kernel/database.ts';
import { applicationStates, type ApplicationState } from './admissions.ts';

/** By the index of intakes, which has the states. */
const byState: ReadyDashlet = {
  ...{ key: 'applications.by_state', label: 'Applications by status', place: 100, size: 'small' },
  may: ['admissions.view'],
  description: 'Applications of intakes whose session has not ended, drafts apart.',
  empty: 'No applications yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'admissions.view');
    const rows = await rowsOf<{ state: ApplicationState; count: number }>(
      db,
      sql`select a.status as state, sum(a.n)::int as count
        from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
        join institutions n on n.id = i.institution_id
        cross join lateral (select a.status, count(*) as n from applications a
          where a.institution_id = i.institution_id and a.intake_id = i.id and a.status <> 'draft' and a.anonymised_at is null
          group by a.status) a
        where ${isOneOf(sql`i.institution_id`, ids)} and y.ends_on >= (now() at time zone n.time_zone)::date
        group by a.status`,
    );
    const counts = new Map(rows.map(({ state, count }) => [state, count]));
    const points = Object.entries(applicationStates).flatMap(([state, label]) => {
      const value = counts.get(state as ApplicationState) ?? 0;
      return value > 0 ? [{ label, value, href: `/applications?status=${state}` }] : [];
    });
    return points.length ? { as: 'donut', href: '/applications', points } : null;
  },
};

export const admissionDashlets: readonly ReadyDashlet[] = [byState];
