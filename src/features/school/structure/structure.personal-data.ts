import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { heading } from '#kernel/personal-data/data-section.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Which employees are class teachers and which courses they teach. */
export const structurePersonalData: PersonalData = {
  tables: [
    {
      table: 'batch_teachers',
      people: ['employee'],
      section: {
        title: 'Class teacher of',
        order: 20,
        rows: ({ institutionId, personId, words }) => sql`
          select b.name as ${heading(words.batch)}, y.name as "Session" from batch_teachers t
          join batches b on (b.institution_id, b.id) = (t.institution_id, t.batch_id)
          join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
          where t.institution_id = ${institutionId} and t.employee_id = ${personId} order by y.starts_on, b.name`,
      },
      erase: { keep: 'The history of a class arm stays; the record it refers to doesn’t identify anyone.' },
      merge: {
        how: 'move',
        same: ['batch_id'],
        one: 'class as class teacher',
        many: 'classes as class teacher',
        undo: { keys: ['batch_id', 'employee_id'], words: 'the class teachers' },
        conflicts: sharedBatches,
      },
      retention: { keep: 'As long as the class arm.' },
    },
    {
      table: 'course_offerings',
      people: ['employee'],
      section: {
        title: ({ courses }) => `${courses} taught`,
        order: 30,
        rows: ({ institutionId, personId, words }) => sql`
          select c.code as "Code", c.title as "Title", b.name as ${heading(words.batch)}, y.name as "Session" from course_offerings o
          join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
          join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
          join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
          where o.institution_id = ${institutionId} and o.employee_id = ${personId} order by y.starts_on, b.name, c.code`,
      },
      erase: { keep: 'What was taught stays; the record it refers to doesn’t identify anyone.' },
      merge: {
        how: 'move',
        one: 'course taught',
        many: 'courses taught',
        undo: { words: 'the course teachers' },
      },
      retention: { keep: 'As long as the class arm.' },
    },
  ],
};

async function sharedBatches({ tx, institutionId, keptId, otherId }: Merge): Promise<string[]> {
  const rows = await query<{ name: string }>(tx, render)`
    select b.name from batch_teachers k join batch_teachers g on (g.institution_id, g.batch_id) = (k.institution_id, k.batch_id)
    join batches b on (b.institution_id, b.id) = (k.institution_id, k.batch_id)
    where k.institution_id = ${institutionId} and k.employee_id = ${keptId} and g.employee_id = ${otherId} order by b.name`;
  if (rows.length === 0) return [];
  return [`Both are class teachers of ${rows.map(({ name }) => name).join(', ')}. The kept record is listed once.`];
}
