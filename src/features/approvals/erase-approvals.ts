import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

interface Erased {
  subjectType: string;
  ids: number[];
  accountIds: number[];
  /** As texts call the person. */
  names: string[];
}

/** Takes a person's words out of requests that are about the person or name the person; one that waits ends. */
export async function eraseApprovals(tx: Tx, institutionId: number, { subjectType, ids, accountIds, names }: Erased) {
  await tx.execute(sql`update approvals set summary = 'do something about an erased person', payload = '{}',
      reason = case when reason is not null then 'Erased' end,
      outcome = coalesce(outcome, 'expired'), decided_at = coalesce(decided_at, now())
    where institution_id = ${institutionId} and (
      (subject_type = ${subjectType} and subject_id = any(${sql.param(ids)}::bigint[]))
      or (subject_type = 'account' and subject_id = any(${sql.param(accountIds)}::bigint[]))
      or exists (select from unnest(${sql.param(names)}::text[]) name
        where position(name in summary) > 0 or position(name in payload::text) > 0 or position(name in reason) > 0))`);
}
