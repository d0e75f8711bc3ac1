import { sql } from 'drizzle-orm';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

/** The kept record takes the other's place in its registers; one that called both calls it once. Marks moved before. */
export async function mergeRegisters({ journal, institutionId, keptId, otherId }: RunningMerge): Promise<void> {
  await journal.run(
    'attendance_registers',
    sql`update attendance_registers set roll = case when roll @> array[${keptId}::bigint]
        then array_remove(roll, ${otherId}::bigint) else array_replace(roll, ${otherId}::bigint, ${keptId}::bigint) end
      where institution_id = ${institutionId} and roll @> array[${otherId}::bigint]`,
  );
}
