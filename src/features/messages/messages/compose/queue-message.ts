import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { askOnce } from '../ask-once.ts';
import { ValidationError } from '#kernel/errors.ts';
import { wakeOnCommit } from '#kernel/look-for-work.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { requireCredit } from '#kernel/messages/credit.ts';
import { count, countOf } from '#ui/format.ts';
import { needsOfAudience } from '../audience/audience-needs.ts';
import { ComposeFields } from './compose-page.queries.ts';
import { longFrom, mostInNotice, mostInWhatsapp, mostParts } from './message-labels.ts';
import { toldBy } from './compose-preview.ts';
import { z } from 'zod';
import { accounts } from '#kernel/identity.schema.ts';
import { notify } from '#kernel/notify.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { readTexts } from '../fields/read-text.ts';
import type { FilledTemplate } from '#kernel/messages/providers/provider.ts';

interface Queued {
  recipients: number;
  leftOut: number;
  parts: number;
  /** In minor units. */
  price: number;
  /** Of what is sent, by channel: messages that are kept cost nothing yet. */
  dueBySms: number;
  dueByWhatsapp: number;
  /** The parts of the longest text. */
  longest: number;
  longestNotice: number;
  longestWhatsapp: number;
  /** Texts without a word, because all their fields are empty, and the first people who would get one. */
  blank: number;
  blankNames: string[] | null;
  waiting: number;
  /** Without a provider for their channel. */
  kept: number;
}

/**
 * Writes a row of the queue for each recipient, in one statement with the notices, which arrive at once. Without a
 * provider for its channel a row is kept, as in queueMessages.
 */
export async function queueMessage(
  tx: Tx,
  actor: Actor,
  messageId: number,
  fields: ComposeFields,
  { isLong, isAnyway }: { isLong: boolean; isAnyway: boolean },
): Promise<Queued> {
  const { institution_id: institutionId } = fields;
  wakeOnCommit(tx, 'outbox');
  const { query, texts } = await toldBy(tx, actor, fields);
  const [queued] = await askOnce<Queued>(tx)`with ${query},
    ways as materialized (select distinct p.channel from message_providers p where p.institution_id = ${institutionId} and p.is_on),
    written_rows as (
      insert into outbox (institution_id, channel, recipient, subject, body, event, priority, message_id, guardian_id, employee_id,
        student_id, account_id, needs, template, state, state_at, sent_at, parts, network, price)
      select ${institutionId}::int, channel, case channel when 'notice' then name else address end,
        case when channel <> 'sms' then nullif(subject, '') end, body, 'messages.composed', 5, ${messageId}::bigint,
        guardian_id, employee_id, student_id, account_id, ${texts.needs}::text, template,
        case when channel = 'notice' then 'delivered' when channel in (select channel from ways) then 'queued' else 'kept' end,
        now(), case when channel = 'notice' then now() end, parts, network, price
      from told order by sort_name desc, key desc
      returning channel, state, parts, price),
    notices as (
      insert into notifications (institution_id, account_id, kind, title, body)
      select ${institutionId}, account_id, 'messages.notice',
        left(coalesce(nullif(subject, ''), (select 'Message from ' || name from institutions where id = ${institutionId})), 160), body
      from told where channel = 'notice' and length(body) <= ${mostInNotice})
    select count(*)::int as recipients, coalesce(sum(parts), 0)::int as parts, coalesce(sum(price), 0)::bigint as price,
      ${dueBy('sms')} as "dueBySms", ${dueBy('whatsapp')} as "dueByWhatsapp", coalesce(max(parts), 0)::int as longest, count(*) filter (where state = 'queued')::int as waiting,
      count(*) filter (where state = 'kept')::int as kept,
      (select count(*)::int from reached where reason is not null) as "leftOut",
      (select coalesce(max(length(body)), 0)::int from told where channel = 'notice') as "longestNotice",
      (select coalesce(max(length(body)), 0)::int from told where channel = 'whatsapp') as "longestWhatsapp",
      (select count(*)::int from told where body !~ '\\S') as blank,
      (select (array_agg(name order by sort_name))[1:3] from told where body !~ '\\S') as "blankNames"
    from written_rows`;
  const result = { ...queued!, price: Number(queued!.price) };
  refuseUnsendable(result, isLong);
  // Before the message counts as queued, so that it is not counted twice.
  const prices = { sms: Number(result.dueBySms), whatsapp: Number(result.dueByWhatsapp) };
  await requireCredit(tx, actor, institutionId, { prices, isAnyway });
  await tx
    .update(messages)
    .set({
      state: result.waiting > 0 ? 'sending' : 'done',
      audienceNeeds: await needsOfAudience(tx, institutionId, fields.audience),
      needs: texts.needs,
      recipientCount: result.recipients,
      leftOutCount: result.leftOut,
      queuedAt: sql`now()`,
      updatedAt: sql`now()`,
      endedAt: result.waiting > 0 ? null : sql`now()`,
    })
    .where(hasKey(messages, institutionId, messageId));
  return result;
}

