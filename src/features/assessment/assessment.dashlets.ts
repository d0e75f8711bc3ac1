import { sql } from 'drizzle-orm';
import { can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { rowsOf } from '#kernel/database.ts';

const seesAll = ['marks.view', 'marks.open', 'marks.approve'] as const;
const may = [...seesAll, 'marks.enterOwn'] as const;
const shown = 8;

interface Row {
  teacher: string | null;
  sheets: number;
  late: number;
  all: number;
}

/** Marks of open sheets whose teachers haven't said that every mark is in; teachers see their own. */
const missing: ReadyDashlet = {
  ...{ key: 'marks.missing', label: 'Marks missing by teacher', place: 90, size: 'small', may },
  description: 'Subjects whose marks are not finished while their entry is open, by teacher.',
  empty: 'No marks are missing.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, ...may);
    const { employeeIds } = membershipIn(actor, institutionId!)!;
    const isWhole = seesAll.some((one) => can(actor, one, institutionId!));
    const own = isWhole ? sql`` : sql`and o.employee_id = any (${sql.param(employeeIds)}::bigint[])`;
    const rows = await rowsOf<Row>(
      db,
      sql`select concat_ws(' ', e.first_name, e.surname) as teacher, count(*)::int as sheets,
          count(*) filter (where s.due_on < (now() at time zone i.time_zone)::date)::int as late, (count(*) over ())::int as all
        from mark_sheets s join institutions i on i.id = s.institution_id
        join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and k.done_at is null
        left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, k.course_id)
        left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
        where s.institution_id = ${institutionId} and s.state = 'open' ${own}
        group by e.id, e.first_name, e.surname order by late desc, sheets desc, e.surname, e.id limit ${shown}`,
    );
    if (rows.length === 0) return null;
    const more = rows[0]!.all - rows.length;
    return {
      ...{ as: 'list', href: isWhole ? '/mark-sheets' : '/my-marks' },
      ...(more > 0 && { hint: `And ${more} more teachers.` }),
      points: rows.map(({ teacher, sheets, late }) => ({
        ...{ label: teacher || 'Without a teacher', value: sheets },
        ...(late > 0 && { hint: `${late} overdue` }),
      })),
    };
  },
};

export const assessmentDashlets: readonly ReadyDashlet[] = [missing];
