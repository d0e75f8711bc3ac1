import { sql } from 'drizzle-orm';
import { can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { DashletView, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { formatDay } from '#kernel/dates.ts';
import { query, type Db } from '#kernel/database.ts';

const seesAll = ['marks.view', 'marks.open', 'marks.approve'] as const;
const may = [...seesAll, 'marks.enterOwn'] as const;
const shown = 6;

/** Marks of open sheets whose teachers haven't said that every mark is in; teachers see their own. */
const missing: ReadyDashlet = {
  key: 'marks.missing',
  label: 'Marks missing',
  place: 90,
  size: 'small',
  may,
  description: 'Subjects with unfinished marks while entry is open, by teacher. Teachers see their own subjects.',
  empty: 'No marks are missing.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, ...may);
    const { employeeIds } = membershipIn(actor, institutionId!)!;
    if (!seesAll.some((one) => can(actor, one, institutionId!))) return ownMissing(db, institutionId!, employeeIds);
    const rows = await query<{ teacher: string | null; sheets: number; late: number; all: number }>(db)`
      select concat_ws(' ', e.first_name, e.surname) as teacher, count(*)::int as sheets,
          count(*) filter (where s.due_on < (now() at time zone i.time_zone)::date)::int as late, (count(*) over ())::int as all
        from mark_sheets s join institutions i on i.id = s.institution_id
        join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and k.done_at is null
        left join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, k.course_id)
        left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id)
        where s.institution_id = ${institutionId} and s.state = 'open'
        group by e.id, e.first_name, e.surname order by late desc, sheets desc, e.surname, e.id limit ${shown}`;
    if (rows.length === 0) return null;
    const more = rows[0]!.all - rows.length;
    return {
      as: 'list',
      href: '/mark-sheets',
      ...(more > 0 && { hint: `And ${more} more teachers.` }),
      points: rows.map(({ teacher, sheets, late }) => ({
        label: teacher || 'Without a teacher',
        value: sheets,
        shown: `${sheets} ${sheets === 1 ? 'subject' : 'subjects'}`,
        ...(late > 0 && { hint: `${late} overdue` }),
      })),
    };
  },
};

interface OwnRow {
  sheetId: string;
  courseId: string;
  batch: string;
  code: string;
  dueOn: string | null;
  isLate: boolean;
  all: number;
}

/** The teacher's subjects, the first due first. */
async function ownMissing(db: Db, institutionId: number, employeeIds: number[]): Promise<DashletView | null> {
  const rows = await query<OwnRow>(db)`
    select s.id::text as "sheetId", c.id::text as "courseId", b.name as batch, c.code, s.due_on::text as "dueOn",
        coalesce(s.due_on < (now() at time zone i.time_zone)::date, false) as "isLate", (count(*) over ())::int as all
      from course_offerings o join institutions i on i.id = o.institution_id
      join mark_sheets s on (s.institution_id, s.batch_id) = (o.institution_id, o.batch_id) and s.state = 'open'
      join mark_sheet_courses k on (k.institution_id, k.sheet_id, k.course_id) = (s.institution_id, s.id, o.course_id)
        and k.done_at is null
      join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      where o.institution_id = ${institutionId} and o.employee_id = any (${sql.param(employeeIds)}::bigint[])
      order by s.due_on nulls last, b.name, c.code limit ${shown}`;
  if (rows.length === 0) return null;
  const more = rows[0]!.all - rows.length;
  return {
    as: 'list',
    href: '/my-marks',
    ...(more > 0 && { hint: `And ${more} more subjects.` }),
    points: rows.map(({ sheetId, courseId, batch, code, dueOn, isLate }) => ({
      label: `${code}, ${batch}`,
      value: 1,
      href: `/mark-sheets/${sheetId}/courses/${courseId}`,
      shown: dueOn ? formatDay(dueOn) : 'No due date',
      ...(isLate && { hint: 'Overdue' }),
    })),
  };
}

export const assessmentDashlets: readonly ReadyDashlet[] = [missing];
