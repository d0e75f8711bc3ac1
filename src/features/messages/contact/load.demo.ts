import type { DemoStep } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

const texts: [text: string, isRead: boolean][] = [
  ['Good morning. Please can we join by phone? We are in Lokoja this weekend.', true],
  ['Noted, thank you sir.', true],
  ['I will be there. Is the hall at the new block?', false],
  ['Please what time will it end? I have to be at work by 1 pm.', false],
  ['My sister will come for me, I travelled.', false],
];

/** What parents answered to the latest message: read, unread, one answered, and one who wants no marketing. */
async function insertReplies(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with answered as materialized (
      select o.id, o.recipient, o.guardian_id, o.student_id, o.sent_at, m.account_id, row_number() over (order by o.id) as n
      from messages m join outbox o on (o.institution_id, o.message_id) = (m.institution_id, m.id)
      where m.institution_id = ${institutionId} and m.subject = 'PTA meeting' and o.state = 'delivered' order by o.id limit 6),
    received as (
      insert into incoming_messages (institution_id, channel, address, body, kind, machine, provider_message_id, outbox_id, sender_id,
        received_at, read_at, read_by)
      select ${institutionId}, 'sms', a.recipient, coalesce(t.text, 'STOP'), case when t.text is null then 'stop' else 'reply' end,
        'json', 'demo-' || a.n, a.id, case when t.text is not null then a.account_id end, a.sent_at + make_interval(mins => (a.n * 47)::int),
        case when t.text is null or t.is_read then a.sent_at + interval '1 day' end, case when t.is_read then a.account_id end
      from answered a left join rows from (jsonb_to_recordset(${JSON.stringify(texts.map(([text, isRead]) => ({ text, is_read: isRead })))}::jsonb)
        as (text text, is_read boolean)) with ordinality t(text, is_read, n) on t.n = a.n
      returning id, outbox_id, kind),
    sent as (
      insert into outbox (institution_id, channel, recipient, body, event, priority, guardian_id, student_id, state, parts, network, price,
        created_at, sent_at, state_at)
      select ${institutionId}, 'sms', a.recipient, 'Good morning. Yes: call the office at 10 am, and we will put you on the loudspeaker.',
        'contact.answer', 3, a.guardian_id, a.student_id, 'delivered', 1, 'MTN', 400, a.sent_at + interval '2 hours',
        a.sent_at + interval '2 hours', a.sent_at + interval '2 hours'
      from answered a where a.n = 1 returning id),
    written as (
      insert into contact_answers (institution_id, outbox_id, incoming_id, account_id)
      select ${institutionId}, sent.id, received.id, a.account_id from sent, answered a join received on received.outbox_id = a.id where a.n = 1)
    insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by, created_at)
    select ${institutionId}, 'sms', a.recipient, 'marketing', 'opted_out', 'reply', a.sent_at + interval '5 hours'
    from answered a join received r on r.outbox_id = a.id where r.kind = 'stop'
    on conflict do nothing`);
}

/** After the messages that they answer. */
export const steps: DemoStep[] = [
  {
    place: 126,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertReplies(tx, id);
    },
  },
];
