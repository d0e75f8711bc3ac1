import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { OutboxState } from '#kernel/messages/messages.schema.ts';
import { textVisibleTo } from '#kernel/messages/readable.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { institutionOfHistory, maySeeAddress, maySeeFamily } from './message-access.ts';
import { repliesTo, sentTo } from './sent-to.ts';

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
    query<Found>(db, messagesOf(actor, kind, personId, filter, limit)),
  );
  const shown = rows.map((row) => shownTo(actor, row));
  return { rows: shown, after: isMore ? shown.at(-1)!.id : null };
}

/** The same for the route of further pages: refuses people who can't see the tab. */
export async function morePersonMessages(db: Db, actor: Actor, kind: PersonKind, personId: number, filter: Filter) {
  const [page] = await Promise.all([
    personMessages(db, actor, kind, personId, filter),
    institutionOfHistory(db, actor, kind, personId),
  ]);
  return page;
}

function messagesOf(actor: Actor, kind: PersonKind, personId: number, filter: Filter, limit: number): SQL {
  const replies = sql`coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'text', i.body, 'at', i.received_at) order by i.id), '[]')`;
  return sql`
    select outbox.id::int, outbox.institution_id as "institutionId", outbox.channel, outbox.recipient, coalesce(outbox.subject, m.subject) as subject,
      outbox.guardian_id::int as "guardianId", g.first_name || ' ' || g.surname as guardian,
      case when ${textVisibleTo(actor)} then outbox.body end as body,
      to_jsonb(coalesce(outbox.sent_at, outbox.created_at)) #>> '{}' as at, outbox.state, outbox.failure, outbox.event,
      outbox.parts, outbox.price::float8 as price, outbox.message_id::int as "messageId",
      ${accountNameOf(sql`a.name`, sql`a.username`)} as sender, ${repliesTo(actor, replies)} as replies
    ${sentTo(actor, kind, personId, filter, { limit: sql`limit ${limit}` })}`;
}

function shownTo(actor: Actor, row: Found): PersonMessage {
  const may = (...permissions: Parameters<typeof can>[1][]) =>
    permissions.some((permission) => can(actor, permission, row.institutionId));
  const hasText = row.body !== null;
  const knowsFamily = may(...maySeeFamily);
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
