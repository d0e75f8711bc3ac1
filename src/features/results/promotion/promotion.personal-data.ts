import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { ofSession } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { outcomesAndUndecided, type Outcome } from './outcomes.ts';

const keep = { keep: 'As long as the student’s record: it shows the outcome of each session.' };

/** What followed each session for a student. An export has it once it is approved. */
export const promotionPersonalData: PersonalData = {
  tables: [
    {
      table: 'promotion_decisions',
      inSession: { one: 'has a promotion decision of', many: 'have promotion decisions of', stands: ofSession },
      people: ['student'],
      section: {
        title: 'Promotion',
        order: 44,
        codes: { Outcome: (code) => outcomesAndUndecided[code as Outcome] ?? code },
        rows: ({ institutionId, personId }) => sql`
          select y.name as "Session", d.outcome as "Outcome", d.average as "Average", d.designation as "Class",
            d.note as "Reason", ${momentText('d.approved_at')} as "Approved"
          from promotion_decisions d join academic_sessions y on (y.institution_id, y.id) = (d.institution_id, d.session_id)
          where d.institution_id = ${institutionId} and d.student_id = ${personId} and d.approved_at is not null
          order by y.starts_on`,
      },
      erase: { set: { note: sql`case when note is not null then 'Erased' end` } },
      merge: {
        how: 'move',
        same: ['session_id'],
        one: 'promotion',
        many: 'promotions',
        undo: { keys: ['session_id', 'student_id'] },
      },
      retention: keep,
    },
  ],
};
