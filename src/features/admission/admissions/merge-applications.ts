import { sql } from 'drizzle-orm';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** Applications follow the kept record, unless that has one for the same intake already. */
export async function mergeApplications({ journal, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
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
