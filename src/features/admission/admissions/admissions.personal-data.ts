import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { nulls } from '#features/records/people/erase-record.ts';
import { eraseMessagesOf } from './tidy/tidy-applications.ts';
import { applicationStates, type ApplicationState } from './admissions.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

const people = ['student'] as const;
const retention = {
  keep: 'As long as the student’s record. Drafts are deleted after 90 days; rejected and withdrawn applications are anonymised after 2 years.',
};
const ofStudent = (ids: readonly number[]) => sql`(student_id = ${anyId(ids)} or returning_student_id = ${anyId(ids)})`;
const ofApplication = (ids: readonly number[]) =>
  sql`application_id in (select a.id from applications a where a.student_id = ${anyId(ids)} or a.returning_student_id = ${anyId(ids)})`;

/** Applications of admitted and returning students. Others are about nobody on record: `tidyApplications` removes them. */
export const admissionPersonalData: PersonalData = {
  tables: [
    {
      table: 'applications',
      people,
      namedBy: (_, ids) => ofStudent(ids),
      section: {
        title: 'Applications',
        order: 21,
        codes: { State: (code) => applicationStates[code as ApplicationState] ?? code },
        rows: ({ institutionId, personId }) => sql`
          select a.number as "Number", p.name as "Programme", y.name as "Session", a.status as "State",
            ${momentText('a.submitted_at')} as "Sent", a.score::text as "Score", a.phone as "Phone", a.email as "E-mail",
            a.answers::text as "Answers"
          from applications a join intakes i on (i.institution_id, i.id) = (a.institution_id, a.intake_id)
          join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
          join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
          where a.institution_id = ${institutionId} and (a.student_id = ${personId} or a.returning_student_id = ${personId})
          order by a.id`,
      },
      files: ['photo_id', 'photo_small_id'],
      erase: {
        set: {
          surname: 'Record',
          first_name: 'Erased',
          answers: sql`'{}'::jsonb`,
          anonymised_at: sql`now()`,
          ...nulls(
            'middle_name',
            'gender',
            'birth_date',
            'phone',
            'email',
            'photo_id',
            'photo_small_id',
            'close_reason',
          ),
        },
      },
      eraseMentions: async ({ tx, institutionId, ids, found }) => {
        const these = sql`select institution_id, id, started_at from applications
          where institution_id = ${institutionId} and ${ofStudent(ids)}`;
        found.messages.push(...(await eraseMessagesOf(tx, these)));
      },
      merge: {
        how: 'combine',
        one: 'application',
        many: 'applications',
        run: mergeApplications,
        undo: { keys: ['id'], by: 'columns', words: 'the applications' },
      },
      retention,
    },
    {
      table: 'application_papers',
      people,
      namedBy: (_, ids) => ofApplication(ids),
      section: {
        title: 'Papers of applications',
        order: 22,
        rows: ({ institutionId, personId }) => sql`
          select p.kind as "Paper", p.name as "File", ${momentText('p.created_at')} as "Sent" from application_papers p
          join applications a on (a.institution_id, a.id) = (p.institution_id, p.application_id)
          where p.institution_id = ${institutionId} and (a.student_id = ${personId} or a.returning_student_id = ${personId})
          order by p.created_at`,
      },
      files: ['file_id'],
      erase: 'delete',
      merge: { how: 'leave', why: 'They stay with the application.' },
      retention,
    },
    {
      table: 'application_notes',
      people,
      namedBy: (_, ids) => ofApplication(ids),
      section: { omit: 'Internal notes of the admissions office.' },
      erase: 'delete',
      merge: { how: 'leave', why: 'They stay with the application.' },
      retention,
    },
    {
      table: 'application_tasks',
      people,
      namedBy: (_, ids) => ofApplication(ids),
      section: { omit: 'Requests from the school during the application.' },
      erase: 'delete',
      merge: { how: 'leave', why: 'They stay with the application.' },
      retention,
    },
  ],
};

/** Applications follow the kept record, unless that has one for the same intake already. */
async function mergeApplications({ journal, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  await journal.run(
    'applications',
    sql`update applications set
      student_id = case when student_id = ${otherId} then ${keptId} else student_id end,
      returning_student_id = case when returning_student_id = ${otherId} then ${keptId} else returning_student_id end
    where institution_id = ${institutionId} and (student_id = ${otherId} or returning_student_id = ${otherId})
      and (student_id is distinct from ${otherId} or not exists (select from applications k
        where k.institution_id = applications.institution_id and k.student_id = ${keptId}
          and k.intake_id = applications.intake_id))`,
  );
}
