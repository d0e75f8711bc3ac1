import { sql } from 'drizzle-orm';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId } from '#kernel/personal-data/named-by.ts';

/**
 * Removes a person's words from requests about the person, the person's account, an account for an employee, a
 * guardian's link to a child, or a merge. A request that is still open expires. Only ids are compared: a name may be any
 * words.
 */
export async function eraseApprovals({ tx, institutionId, kind, ids, found }: Erasure): Promise<void> {
  const idTexts = sql`any(${sql.param(ids.map(String))}::text[])`;
  await tx.execute(sql`update approvals set summary = 'do something about an erased person', payload = '{}',
      reason = case when reason is not null then 'Erased' end,
      outcome = coalesce(outcome, 'expired'), decided_at = coalesce(decided_at, now())
    where institution_id = ${institutionId} and (
      (subject_type = ${kind.entity} and subject_id = ${anyId(ids)})
      or (subject_type = 'account' and subject_id = ${anyId(found.leftAccounts)})
      or (${kind.entity} = 'employee'
        and coalesce(payload ->> 'employee_id', payload -> 'input' ->> 'employee_id') = ${idTexts})
      or (${kind.entity} = 'guardian' and payload ->> 'guardianId' = ${idTexts})
      or (payload ->> 'entity' = ${kind.entity} and payload -> 'people' @> any (array(
        select to_jsonb(id) from unnest(${sql.param(ids)}::bigint[]) id)))
      or (kind = ${`${kind.people}.merge`} and payload ->> 'otherId' = ${idTexts}))`);
}
