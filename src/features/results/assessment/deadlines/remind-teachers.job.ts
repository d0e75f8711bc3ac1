import { sql } from 'drizzle-orm';
import { query, type Database, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { employeesOf, notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { progressOf } from '../sheets/progress.queries.ts';

/** Before office hours. */
export const remindTeachersDaily: Job<{ database: Database }> = {
  queue: 'marks.due',
  cron: '40 5 * * *',
  work: ({ database }) => remindTeachers(database),
};

/** Reminds teachers of courses that are not finished: three days and one day before the due day, and on it. */
export async function remindTeachers(database: Database): Promise<void> {
  const due = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; sheetId: number; days: number }>(tx)`
      select institution_id as "institutionId", sheet_id::bigint as "sheetId", days from akada_due_marks()`,
  );
  for (const [institutionId, sheets] of Map.groupBy(due, (sheet) => sheet.institutionId))
    for (const [days, all] of Map.groupBy(sheets, (sheet) => sheet.days))
      await database.asSystem([institutionId], (tx) =>
        remind(
          tx,
          institutionId,
          days,
          all.map(({ sheetId }) => sheetId),
        ),
      );
}

interface Owed {
  sheetId: number;
  courseId: number;
  employeeId: number;
  course: string;
  dueOn: string;
}

async function remind(tx: Tx, institutionId: number, days: number, sheetIds: number[]): Promise<void> {
  const condition = sql`s.institution_id = ${institutionId} and s.id = any (${sql.param(sheetIds)}::bigint[])`;
  const found = await query<Owed>(tx)`
    select s.id::bigint as "sheetId", c.id::bigint as "courseId", o.employee_id::bigint as "employeeId",
      s.due_on::text as "dueOn", c.title || ', ' || b.name as course
    from mark_sheets s join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, k.course_id)
    join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id)
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where ${condition} and k.done_at is null and o.employee_id is not null
    order by o.employee_id, b.name, c.title`;
  // Nobody is reminded of a course that no student takes.
  const taken = new Set(
    (await progressOf(tx, condition))
      .filter(({ expected }) => expected > 0)
      .map(({ sheetId, courseId }) => `${sheetId}:${courseId}`),
  );
  const owed = found.filter(({ sheetId, courseId }) => taken.has(`${sheetId}:${courseId}`));
  for (const [employeeId, own] of Map.groupBy(owed, (one) => one.employeeId)) {
    const courses = own.map(({ course }) => course);
    const { dueOn } = own[0]!;
    const subject = `marks.due:${employeeId}:${dueOn}:${days}`;
    // A job that runs again reminds nobody twice.
    const { rowCount } = await tx.execute(
      sql`select from notifications where institution_id = ${institutionId} and subject = ${subject} limit 1`,
    );
    if (rowCount) continue;
    const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDay(dueOn)}`;
    const what =
      courses.length === 1 ? `The marks of ${courses[0]} are` : `The marks of ${countOf(courses.length, 'course')} are`;
    await notify(tx, {
      institutionId,
      kind: 'marks.due',
      subject,
      href: '/my-marks',
      to: employeesOf(institutionId, sql`select ${employeeId}::bigint`),
      title: `${what} due ${when}`,
      body: courses.length === 1 ? 'Choose “Submit marks” once you have entered them.' : `${courses.join('; ')}.`,
    });
  }
}
