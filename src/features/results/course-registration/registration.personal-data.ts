import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { ofTerm } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { query, render } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

const keep = 'As long as the marks: they decide which courses count. An erased record has no name.';

/** What students registered for. */
export const registrationPersonalData: PersonalData = {
  tables: [
    {
      table: 'course_registrations',
      inSession: { one: 'has registered courses of', many: 'have registered courses of', stands: ofTerm },
      people: ['student'],
      section: {
        title: 'Course registrations',
        order: 40,
        rows: ({ institutionId, personId }) => sql`
          select t.name as "Term", r.state as "State", r.is_late as "Late", ${momentText('r.submitted_at')} as "Submitted",
            r.remark as "Adviser’s remark", r.override_reason as "Reason for units outside the limits", (select string_agg(c.code, ', ' order by c.code) from registration_choices x
              join courses c on (c.institution_id, c.id) = (x.institution_id, x.course_id)
              where (x.institution_id, x.registration_id) = (r.institution_id, r.id)) as "Courses"
          from course_registrations r join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
          where r.institution_id = ${institutionId} and r.student_id = ${personId} order by r.id`,
      },
      erase: { set: { remark: null, override_reason: null } },
      merge: {
        how: 'combine',
        one: 'course registration',
        many: 'course registrations',
        run: mergeRegistrations,
        undo: { by: 'columns' },
      },
      retention: { keep },
    },
    {
      table: 'registered_courses',
      inSession: { one: 'has registered courses of', many: 'have registered courses of', stands: ofTerm },
      people: ['student'],
      section: { omit: 'The course registrations name the courses.' },
      erase: { keep },
      merge: {
        how: 'move',
        one: 'registered course',
        many: 'registered courses',
        same: ['term_id', 'course_id'],
        undo: { keys: ['student_id', 'term_id', 'course_id'], by: 'rows' },
      },
      retention: { keep },
    },
  ],
};

/** Registrations follow the kept record; two of the same term are for a person to settle. */
async function mergeRegistrations({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const rows = await query<{ term: string }>(tx, render)`
    select t.name as term from course_registrations r
    join course_registrations k on (k.institution_id, k.term_id) = (r.institution_id, r.term_id)
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and r.student_id = ${otherId} and k.student_id = ${keptId} limit 1`;
  if (rows[0])
    throw new ValidationError(
      'form',
      `Both records have a course registration of ${rows[0].term}. They can’t be merged.`,
    );
  await journal.run(
    'course_registrations',
    sql`update course_registrations set student_id = ${keptId}
      where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
}
