import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalTable } from '#kernel/personal-data/personal-data.ts';

const keep = 'Permanently: the reason for a changed mark must be known as long as the result.';

const ofCorrection = sql`
  join result_corrections c on (c.institution_id, c.id) = (k.institution_id, k.correction_id)
  join mark_sheets s on (s.institution_id, s.id) = (c.institution_id, c.sheet_id)
  join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
  left join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)`;
const shared = { people: ['student'], erase: { keep }, retention: { keep } } as const;

/** Marks, courses and notes of students in corrections of published results. */
export const correctionPersonalData: PersonalTable[] = [
  {
    ...shared,
    table: 'result_correction_cells',
    section: {
      title: 'Corrections of published marks',
      order: 44,
      rows: ({ institutionId, personId }) => sql`
        select ${momentText('c.asked_at')} as "Requested", t.name as "Term", l.title as "Course", k.component as "Part",
          k.was::text as "Before", k.entered::text as "After", a.outcome as "Outcome"
        from result_correction_cells k ${ofCorrection}
        join courses l on (l.institution_id, l.id) = (k.institution_id, k.course_id)
        where k.institution_id = ${institutionId} and k.student_id = ${personId} order by c.id, l.title, k.component`,
    },
    eraseMentions: eraseReasons,
    merge: { how: 'move', one: 'corrected mark', many: 'corrected marks' },
  },
  {
    ...shared,
    table: 'result_correction_courses',
    section: {
      title: 'Courses added to published results or removed',
      order: 44,
      rows: ({ institutionId, personId }) => sql`
        select ${momentText('c.asked_at')} as "Requested", t.name as "Term", l.title as "Course", k.change as "Change",
          a.outcome as "Outcome"
        from result_correction_courses k ${ofCorrection}
        join courses l on (l.institution_id, l.id) = (k.institution_id, k.course_id)
        where k.institution_id = ${institutionId} and k.student_id = ${personId} order by c.id, l.title`,
    },
    merge: { how: 'move', one: 'corrected course', many: 'corrected courses' },
  },
  {
    ...shared,
    table: 'result_correction_notes',
    erase: { set: { was: '', entered: 'Erased' } },
    section: {
      title: 'Corrections of attendance and remarks',
      order: 44,
      rows: ({ institutionId, personId }) => sql`
        select ${momentText('c.asked_at')} as "Requested", t.name as "Term", k.field as "Note", k.was as "Before",
          k.entered as "After", a.outcome as "Outcome"
        from result_correction_notes k ${ofCorrection}
        where k.institution_id = ${institutionId} and k.student_id = ${personId} order by c.id, k.field`,
    },
    merge: { how: 'move', one: 'corrected note', many: 'corrected notes' },
  },
];

/** A reason is free text, which may name the student. */
async function eraseReasons({ tx, institutionId, kind, ids }: Erasure): Promise<void> {
  if (kind.entity !== 'student') return;
  const isTheirs = sql`where k.institution_id = ${institutionId} and k.student_id = ${anyId(ids)}`;
  const about = sql`select k.correction_id from result_correction_cells k ${isTheirs}
    union select k.correction_id from result_correction_courses k ${isTheirs}
    union select k.correction_id from result_correction_notes k ${isTheirs}`;
  await tx.execute(sql`update result_corrections set reason = 'Erased'
    where institution_id = ${institutionId} and id in (${about})`);
  await tx.execute(sql`update approvals set payload = payload || '{"reason": "Erased"}',
      reason = case when reason is not null then 'Erased' end
    where institution_id = ${institutionId} and subject_type = 'result_correction' and subject_id in (${about})`);
}
