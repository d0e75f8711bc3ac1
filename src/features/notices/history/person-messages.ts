import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import type { OutboxState } from '#kernel/messages/messages.schema.ts';
import { areRecipientsKnown, textVisibleTo } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { maySeeAddress, maySeeHistory } from './message-access.ts';

const pageSize = 30;
const channels = ['sms', 'email', 'whatsapp', 'notice'] as const;

export const HistoryFilter = z.object({
  channel: queryParam(z.enum(channels)),
  state: queryParam(z.enum(Object.keys(outboxStates) as [OutboxState, ...OutboxState[]])),
  after: queryParam(id),
});
type Filter = z.infer<typeof HistoryFilter>;

interface Found {
  id: number;
  institutionId: number;
  channel: 'sms' | 'email' | 'whatsapp' | 'notice';
  recipient: string;
  guardianId: number | null;
  guardian: string | null;
  subject: string | null;
  body: string | null;
  at: string;
  state: OutboxState;
  failure: string | null;
  event: string;
  parts: number | null;
  price: number | null;
  messageId: number | null;
  sender: string | null;
  /** What came back to it. */
  replies: { id: number; text: string; at: string }[];
}
/** A message to a person, as the record shows it. */
export type PersonMessage = Omit<Found, 'recipient'> & { recipient: string | null; currency: string };

/** One page of what was sent to a person or is about a student, latest first. */
export async function personMessages(
  db: Db,
  actor: Actor,
  kind: PersonKind,
  personId: number,
  filter: Filter,
): Promise<{ rows: PersonMessage[]; after: number | null }> {
  const { rows, isMore } = await bounded(pageSize, (limit) =>
    rowsOf<Found>(db, messagesOf(actor, kind, personId, filter, limit)),
  );
  const shown = rows.map((row) => shownTo(actor, row));
  return { rows: shown, after: isMore ? shown.at(-1)!.id : null };
}

/** The same for the route of further pages: refuses people who can't see the tab. */
export async function morePersonMessages(db: Db, actor: Actor, kind: PersonKind, personId: number, filter: Filter) {
  const [[person], page] = await Promise.all([
    rowsOf<{ institutionId: number }>(
      db,
      sql`select institution_id as "institutionId" from ${kind.table} where ${kind.visibleTo(actor)} and id = ${personId}`,
    ),
    personMessages(db, actor, kind, personId, filter),
  ]);
  if (!person) throw new NotFound(kind.entity);
  if (!maySeeHistory[kind.entity].some((one) => can(actor, one, person.institutionId))) throw new NotAllowed();
  return page;
}

function messagesOf(
  actor: Actor,
  { table, entity, visibleTo }: PersonKind,
  personId: number,
  { channel, state, after }: Filter,
  limit: number,
): SQL {
  // One text for all filters, which stays prepared.
  const narrowed = sql`outbox.channel = coalesce(${channel ?? null}::text, outbox.channel)
    and outbox.state = coalesce(${state ?? null}::text, outbox.state) and outbox.id < ${after ?? Number.MAX_SAFE_INTEGER}::bigint and ${areRecipientsKnown(actor)}`;
  const latest = sql`order by outbox.id desc limit ${limit}`;
  return sql`
    select outbox.id::int, outbox.institution_id as "institutionId", outbox.channel, outbox.recipient, coalesce(outbox.subject, m.subject) as subject,
      outbox.guardian_id::int as "guardianId", g.first_name || ' ' || g.surname as guardian,
      case when ${textVisibleTo(actor)} then outbox.body end as body,
      to_jsonb(coalesce(outbox.sent_at, outbox.created_at)) #>> '{}' as at, outbox.state, outbox.failure, outbox.event,
      outbox.parts, outbox.price::float8 as price, outbox.message_id::int as "messageId",
      ${accountNameOf(sql`a.name`, sql`a.username`)} as sender, ${repliesTo(actor)} as replies
    from (select institution_id, id, phone, mobile, email from ${table} where ${visibleTo(actor)} and id = ${personId}) p
    cross join lateral (
      (select outbox.* from outbox where outbox.institution_id = p.institution_id
        and outbox.${sql.identifier(`${entity}_id`)} = p.id and ${narrowed} ${latest})
      union all
      -- Before a message named its recipient, and what is sent to a number alone.
      (select outbox.* from outbox where outbox.institution_id = p.institution_id
        and outbox.recipient in (p.phone, p.mobile, p.email) and outbox.student_id is null and outbox.guardian_id is null
        and outbox.employee_id is null and ${narrowed} ${latest})
    ) outbox
    left join messages m on (m.institution_id, m.id) = (outbox.institution_id, outbox.message_id)
    left join contact_answers answer on (answer.institution_id, answer.outbox_id) = (outbox.institution_id, outbox.id)
    left join accounts a on a.id = coalesce(m.account_id, answer.account_id)
    left join guardians g on (g.institution_id, g.id) = (outbox.institution_id, outbox.guardian_id)
    ${latest}`;
}

/** Those that the actor can read in the inbox. */
const repliesTo = (actor: Actor): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'text', i.body, 'at', i.received_at) order by i.id), '[]')
  from incoming_messages i where i.institution_id = outbox.institution_id and i.outbox_id = outbox.id and i.kind = 'reply'
    and (i.institution_id = any (${sql.param(institutionsWhere(actor, 'contact.replies'))}::int[]) or i.sender_id = ${actor.accountId}::bigint))`;

function shownTo(actor: Actor, row: Found): PersonMessage {
  const may = (...permissions: Parameters<typeof can>[1][]) =>
    permissions.some((permission) => can(actor, permission, row.institutionId));
  const hasText = row.body !== null;
  const knowsFamily = may('guardians.view', 'guardians.viewOwn');
  return {
    ...row,
    // A subject says what the text is about.
    subject: hasText ? row.subject : null,
    recipient: may(...maySeeAddress) ? row.recipient : null,
    guardian: knowsFamily ? row.guardian : null,
    guardianId: knowsFamily ? row.guardianId : null,
    currency: membershipIn(actor, row.institutionId)!.currency,
  };
}
