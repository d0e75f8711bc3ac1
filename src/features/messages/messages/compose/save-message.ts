import { sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { formatTime } from '#kernel/dates.ts';
import { quietUntil } from '#kernel/messages/quiet-hours.ts';
import { countOf } from '#ui/format.ts';
import { needsOfAudience } from '../audience/audience-needs.ts';
import { readTexts } from '../fields/read-text.ts';
import type { SaveMessage } from './compose-page.queries.ts';
import { withTemplate } from '../whatsapp/template.ts';
import { queueMessage } from './queue-message.ts';
import { mostInWhatsapp } from './message-labels.ts';
import { refuseSending, previewOf } from './compose-preview.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { Audience } from '../audience/audience.ts';
import { draftVersion, lockMessage, type LockedMessage } from '../sent/messages.list.ts';

interface Saved {
  id: number;
  /** Of a draft. */
  version?: string;
  flash: string;
}

/** Keeps a draft, sends a message now, or lays down when it is sent. */
export async function saveMessage(tx: Tx, actor: Actor, sent: SaveMessage, publicUrl: string | null): Promise<Saved> {
  const input = withTemplate(sent);
  const { institution_id: institutionId, act } = input;
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  if (act !== 'draft') refuseIncomplete(input);
  refuseSending(actor, institutionId, input.audience, { isDraft: act === 'draft' });
  if (act !== 'draft') await refuseWithoutLink(tx, input, publicUrl);
  const { needs } = readTexts(actor, institutionId, input.audience.of, input);
  const at = act === 'later' || act === 'weekly' ? await sendingTime(tx, institutionId, input.send_at) : null;
  const audienceNeeds = await needsOfAudience(tx, institutionId, input.audience);
  const { id, version } = await writeMessage(tx, actor, input, { needs, audienceNeeds, at });
  if (act === 'draft') return { id, version, flash: 'Draft saved.' };
  if (at) return schedule(tx, actor, input, id);
  const queued = await queueMessage(tx, actor, id, input, { isLong: input.is_long, isAnyway: input.is_anyway });
  // Nobody is surprised: somebody may have joined or left meanwhile.
  if (queued.recipients !== input.confirmed)
    throw new Conflict(
      `The recipients have changed: the message would now go to ${countOf(queued.recipients, 'person', 'people')}. Review it before you send it.`,
    );
  await record(tx, actor, 'messages.send', {
    institutionId,
    summary: `sent a message to ${countOf(queued.recipients, 'person', 'people')}`,
    subject: { type: 'composed_message', id },
    details: {
      channel: input.channel,
      purpose: input.purpose,
      parts: queued.parts,
      price: queued.price,
      leftOut: queued.leftOut,
    },
  });
  const people = countOf(queued.recipients, 'person', 'people');
  const quiet = input.channel === 'notice' ? null : await quietUntil(tx, institutionId);
  const leaving = quiet ? `leaves at ${formatTime(quiet)}, after quiet hours` : 'is on its way';
  return {
    id,
    flash: queued.kept
      ? `The message to ${people} is kept in the outbox, because no provider is switched on.`
      : `The message to ${people} ${leaving}.`,
  };
}

/** A scheduled message is checked as if it were sent now; who receives it is worked out when its time comes. */
async function schedule(tx: Tx, actor: Actor, input: SaveMessage, id: number): Promise<Saved> {
  const preview = await previewOf(tx, actor, input);
  if (preview.recipients === 0)
    throw new ValidationError('audience', 'Nobody would receive this message. Choose other recipients.');
  await record(tx, actor, 'messages.schedule', {
    institutionId: input.institution_id,
    summary: input.act === 'weekly' ? 'scheduled a message for every week' : 'scheduled a message',
    subject: { type: 'composed_message', id },
    details: { channel: input.channel, at: input.send_at, recipients: preview.recipients },
  });
  return { id, flash: input.act === 'weekly' ? 'The message will be sent every week.' : 'The message is scheduled.' };
}

/** Marketing by e-mail carries a link to unsubscribe, which begins with the public address. */
async function refuseWithoutLink(tx: Tx, input: SaveMessage, publicUrl: string | null): Promise<void> {
  const { institution_id: institutionId, channel, purpose } = input;
  if (publicUrl || channel !== 'email' || purpose !== 'marketing') return;
  const [found] = await query<{ isUnknown: boolean }>(tx)`
    select akada_addresses() ->> 'publicUrl' is null and exists (select from message_providers
    where institution_id = ${institutionId} and channel = 'email' and is_on) as "isUnknown"`;
  if (found!.isUnknown)
    throw new ValidationError(
      'purpose',
      'Marketing by e-mail needs a link to unsubscribe, and the public address isn’t known yet. Ask an administrator to set it under Settings, Public address.',
    );
}

function refuseIncomplete({ body, channel, subject }: SaveMessage): void {
  if (body.trim() === '') throw new ValidationError('body', 'Write the text of the message.');
  if (channel === 'email' && subject.trim() === '') throw new ValidationError('subject', 'An e-mail needs a subject.');
  if (channel === 'whatsapp' && body.length > mostInWhatsapp)
    throw new ValidationError('body', `A WhatsApp message can have ${mostInWhatsapp} characters. Shorten it.`);
}

async function sendingTime(tx: Tx, institutionId: number, local: string | undefined): Promise<string> {
  if (!local) throw new ValidationError('send_at', 'Choose when the message is sent.');
  const [when] = await query<{ at: string; isPast: boolean; isFar: boolean }>(tx)`
    select at::text as at, at <= now() as "isPast", at > now() + interval '1 year' as "isFar"
    from (select ${local}::timestamp at time zone i.time_zone as at from institutions i where i.id = ${institutionId}) x`;
  if (when!.isPast) throw new ValidationError('send_at', 'This time has passed. Choose a later one.');
  if (when!.isFar) throw new ValidationError('send_at', 'Choose a time within a year.');
  return when!.at;
}

/** Writes a new message, or a draft of the actor's that nobody else saved meanwhile. */
async function writeMessage(
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
  if (draft.state !== 'draft') throw new Conflict('This message has since been sent or scheduled. Reload the page.');
  refuseOverwriting(draft, opened, said);
  const [saved] = await tx
    .update(messages)
    .set(values)
    .where(hasKey(messages, institutionId, id))
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
      'This draft has since been saved in another tab or window. Copy what you wrote here, reload the page, and paste it there.',
    );
}
type Words = { subject: string | null; audience: unknown } & Pick<LockedMessage, 'channel' | 'purpose' | 'body'>;

/** The department that a message is charged to: that of its sender’s employee record when it was written. */
export const departmentOfSender = (actor: Actor, institutionId: number): SQL<number | null> => sql`(
  select d.id from memberships b
  join employees e on (e.institution_id, e.id) = (b.institution_id, b.employee_id)
  join departments d on (d.institution_id, d.name) = (e.institution_id, e.department)
  where b.institution_id = ${institutionId} and b.account_id = ${actor.accountId} and b.suspended_at is null limit 1)`;
