import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { allContacts } from '#kernel/personal-data/erasure.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** What people wrote to the school, by the number on their record. */
export const contactPersonalData: PersonalData = {
  tables: [
    {
      table: 'incoming_messages',
      people: ['student', 'employee', 'guardian'],
      section: {
        title: 'Messages to the school',
        order: 192,
        rows: ({ institutionId, entity, personId }) => sql`
          select ${momentText('m.received_at')} as "When", m.address as "From", m.body as "Text"
          from incoming_messages m join ${sql.identifier(`${entity}s`)} p on p.institution_id = m.institution_id and p.id = ${personId}
            and m.address in (p.phone, p.mobile)
          where m.institution_id = ${institutionId} order by m.id`,
      },
      erase: { keep: 'That a message came stays, without its text and number.' },
      eraseMentions: async (erasure) => {
        await erasure.tx
          .execute(sql`update incoming_messages set body = 'This message has been erased.', address = 'erased'
          where institution_id = ${erasure.institutionId} and address = any (${sql.param(allContacts(erasure))}::text[])`);
      },
      merge: { how: 'leave', why: 'They belong to a number, not to a record.' },
      retention: { keep: 'As long as the institution: they answer what was sent.' },
    },
  ],
};
