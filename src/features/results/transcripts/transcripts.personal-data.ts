import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Transcripts and statements of result as they were issued. */
export const transcriptPersonalData: PersonalData = {
  tables: [
    {
      table: 'academic_papers',
      people: ['student'],
      section: {
        title: 'Transcripts and statements of result',
        order: 43,
        rows: ({ institutionId, personId }) => sql`
          select p.number as "Number", p.names ->> 'recipient' as "Issued to", p.names ->> 'purpose' as "Purpose",
            p.content ->> 'overall' as "CGPA or average", p.content ->> 'designation' as "Class",
            ${momentText('p.issued_at')} as "Issued", ${momentText('p.revoked_at')} as "Revoked"
          from academic_papers p where p.institution_id = ${institutionId} and p.student_id = ${personId} order by p.seq`,
      },
      // What remains is figures and a number, so that the chain stays whole.
      erase: {
        set: { names: null, revoke_reason: sql`case when revoke_reason is not null then 'Erased' end` },
      },
      merge: { how: 'move', one: 'issued paper', many: 'issued papers' },
      retention: {
        keep: 'Permanently: a transcript must be verifiable years later. Names are erased with the student.',
      },
    },
  ],
};
