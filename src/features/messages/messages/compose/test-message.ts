import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { notify } from '#kernel/notify.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { readTexts } from '../fields/read-text.ts';
import { mostParts } from './words.ts';
import { AskSample, sampleOf } from './sample.queries.ts';

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
    return 'The test is among your notifications.';
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
  const [made] = await query<{ kept: boolean }>(
    tx,
    sql`select state = 'kept' as kept from outbox where institution_id = ${institutionId} and id = ${id}`,
  );
  return made!.kept
    ? `The test to ${recipient} stays in the outbox: no provider is on for this channel.`
    : `The test is on its way to ${recipient}.`;
}
