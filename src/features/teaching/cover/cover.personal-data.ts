import { sql } from 'drizzle-orm';
import { heading } from '#kernel/personal-data/data-section.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Whose lessons were taken by whom. */
export const coverPersonalData: PersonalData = {
  tables: [
    {
      table: 'covers',
      people: ['employee'],
      namedBy: (_, ids) => sql`(substitute_id = ${anyId(ids)} or absent_id = ${anyId(ids)})`,
      section: {
        title: 'Cover',
        order: 35,
        rows: ({ institutionId, personId, words }) => sql`
          select c.on_date as "Day", lower(c.periods) as "Period", b.name as ${heading(words.batch)}, u.title as "Title",
            case when c.substitute_id = ${personId} then 'Taken for someone' else 'Taken by someone' end as "Cover"
          from covers c join part_courses p on (p.institution_id, p.part_id) = (c.institution_id, c.part_id)
          join batches b on (b.institution_id, b.id) = (p.institution_id, p.batch_id)
          join courses u on (u.institution_id, u.id) = (p.institution_id, p.course_id)
          where c.institution_id = ${institutionId} and ${personId} in (c.substitute_id, c.absent_id)
          order by c.on_date, lower(c.periods), b.name`,
      },
      erase: { keep: 'What was taught stays; the record it refers to doesn’t identify anyone.' },
      merge: { how: 'combine', one: 'cover', many: 'covers', run: mergeCovers },
      retention: { keep: 'As long as the timetable: it shows who taught each lesson.' },
    },
    {
      table: 'cover_changes',
      people: ['employee'],
      namedBy: (_, ids) => sql`(was_id = ${anyId(ids)} or absent_id = ${anyId(ids)})`,
      section: { omit: 'It repeats covers for a few minutes, until the people concerned are notified.' },
      erase: 'delete',
      merge: {
        how: 'refuse',
        message:
          'Lessons of one of the two records have just been assigned or unassigned. Merge once the messages are sent, in 10 minutes.',
      },
      retention: { keep: 'Ten minutes at most, until the people concerned are notified.' },
    },
  ],
};

/** Covers follow the kept record, unless one of the two took a lesson of the other, or both one at the same time. */
async function mergeCovers({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from covers c where c.institution_id = ${institutionId}
      and (array[c.absent_id, c.substitute_id] @> array[${keptId}, ${otherId}]::bigint[]
        or c.substitute_id = ${otherId} and exists (select from covers k where (k.institution_id, k.substitute_id, k.on_date)
          = (c.institution_id, ${keptId}, c.on_date) and k.periods && c.periods)
        or c.absent_id = ${otherId} and exists (select from covers k where (k.institution_id, k.on_date, k.lesson_id, k.part_id, k.absent_id)
          = (c.institution_id, c.on_date, c.lesson_id, c.part_id, ${keptId}))) limit 1`);
  if (rows.length > 0)
    throw new ValidationError(
      'form',
      'The two records cover lessons at the same time, or for each other. Remove one of the covers, then merge.',
    );
  for (const column of [sql`substitute_id`, sql`absent_id`])
    await journal.run(
      'covers',
      sql`update covers set ${column} = ${keptId} where institution_id = ${institutionId} and ${column} = ${otherId}`,
    );
}
