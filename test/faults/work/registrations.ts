import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { propsOf } from '#test/faults/clerk.ts';
import { again, pause, pick, type Desk } from './desk.ts';

export interface LatePeriod {
  termId: number;
  courseIds: number[];
  /** Not registered yet, and registered. */
  waiting: number[];
  registered: number[];
}

/** A class of a college whose registration is late: the first submission of each student costs a fee. */
export const openRegistration = (ownerUrl: string, institutionId: number, categoryId: number): Promise<LatePeriod> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ term: number; courses: number[]; students: number[] }>(
      `with term as (select id, session_id from terms where institution_id = $1 and is_current),
       program as (insert into programs (institution_id, code, name) values ($1, 'FLC', 'Fault college') returning id),
       class as (insert into classes (institution_id, program_id, name, position) select $1, id, 'Fault 100', 1 from program returning id),
       batch as (insert into batches (institution_id, class_id, session_id, arm, name, capacity)
         select $1, class.id, term.session_id, 'A', 'Fault 100 A', 900 from class, term returning id),
       course as (insert into courses (institution_id, code, title, credit_units)
         select $1, 'FLT 10' || n, 'Fault course ' || n, 3 from generate_series(1, 3) n returning id),
       offering as (insert into course_offerings (institution_id, batch_id, course_id) select $1, batch.id, course.id from batch, course),
       period as (insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on,
           closes_on, late_until, late_fee, late_category_id)
         select $1, class.id, term.id, 0, 24, current_date - 9, current_date - 2, current_date + 300, 250000, $2 from class, term),
       student as (insert into students (institution_id, admission_number, surname, first_name, batch_id)
         select $1, 'REGISTERED/' || n, 'Registering', 'Student', batch.id from batch, generate_series(1, 800) n returning id),
       enrolment as (insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
         select $1, student.id, batch.id, term.session_id, current_date - 30 from student, batch, term)
       select term.id::int as term, (select array_agg(id::int order by id) from course) as courses,
         (select array_agg(id::int order by id) from student) as students from term`,
      [institutionId, categoryId],
    );
    const { term, courses, students } = rows[0]!;
    return { termId: term, courseIds: courses, waiting: students, registered: [] };
  });

/** A registrar types paper forms: registers, approves, and returns what must change, which is then registered again. */
export async function registerCourses(period: LatePeriod, { clerk, notes, chance, prefix, isOver }: Desk) {
  const { termId, courseIds, waiting, registered } = period;
  for (let turn = 1; !isOver(); turn += 1) {
    const isNew = registered.length === 0 || (waiting.length > 0 && chance() < 0.6);
    const studentId = isNew ? waiting[0]! : pick(chance, registered);
    const address = `/students/${studentId}/course-registration`;
    const page = isNew ? null : propsOf<Page>(await clerk.get(`${address}?term=${termId}`));
    const saved = page?.view.saved;
    if (isNew || saved?.state === 'returned') {
      const key = randomUUID();
      const answer = await again(isOver, () => clerk.post(address, { termId, courseIds }, key));
      // What is refused now may be registered in another round.
      if (answer.status !== 303) await pause(answer);
      else if (isNew && notes.note('registration', String(studentId), answer)) registered.push(waiting.shift()!);
    } else if (saved?.state === 'submitted') {
      const answer = await clerk.post('/course-registrations/approve', { ids: [saved.id] });
      if (answer.status !== 303) await pause(answer);
    } else if (saved) {
      const remark = `${prefix}-REG-${turn}`;
      const answer = await clerk.post(`/course-registrations/${saved.id}/return`, { remark });
      if (!notes.note('registration return', remark, answer)) await pause(answer);
    } else await wait(200);
  }
}

interface Page {
  view: { saved: { id: number; state: 'submitted' | 'returned' | 'approved' } | null };
}
