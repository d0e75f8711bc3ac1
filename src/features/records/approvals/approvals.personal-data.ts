import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-words.ts';
import { momentText, personText } from '#kernel/personal-data/data-section.ts';
import { bySubject, ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { eraseApprovals } from './erase-approvals.ts';

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
      erase: { keep: 'That something was requested and decided stays, without words about the person.' },
      eraseMentions: eraseApprovals,
      merge: { how: 'leave', why: 'A request is about the record it was made for.' },
      retention: { keep: 'As long as the audit log, which refers to requests.' },
    },
  ],
};
