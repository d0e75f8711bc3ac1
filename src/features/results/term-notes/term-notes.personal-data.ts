import { sql } from 'drizzle-orm';
import { ofTerm } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Attendance, traits and remarks of students. What was published of them is with the published results. */
export const termNotePersonalData: PersonalData = {
  tables: [
    {
      table: 'term_notes',
      inSession: { one: 'has notes on the report card of', many: 'have notes on report cards of', stands: ofTerm },
      people: ['student'],
      section: {
        title: 'Attendance and remarks',
        order: 43,
        rows: ({ institutionId, personId }) => sql`
          select y.name as "Session", t.name as "Term", x.key as "Note", x.value as "Entered"
          from term_notes n join terms t on (t.institution_id, t.id) = (n.institution_id, n.term_id)
          join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
          cross join jsonb_each_text(n.notes) x
          where n.institution_id = ${institutionId} and n.student_id = ${personId} and x.value <> ''
          order by y.starts_on, t.position, x.key`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['term_id'],
        one: 'term of attendance and remarks',
        many: 'terms of attendance and remarks',
        undo: { keys: ['student_id', 'term_id'] },
      },
      retention: { keep: 'As long as the record: report cards can be printed again.' },
    },
  ],
};
