import { sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { areRecipientsKnown } from '#kernel/messages/readable.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

interface Asked {
  channel?: string | undefined;
  state?: string | undefined;
  /** Before this row. */
  after?: number | undefined;
}

/**
 * What was sent to a person or is about a student, as `outbox`, with its message `m`, its author `a` and the guardian `g`.
 * With a limit, each way to find it is read only so far.
 */
export function sentTo(
  actor: Actor,
  { table, entity, visibleTo }: PersonKind,
  personId: number,
  { channel, state, after }: Asked,
  { limit = sql``, joined = sql`` }: { limit?: SQL; joined?: SQL },
): SQL {
  // One text for all filters, which stays prepared.
  const narrowed = sql`outbox.channel = coalesce(${channel ?? null}::text, outbox.channel)
    and outbox.state = coalesce(${state ?? null}::text, outbox.state) and outbox.id < ${after ?? Number.MAX_SAFE_INTEGER}::bigint
    and ${areRecipientsKnown(actor)}`;
  const latest = sql`order by outbox.id desc ${limit}`;
  return sql`
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
    ${joined} ${latest}`;
}

/** Those that the actor can read in the inbox. */
export const repliesTo = (actor: Actor, what: SQL): SQL => sql`(
  select ${what} from incoming_messages i where i.institution_id = outbox.institution_id and i.outbox_id = outbox.id and i.kind = 'reply'
    and (i.institution_id = any (${sql.param(institutionsWhere(actor, 'contact.replies'))}::int[]) or i.sender_id = ${actor.accountId}::bigint))`;
