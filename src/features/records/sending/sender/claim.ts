import { sql } from 'drizzle-orm';
import { type Database, query } from '#kernel/database.ts';
import { isMarketing } from '#kernel/messages/marketing.ts';
import type { FilledTemplate, ProviderChannel } from '#kernel/messages/providers/provider.ts';
import { byIndex } from '../by-index.ts';

/** A message that this process is sending. */
export interface ClaimedMessage {
  id: number;
  recipient: string;
  subject: string | null;
  body: string;
  template: FilledTemplate | null;
  attempts: number;
  messageId: number | null;
  /** Bound to this provider: no other one may be tried. */
  isPinned: boolean;
  isWindowOpen: boolean;
  /** Of marketing by e-mail: the school whose news the recipient can refuse. */
  newsFrom: string | null;
  /** Of e-mails: the same for what concerns one application, one subject of a student, or a message that is repeated. */
  thread: string | null;
}

interface Claim {
  institutionId: number;
  channel: ProviderChannel;
  /** Codes, and what somebody is waiting for; or all the rest. */
  isUrgent: boolean;
  providerId: number;
  /** Whose turn it is: of the place that is asked first, or of the one that a row names. */
  place: 1 | 2;
  isFirst: boolean;
  /** Only what is bound to it. */
  isPinnedOnly: boolean;
  most: number;
}

/** Longer than any request takes. */
const leaseSeconds = 60;

/** Takes the next messages for a provider; nobody else gets them until the lease ends. */
export async function claim(database: Database, of: Claim): Promise<ClaimedMessage[]> {
  const { institutionId, channel, isUrgent, providerId, place, isFirst, isPinnedOnly, most } = of;
  const usual = isFirst
    ? sql`(o.next_place is null or o.next_place = ${place} or not exists (select from message_providers p
        where p.institution_id = o.institution_id and p.channel = o.channel and p.is_on and p.place = o.next_place))`
    : sql.raw(`o.next_place = ${place}`);
  const bound = sql`o.pinned_to = ${providerId}`;
  const turn = isPinnedOnly ? bound : sql`(${bound} or o.pinned_to is null and ${usual})`;
  const urgency = isUrgent ? sql`o.priority = 1` : sql`o.priority > 1`;
  const claimed = await database.asSystem([institutionId], async (tx) => {
    await byIndex(tx, { isOrdered: true });
    return query<ClaimedMessage>(tx)`
      with chosen as (
        select o.id from outbox o
        where o.institution_id = ${institutionId} and o.state = 'queued' and o.channel = ${channel} and o.next_at <= now()
          and ${urgency} and ${turn}
          and coalesce((select m.state not in ('paused', 'stopped') from messages m
            where m.institution_id = o.institution_id and m.id = o.message_id), true)
        order by o.institution_id, o.priority, o.id limit ${most} for no key update of o skip locked)
      update outbox o set state = 'sending', leased_until = now() + make_interval(secs => ${leaseSeconds}), provider_id = ${providerId}
      from chosen c where o.institution_id = ${institutionId} and o.id = c.id
      returning o.id, o.recipient, o.subject, o.body, o.template, o.attempts, o.message_id as "messageId", o.pinned_to is not null as "isPinned",
        o.channel = 'whatsapp' and exists (select from whatsapp_windows w where w.institution_id = o.institution_id
          and w.address = o.recipient and w.open_until > now()) as "isWindowOpen",
        case when o.channel = 'email' and ${isMarketing(sql`o`)} then (select i.name from institutions i where i.id = o.institution_id) end as "newsFrom",
        case when o.channel <> 'email' then null when o.application_id is not null then 'application-' || o.application_id
          when o.message_id is not null then (select 'message-' || m.repeat_of_id from messages m
            where m.institution_id = o.institution_id and m.id = o.message_id)
          when o.student_id is not null then split_part(o.event, '.', 1) || '-' || o.student_id end as thread`;
  });
  return claimed
    .map((row) => ({ ...row, id: Number(row.id), messageId: row.messageId === null ? null : Number(row.messageId) }))
    .toSorted((one, other) => one.id - other.id);
}
