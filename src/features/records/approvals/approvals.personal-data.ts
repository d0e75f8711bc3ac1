import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-messages.ts';
import { momentText, personText } from '#kernel/personal-data/data-section.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { bySubject, ownerColumn, anyId } from '#kernel/personal-data/named-by.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';

/** Requests about a person or about the account of a person. */
export const approvalPersonalData: PersonalData = {
  tables: [
    {
      table: 'approvals',
      people: ['student', 'employee', 'guardian'],
      namedBy: bySubject('subject_type'),
      section: {
        title: 'Requests for approval',
        order: 150,
        codes: { Outcome: sentenceCase },
        rows: ({ institutionId, entity, personId, withAccounts }) => sql`
          select ${momentText('q.asked_at')} as "Requested", ${personText(sql`a.name`, withAccounts)} as "Requested by",
            q.summary as "Request", q.outcome as "Outcome", q.reason as "Reason"
          from approvals q join accounts a on a.id = q.asked_by
          where q.institution_id = ${institutionId} and ((q.subject_type = ${entity} and q.subject_id = ${personId})
            or (q.subject_type = 'account' and q.subject_id in (select m.account_id from memberships m
              where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${personId})))
          order by q.id`,
      },
      erase: { keep: 'The request and the decision stay, without details of the person.' },
      eraseMentions: eraseApprovals,
      merge: { how: 'leave', why: 'A request is about the record it was made for.' },
      retention: { keep: 'As long as the audit log, which refers to requests.' },
    },
  ],
};

/**
 * Removes a person's words from requests about the person, the person's account, an account for an employee, a
 * guardian's link to a child, or a merge. A request that is still open expires. Only ids are compared: a name may be any
 * words.
 */
async function eraseApprovals({ tx, institutionId, kind, ids, found }: Erasure): Promise<void> {
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
