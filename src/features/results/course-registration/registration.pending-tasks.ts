import { sql } from 'drizzle-orm';
import { institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { query, isOneOf } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { inReach } from './deciding/overview.queries.ts';
import { maySeeRegistrations } from './registration.policy.ts';

const toApprove: PendingTaskKind = {
  place: 40,
  may: maySeeRegistrations,
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, ...maySeeRegistrations);
    const reach = ids.map((id) => sql`(r.institution_id = ${id} and ${inReach(actor, id)})`);
    const [row] = await query<{ count: number }>(db)`select count(*)::int as count from course_registrations r
        join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
        join session_students x on (x.institution_id, x.session_id, x.student_id) = (r.institution_id, t.session_id, r.student_id)
        join batches b on (b.institution_id, b.id) = (x.institution_id, x.batch_id)
        where r.state = 'submitted' and (${sql.join(reach, sql` or `)})`;
    return pendingTask(row!.count, {
      one: 'course registration to approve',
      many: 'course registrations to approve',
      href: '/course-registrations',
      action: 'Approve',
    });
  },
};

/** Open registration of the student’s class: not begun, or returned. */
const toRegister: PendingTaskKind = {
  place: 41,
  may: ['registration.registerSelf'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'registration.registerSelf').filter((id) =>
      institutionsWhere(actor, 'registration.registerSelf').includes(id),
    );
    const studentIds = actor.institutions.flatMap((one) => (ids.includes(one.id) ? one.studentIds : []));
    if (studentIds.length === 0) return [];
    const [row] = await query<{ count: number; returned: number; late: number }>(db)`
      select count(*)::int as count, count(*) filter (where r.state = 'returned')::int as returned,
          count(*) filter (where p.closes_on < d.today)::int as late
        from students s join institutions i on i.id = s.institution_id
        cross join lateral (select (now() at time zone i.time_zone)::date as today) d
        join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
        join registration_periods p on (p.institution_id, p.class_id) = (b.institution_id, b.class_id)
        join terms t on (t.institution_id, t.id, t.session_id) = (p.institution_id, p.term_id, b.session_id)
        left join course_registrations r on (r.institution_id, r.student_id, r.term_id) = (s.institution_id, s.id, t.id)
        where ${isOneOf(sql`s.institution_id`, ids)} and s.id = any (${sql.param(studentIds)}::bigint[])
          and p.closed_on is null and d.today between p.opens_on and coalesce(p.late_until, p.closes_on)
          and (r.state is null or r.state = 'returned')`;
    const { count, returned, late } = row!;
    return pendingTask(count, {
      one: returned > 0 ? 'course registration to correct' : 'term to register your courses for',
      many: returned > 0 ? 'course registrations to correct' : 'terms to register your courses for',
      href: '/course-registration',
      action: 'Register',
      isUrgent: returned > 0 || late > 0,
    });
  },
};

export const registrationPendingTasks: readonly PendingTaskKind[] = [toApprove, toRegister];
