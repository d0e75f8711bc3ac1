import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { Audience } from '../audience/audience.ts';
import { draftVersion, lockMessage, type LockedMessage } from '../sent/find-message.ts';
import type { SaveMessage } from './compose-fields.ts';
import { departmentOfSender } from './department-of-sender.ts';

/** Writes a new message, or a draft of the actor's that nobody else saved meanwhile. */
export async function writeMessage(
  tx: Tx,
  actor: Actor,
  {
    institution_id: institutionId,
    id,
    act,
    version: opened,
    send_at: _,
    confirmed: __,
    is_long: ___,
    is_anyway: ____,
    ...said
  }: SaveMessage,
  { needs, audienceNeeds, at }: Record<'needs' | 'audienceNeeds' | 'at', string | null>,
): Promise<{ id: number; version: string }> {
  const values = {
    channel: said.channel,
    purpose: said.purpose,
    subject: said.subject || null,
    body: said.body,
    audience: said.audience as unknown as Record<string, unknown>,
    needs,
    audienceNeeds,
    template: said.template ?? null,
    state: at ? ('scheduled' as const) : ('draft' as const),
    repeats: act === 'weekly' ? ('weekly' as const) : null,
    sendAt: at ? sql`${at}::timestamptz` : null,
    updatedAt: sql`now()`,
  };
  if (id === undefined) {
    const [made] = await tx
      .insert(messages)
      .values({
        institutionId,
        accountId: actor.accountId,
        departmentId: departmentOfSender(actor, institutionId),
        ...values,
      })
      .returning({ id: messages.id, version: draftVersion });
    return made!;
  }
  const draft = await lockMessage(tx, actor, id);
  if (draft.institutionId !== institutionId) throw new NotFound('message');
  if (draft.accountId !== actor.accountId)
    throw new Conflict('Only the person who wrote a draft can change it. Duplicate it instead.');
  if (draft.state !== 'draft') throw new Conflict('This message was sent or scheduled meanwhile. Reload the page.');
  refuseOverwriting(draft, opened, said);
  const [saved] = await tx
    .update(messages)
    .set(values)
    .where(and(eq(messages.institutionId, institutionId), eq(messages.id, id)))
    .returning({ id: messages.id, version: draftVersion });
  return saved!;
}

/** A second tab must not overwrite what the first one saved. The same content again is a save whose answer was lost. */
function refuseOverwriting(draft: LockedMessage, opened: string | undefined, said: Words): void {
  if (opened === undefined || opened === draft.version) return;
  const wordsOf = ({ channel, purpose, subject, body, audience }: Words) =>
    JSON.stringify([channel, purpose, subject || null, body, Audience.parse(audience)]);
  if (wordsOf(draft) !== wordsOf(said))
    throw new Conflict(
      'This draft was saved in another tab or window meanwhile. Copy what you wrote here, reload the page, and add it there.',
    );
}
type Words = { subject: string | null; audience: unknown } & Pick<LockedMessage, 'channel' | 'purpose' | 'body'>;
