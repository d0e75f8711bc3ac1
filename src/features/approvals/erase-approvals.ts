import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

interface Erased {
  subjectType: string;
  ids: number[];
  accountIds: number[];
}

/**
 * Takes a person's words out of requests that are about the person, the person's sign-in, an account for an employee, a
 * guardian's link to a child or a merge; one that waits ends. Linked by id alone: a name may be any words.
 */
export async function eraseApprovals(tx: Tx, institutionId: number, { subjectType, ids, accountIds }: Erased) {
  const any = sql`${sql.param(ids.map(String))}::text[]`;
  await tx.execute(sql`update approvals set summary = 'do something about an erased person', payload = '{}',
      reason = case when reason is not null then 'Erased' end,
      outcome = coalesce(outcome, 'expired'), decided_at = coalesce(decided_at, now())
    where institution_id = ${institutionId} and (
      (subject_type = ${subjectType} and subject_id = any(${sql.param(ids)}::bigint[]))
      or (subject_type = 'account' and subject_id = any(${sql.param(accountIds)}::bigint[]))
      or (${subjectType} = 'employee'
        and coalesce(payload ->> 'employee_id', payload -> 'input' ->> 'employee_id') = any(${any}))
      or (${subjectType} = 'guardian' and payload ->> 'guardianId' = any(${any}))
      or (kind = ${subjectType} || 's.merge' and payload ->> 'otherId' = any(${any})))`);
}
