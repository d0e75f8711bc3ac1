import { sql } from 'drizzle-orm';
import { momentText, personText } from '#kernel/personal-data/data-section.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { bySubject } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { groupLabel, placeLabel } from './privacy-labels.ts';

const people = ['student', 'employee', 'guardian'] as const;

/** The access log, and what failed jobs had in hand. */
export const privacyPersonalData: PersonalData = {
  tables: [
    {
      table: 'read_log',
      people,
      namedBy: bySubject('entity'),
      section: {
        title: 'Access log',
        order: 160,
        codes: { 'Data type': groupLabel, Where: placeLabel },
        rows: ({ institutionId, entity, personId, withAccounts }) => sql`
          select ${momentText('r.at')} as "When", ${personText(sql`r.person`, withAccounts)} as "Person",
            r.field_group as "Data type", r.place as "Where"
          from read_log r left join accounts a on a.id = r.account_id where r.institution_id = ${institutionId}
            and r.entity = ${entity} and r.subject_id = ${personId} order by r.id`,
      },
      erase: { keep: 'That someone had access stays; the record it refers to doesn’t identify anyone.' },
      merge: { how: 'leave', why: 'A log says what was opened at the time.' },
      retention: { keep: 'As long as the institution: it shows who had access to restricted data.' },
    },
    {
      table: 'pgboss.job',
      people,
      namedBy: () => sql`false`,
      section: { omit: 'Jobs hold numbers of records; only the error of a failed one may quote a name.' },
      erase: { keep: 'The job is deleted once it has ended.' },
      eraseMentions: eraseJobErrors,
      merge: { how: 'leave', why: 'Jobs refer to no record.' },
      retention: { keep: 'Some days after the job has ended.' },
    },
  ],
};

async function eraseJobErrors({ tx, institutionId }: Erasure): Promise<void> {
  await tx.execute(sql`update pgboss.job set output = null
    where output is not null and data ->> 'institutionId' = ${String(institutionId)}`);
}
