import { sql } from 'drizzle-orm';
import { ofTerm } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { markConflicts, markFields, mergeMarks } from './merge-marks.ts';

const people = ['student'] as const;
const keep =
  'Permanently: a transcript must be possible years later. After an erasure they belong to an anonymous record.';

/** Marks of students, with every value that they have had. */
export const assessmentPersonalData: PersonalData = {
  tables: [
    {
      table: 'marks',
      inSession: { one: 'already has marks in', many: 'already have marks in', stands: ofTerm },
      people,
      section: {
        title: 'Marks',
        order: 40,
        rows: ({ institutionId, personId }) => sql`
          select y.name as "Session", t.name as "Term", c.code as "Code", c.title as "Course", m.entries::text as "Marks in hundredths"
          from marks m join terms t on (t.institution_id, t.id) = (m.institution_id, m.term_id)
          join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
          join courses c on (c.institution_id, c.id) = (m.institution_id, m.course_id)
          join mark_sheets s on (s.institution_id, s.term_id) = (m.institution_id, m.term_id) and s.state = 'published'
            and s.batch_id = (select e.batch_id from session_students e where (e.institution_id, e.session_id, e.student_id)
              = (m.institution_id, t.session_id, m.student_id))
          where m.institution_id = ${institutionId} and m.student_id = ${personId} order by y.starts_on, t.position, c.code`,
      },
      erase: { keep },
      merge: {
        how: 'combine',
        one: 'mark',
        many: 'marks',
        run: mergeMarks,
        fields: markFields,
        isCounted: true,
        conflicts: markConflicts,
        undo: { keys: ['student_id', 'term_id', 'course_id'] },
      },
      retention: { keep },
    },
    {
      table: 'mark_changes',
      inSession: { one: 'already has marks in', many: 'already have marks in', stands: ofTerm },
      people,
      section: {
        title: 'Changes of marks',
        order: 41,
        rows: ({ institutionId, personId }) => sql`
          select ${momentText('h.at')} as "At", c.title as "Course", h.component as "Part", h.was::text as "Before", h.entered::text as "After"
          from mark_changes h join courses c on (c.institution_id, c.id) = (h.institution_id, h.course_id)
          where h.institution_id = ${institutionId} and h.student_id = ${personId}
            and exists (select from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
              join session_students e on (e.institution_id, e.session_id, e.student_id) = (s.institution_id, t.session_id, h.student_id)
                and e.batch_id = s.batch_id
              where s.institution_id = h.institution_id and s.term_id = h.term_id and s.state = 'published')
          order by h.id`,
      },
      erase: { keep },
      merge: { how: 'move', one: 'change of a mark', many: 'changes of marks' },
      retention: { keep },
    },
  ],
};
