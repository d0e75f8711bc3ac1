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
      erase: { keep: 'The entry of the message stays, without its text and number.' },
      eraseMentions: async (erasure) => {
        await erasure.tx
          .execute(sql`update incoming_messages set body = 'This message has been erased.', address = 'erased'
          where institution_id = ${erasure.institutionId} and address = any (${sql.param(allContacts(erasure))}::text[])`);
      },
      merge: { how: 'leave', why: 'They belong to a number, not to a record.' },
      retention: { keep: 'As long as the institution: they answer what was sent.' },
    },
    {
      table: 'contact_wishes',
      people: ['student', 'employee', 'guardian'],
      section: {
        title: 'Opt-outs',
        order: 193,
        rows: ({ institutionId, entity, personId }) => sql`
          select w.address as "Number or address", w.blocks as "Blocks", ${momentText('w.created_at')} as "Since", ${momentText('w.ended_at')} as "Until"
          from contact_wishes w join ${sql.identifier(`${entity}s`)} p on p.institution_id = w.institution_id and p.id = ${personId}
            and w.address in (p.phone, p.mobile, lower(p.email))
          where w.institution_id = ${institutionId} order by w.id`,
      },
      erase: {
        keep: 'The number or address stays, without a name or a note: otherwise the next import could message someone who opted out.',
      },
      eraseMentions: async (erasure) => {
        const contacts = allContacts(erasure).flatMap((contact) => [contact, contact.toLowerCase()]);
        await erasure.tx
          .execute(sql`update contact_wishes set note = null, account_id = case when said_by = 'person' then null else account_id end
          where institution_id = ${erasure.institutionId} and address = any (${sql.param(contacts)}::text[])`);
      },
      merge: { how: 'leave', why: 'They belong to a number or an address, not to a record.' },
      retention: { keep: 'Until it’s ended: an opt-out also applies to someone who comes back.' },
    },
  ],
};
