import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';

const shown = 6;
const ownShown = 10;
const codesShown = 3;

/** Subjects of this session that nobody teaches. */
export const untaughtOfferings = sql`from course_offerings o
  join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
  join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
  where o.employee_id is null and not o.is_carry_over and y.is_current and b.closed_at is null`;

const untaught: ReadyDashlet = {
  key: 'structure.untaught',
  label: 'Subjects without a teacher',
  place: 140,
  size: 'small',
  may: ['structure.edit'],
  description: 'Subjects of this session’s class arms without a teacher, by class arm.',
  empty: 'Every subject has a teacher.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'structure.edit');
    const rows = await query<{ id: string; name: string; count: number; all: number }>(db)`
      select b.id::text as id, b.name, count(*)::int as count, (sum(count(*)) over ())::int as all
      ${untaughtOfferings} and ${isOneOf(sql`o.institution_id`, ids)}
      group by b.institution_id, b.id, b.name order by count desc, b.name limit ${shown}`;
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} in all`,
      points: rows.map(({ id, name, count }) => ({ label: name, value: count, href: `/batches/${id}/courses` })),
    };
  },
};

/** Where the viewer teaches, by class arm: as class teacher, and the subjects. */
const own: ReadyDashlet = {
  key: 'structure.own',
  label: 'My classes and subjects',
  place: 15,
  size: 'small',
  may: ['students.viewOwn'],
  description: 'This session’s class arms where you’re the class teacher or teach a subject.',
  empty: 'No classes or subjects this session.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'students.viewOwn');
    const employeeIds = actor.institutions.flatMap((one) => (ids.includes(one.id) ? one.employeeIds : []));
    const isMine = (column: SQL) => sql`${column} = any (${sql.param(employeeIds)}::bigint[])`;
    const rows = await query<{ id: string; name: string; isLed: boolean; subjects: string[]; all: number }>(db)`
      select b.id::text as id, b.name, l.is_led as "isLed", o.subjects, (count(*) over ())::int as all
      from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
      cross join lateral (select exists (select from batch_teachers t
        where (t.institution_id, t.batch_id) = (b.institution_id, b.id) and ${isMine(sql`t.employee_id`)}) as is_led) l
      cross join lateral (select coalesce(array_agg(c.code order by c.code), '{}') as subjects
        from course_offerings o join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
        where (o.institution_id, o.batch_id) = (b.institution_id, b.id) and ${isMine(sql`o.employee_id`)}) o
      where ${isOneOf(sql`b.institution_id`, ids)} and b.closed_at is null and (l.is_led or cardinality(o.subjects) > 0)
      order by l.is_led desc, b.name limit ${ownShown}`;
    if (rows.length === 0) return null;
    const more = rows[0]!.all - rows.length;
    return {
      as: 'list',
      ...(more > 0 && { hint: `And ${more} more.` }),
      points: rows.map(({ id, name, isLed, subjects }) => ({
        label: name,
        value: subjects.length,
        href: `/batches/${id}`,
        shown: isLed ? 'Class teacher' : subjects.slice(0, codesShown).join(', '),
        ...(isLed && subjects.length > 0 && { hint: subjects.slice(0, codesShown).join(', ') }),
      })),
    };
  },
};

export const structureDashlets: readonly ReadyDashlet[] = [own, untaught];
