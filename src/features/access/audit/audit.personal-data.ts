import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-messages.ts';
import { momentText, personText, withheld } from '#kernel/personal-data/data-section.ts';
import { allContacts, namePatterns, type Erasure } from '#kernel/personal-data/erasure.ts';
import { anyId, bySubject } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const people = ['student', 'employee', 'guardian'] as const;
const channelWords = (channel: string) =>
  channel === 'sms' ? 'SMS' : channel === 'email' ? 'E-mail' : sentenceCase(channel);

/** The audit log, and messages that were sent. */
export const auditPersonalData: PersonalData = {
  tables: [
    {
      table: 'audit_entries',
      people,
      namedBy: bySubject('subject_type'),
      section: {
        title: 'Changes to the record',
        order: 140,
        rows: ({ institutionId, entity, personId, withAccounts }) => sql`
          select ${momentText('a.at')} as "When", ${personText(sql`a.person`, withAccounts)} as "Person", a.summary as "What",
            a.details as "Details"
          from audit_entries a where a.institution_id = ${institutionId} and a.subject_type = ${entity} and a.subject_id = ${personId}
          order by a.id`,
      },
      erase: { keep: 'The action, its time and its author. Privacy redacts the words last, so that the seal holds.' },
      merge: { how: 'leave', why: 'A log says what happened to which record.' },
      retention: { keep: 'As long as the institution: the log is sealed as a chain.' },
    },
    {
      table: 'outbox',
      people,
      section: {
        title: 'Messages',
        order: 190,
        codes: { Channel: channelWords },
        // The text may contain a sign-in link of someone else with the same number.
        rows: ({ institutionId, entity, personId }) => sql`
          select ${momentText('o.created_at')} as "When", o.channel as "Channel", o.recipient as "To", o.subject as "Subject",
            ${withheld} as "Text"
          from outbox o join ${sql.identifier(`${entity}s`)} p on p.institution_id = o.institution_id and p.id = ${personId}
            and (o.recipient in (p.phone, p.mobile, p.email) or o.${sql.identifier(`${entity}_id`)} = p.id)
          where o.institution_id = ${institutionId} order by o.id`,
      },
      erase: { keep: 'That a message was sent stays, without its text and recipient.' },
      eraseMentions: eraseMessages,
      merge: { how: 'move', one: 'message', many: 'messages' },
      retention: { keep: 'As long as the institution: the list shows what was sent.' },
    },
  ],
};

/** Messages to the person, and those to the family that name the person. */
async function eraseMessages(erasure: Erasure): Promise<void> {
  const { tx, institutionId, kind, ids, found } = erasure;
  const anyOf = (values: string[]) => sql`any(${sql.param(values)}::text[])`;
  const toPerson = sql`(recipient = ${anyOf(allContacts(erasure))} or account_id = ${anyId(found.leftAccounts)})`;
  const isAbout = sql`${sql.identifier(`${kind.entity}_id`)} = ${anyId(ids)}`;
  const rows = await query<{ id: number | null }>(tx, render)`
    update outbox o set subject = null, body = 'This message has been erased.', key_kind = null, failure = null, template = null,
      recipient = case when ${toPerson} then 'erased' else recipient end
    where institution_id = ${institutionId} and (${toPerson} or ${isAbout} or recipient = ${anyOf(found.familyContacts)}
      and exists (select from unnest(${sql.param(namePatterns(erasure))}::text[]) name
        where coalesce(o.subject, '') || ' ' || o.body ~ name))
    returning case when recipient = 'erased' then id end as id`;
  found.messages.push(...rows.flatMap(({ id }) => (id === null ? [] : [Number(id)])));
}
