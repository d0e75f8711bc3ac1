import { sql } from 'drizzle-orm';
import { Refused } from '#kernel/errors.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Covers follow the kept record, unless one of the two took a lesson of the other, or both one at the same time. */
export async function mergeCovers({ journal, tx, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from covers c where c.institution_id = ${institutionId}
      and (array[c.absent_id, c.substitute_id] @> array[${keptId}, ${otherId}]::bigint[]
        or c.substitute_id = ${otherId} and exists (select from covers k where (k.institution_id, k.substitute_id, k.on_date)
          = (c.institution_id, ${keptId}, c.on_date) and k.periods && c.periods)
        or c.absent_id = ${otherId} and exists (select from covers k where (k.institution_id, k.on_date, k.lesson_id, k.part_id, k.absent_id)
          = (c.institution_id, c.on_date, c.lesson_id, c.part_id, ${keptId}))) limit 1`);
  if (rows.length > 0)
    throw new Refused(
      'form',
      'The two records cover lessons at the same time, or for each other. Take one of the covers back, then merge.',
    );
  for (const column of [sql`substitute_id`, sql`absent_id`])
    await journal.run(
      'covers',
      sql`update covers set ${column} = ${keptId} where institution_id = ${institutionId} and ${column} = ${otherId}`,
    );
}