const dueBy = (channel: string) =>
  sql`coalesce(sum(price) filter (where state = 'queued' and channel = ${channel}), 0)::bigint`;

/** The transaction is rolled back, so nothing was queued. */
function refuseUnsendable(
  { recipients, leftOut, longest, longestNotice, longestWhatsapp, blank, blankNames }: Queued,
  isLong: boolean,
): void {
  if (recipients === 0)
    throw new ValidationError(
      'audience',
      leftOut > 0
        ? `Nobody receives this message: ${leftOut === 1 ? 'one person is' : `all ${count(leftOut)} people are`} skipped. See why under “Skipped”.`
        : 'Nobody receives this message. Choose other recipients.',
    );
  if (blank > 0)
    throw new ValidationError(
      'body',
      `The text is empty for ${countOf(blank, 'person', 'people')}, because its fields have no value: ${blankNames!.join('; ')}${blank > blankNames!.length ? '; …' : ''}. Add text that everyone gets, or remove these people.`,
    );
  if (longest > mostParts)
    throw new ValidationError(
      'body',
      `The text takes up to ${longest} parts; an SMS can have ${mostParts}. Shorten it.`,
    );
  if (longest >= longFrom && !isLong)
    throw new ValidationError(
      'is_long',
      `The text takes up to ${longest} parts, which is costly. Shorten it, or confirm the cost.`,
    );
  if (longestNotice > mostInNotice)
    throw new ValidationError(
      'body',
      `A notification can have ${mostInNotice} characters, and this text has up to ${longestNotice}. Shorten it.`,
    );
  if (longestWhatsapp > mostInWhatsapp)
    throw new ValidationError(
      'body',
      `A WhatsApp message can have ${mostInWhatsapp} characters, and this text has up to ${longestWhatsapp}. Shorten it.`,
    );
}

/** The text for one of the recipients, counted from zero. */
export const AskSample = ComposeFields.extend({ at: z.number().int().min(0).max(1_000_000).default(0) });

export interface Sample {
  name: string;
  channel: string;
  subject: string;
  body: string;
  template: FilledTemplate | null;
  parts: number | null;
  /** The labels of fields that are empty for this recipient. */
  empties: string[];
  at: number;
  of: number;
}

export async function sampleOf(db: Db, actor: Actor, { at, ...fields }: z.infer<typeof AskSample>) {
  const { query } = await toldBy(db, actor, fields);
  const [row] = await askOnce<Sample>(db)`with ${query}, counted as (select count(*)::int as n from told)
    select name, channel, subject, body, template, parts, empties, least(${at}::int, n - 1) as at, n as of
    from told cross join counted order by sort_name, key
    offset (select greatest(0, least(${at}::int, n - 1)) from counted) limit 1`;
  return row ?? null;
}

/** The text of the recipient in view, sent to oneself. */
export const TestMessage = AskSample;

/** Sends it to the number or address of the actor's own account. */
export async function testMessage(tx: Tx, actor: Actor, input: z.infer<typeof TestMessage>): Promise<string> {
  const { needs } = readTexts(actor, input.institution_id, input.audience.of, input);
  const sample = await sampleOf(tx, actor, input);
  if (!sample)
    throw new ValidationError(
      'audience',
      'Nobody receives this message, so there is no text to test. Choose recipients.',
    );
  if ((sample.parts ?? 0) > mostParts)
    throw new ValidationError(
      'body',
      `The text takes ${sample.parts} parts; an SMS can have ${mostParts}. Shorten it.`,
    );
  const { institution_id: institutionId, channel } = input;
  if (sample.body.trim() === '') throw new ValidationError('body', 'Write the text of the message.');
  if (channel === 'notice') {
    await notify(tx, {
      institutionId,
      to: [actor.accountId!],
      kind: 'messages.notice',
      title: sample.subject || 'Test message',
      body: sample.body,
    });
    return 'The test is in your notifications.';
  }
  const [own] = await tx
    .select({ email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(eq(accounts.id, actor.accountId!));
  const way = channel === 'first' ? (own?.email ? 'email' : 'sms') : channel;
  const recipient = way === 'email' ? own?.email : own?.phone;
  if (!recipient)
    throw new ValidationError(
      'channel',
      `Your account has no ${way === 'email' ? 'e-mail address' : 'phone number'}. Add it under My account, then test again.`,
    );
  const [id] = await queueMessages(tx, institutionId, [
    {
      channel: way,
      recipient,
      subject: sample.subject || 'Test message',
      body: sample.body,
      template: sample.template,
      event: 'messages.test',
      accountId: actor.accountId,
      needs,
    },
  ]);
  const [made] = await query<{ kept: boolean }>(tx)`
    select state = 'kept' as kept from outbox where institution_id = ${institutionId} and id = ${id}`;
  return made!.kept
    ? `The test to ${recipient} stays in the outbox: no provider is on for this channel.`
    : `The test is on its way to ${recipient}.`;
}
