import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { pause, pick, type Desk } from './desk.ts';

export interface MarkedCourse {
  address: string;
  component: string;
  studentIds: number[];
  /** By student: the mark that is there, and the next one; no mark is typed twice. */
  saved: Map<number, unknown>;
  next: Map<number, number>;
}

const highest = 40;

/** An open sheet of the demonstration, with the students of a course in it. */
export const openCourse = (ownerUrl: string, institutionId: number): Promise<MarkedCourse> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ sheet: number; course: number; component: string; students: number[] }>(
      `select s.id::int as sheet, k.course_id::int as course, v.content -> 'components' -> -1 ->> 'key' as component,
         array_agg(e.student_id::int order by e.student_id) as students
       from mark_sheets s join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
       join assessment_scheme_versions v on (v.institution_id, v.scheme_id, v.version)
         = (k.institution_id, k.scheme_id, k.scheme_version)
       join courses c on (c.institution_id, c.id) = (k.institution_id, k.course_id) and c.elective_group is null
       join course_offerings o on (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, c.id)
       join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
       join session_students e on (e.institution_id, e.session_id, e.batch_id) = (s.institution_id, t.session_id, s.batch_id)
       where s.institution_id = $1 and s.state = 'open' group by s.id, k.course_id, v.content order by count(*) desc, s.id limit 1`,
      [institutionId],
    );
    const { sheet, course, component, students } = rows[0]!;
    return {
      address: `/mark-sheets/${sheet}/courses/${course}`,
      component,
      studentIds: students,
      saved: new Map(),
      next: new Map(),
    };
  });

/**
 * A registrar types marks. Each is sent until there is an answer, as the grid does; the answer says whether the mark is
 * saved, and what is there if it is another one.
 */
export async function enterMarks(course: MarkedCourse, { clerk, notes, chance, isOver }: Desk): Promise<void> {
  const { address, component, saved, next } = course;
  while (!isOver()) {
    const open = course.studentIds.filter((id) => (next.get(id) ?? 1) <= highest);
    if (open.length === 0) return;
    const studentId = pick(chance, open);
    const typed = next.get(studentId) ?? 1;
    const entry = typed * 100;
    const cells = [{ studentId, component, entry, was: saved.get(studentId) ?? null }];
    const answer = await clerk.post(`${address}/marks`, { cells });
    if (answer.status !== 200) {
      await pause(answer);
      continue;
    }
    const [problem] = (JSON.parse(answer.body) as { problems: { current?: unknown }[] }).problems;
    if (problem) {
      saved.set(studentId, problem.current ?? null);
      continue;
    }
    notes.note('mark', `${studentId}:${entry}`, answer);
    saved.set(studentId, entry);
    next.set(studentId, typed + 1);
    await wait(50);
  }
}
