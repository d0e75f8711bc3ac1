import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import type { Reported } from '../review/open-review.ts';

/** The student whose account it is: of a merged record, the one that was kept. */
export async function ownerOf(
  tx: Tx,
  { institutionId, provider, mode }: Pick<Reported, 'institutionId' | 'provider' | 'mode'>,
  accountNumber: string,
): Promise<number | null> {
  const [owner] = await query<{ id: number }>(
    tx,
    sql`with recursive owner as (
        select s.id, s.merged_into_id from dedicated_accounts a
        join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id)
        where a.institution_id = ${institutionId} and a.provider = ${provider} and a.mode = ${mode}
          and a.account_number = ${accountNumber}
        union select s.id, s.merged_into_id from owner o join students s
          on s.institution_id = ${institutionId} and s.id = o.merged_into_id)
      select id from owner where merged_into_id is null`,
  );
  return owner ? Number(owner.id) : null;
}

/** The kept record gets the accounts that it lacks. Money in the others is credited to it as well. */
export async function mergeAccounts({ institutionId, keptId, otherId, journal }: RunningMerge): Promise<void> {
  await journal.run(
    'dedicated_accounts',
    sql`update dedicated_accounts a set student_id = ${keptId}
      where a.institution_id = ${institutionId} and a.student_id = ${otherId} and not exists (
        select from dedicated_accounts k where k.institution_id = a.institution_id and k.student_id = ${keptId}
          and (k.provider, k.mode) = (a.provider, a.mode))`,
  );
}
