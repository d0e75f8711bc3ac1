import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { eventWord } from '#kernel/messages/event-words.ts';
import {
  defaultText,
  eventAudiences,
  eventChannels,
  unknownField,
  type EventAudience,
  type EventChannel,
  type MessageEvent,
} from '#kernel/messages/events.ts';
import { checkbox, choice, id } from '#kernel/schemas.ts';
import { messageSwitches } from '#kernel/messages/messages.schema.ts';

export const CellOf = z.object({
  institution_id: id,
  event: z.string().max(60),
  audience: choice(eventAudiences),
  channel: choice(eventChannels),
});

export const SaveSwitch = edits(
  CellOf.extend({ is_on: checkbox, text: z.string().trim().max(1000, 'Use at most 1,000 characters.') }),
);

/** The event of a cell; NotFound if it does not have the cell, or is always sent. */
export function eventOf(
  events: readonly MessageEvent[],
  { event: key, audience, channel }: { event: string; audience: EventAudience; channel: EventChannel },
): MessageEvent {
  const event = events.find((one) => one.key === key);
  if (!event || event.always || !event.audiences.includes(audience) || !event.channels.includes(channel))
    throw new NotFound('event');
  return event;
}

/** An empty text is the event's own. Refuses fields that the event doesn't have. */
export function checkText(
  event: MessageEvent,
  audience: EventAudience,
  channel: EventChannel,
  text: string,
): string | null {
  if (text === '' || text === defaultText(event, audience, channel)) return null;
  const unknown = unknownField(event, audience, text);
  if (unknown)
    throw new ValidationError('text', `There is no field {${unknown}} for this event. Choose one from the list.`);
  return text;
}

/** Switches one cell on or off, with its text. */
export async function saveSwitch(
  tx: Tx,
  actor: Actor,
  events: readonly MessageEvent[],
  sent: z.output<typeof SaveSwitch>,
): Promise<string> {
  const { institution_id: institutionId, audience, channel } = sent;
  allow(actor, 'contact.switches', institutionId);
  const event = eventOf(events, sent);
  const startsOn = event.startsOn?.includes(`${audience}.${channel}`) ?? false;
  const isCell = and(
    eq(messageSwitches.institutionId, institutionId),
    eq(messageSwitches.event, event.key),
    eq(messageSwitches.audience, audience),
    eq(messageSwitches.channel, channel),
  );
  await tx
    .insert(messageSwitches)
    .values({
      institutionId,
      event: event.key,
      audience,
      channel,
      isOn: startsOn,
      onSince: startsOn ? sql`now()` : null,
    })
    .onConflictDoNothing();
  const [row] = await tx.select().from(messageSwitches).where(isCell).for('update');
  const usual = defaultText(event, audience, channel);
  const current = { is_on: row!.isOn, text: row!.text ?? usual };
  const { input } = await mergeEdit(tx, actor, {
    fields: SaveSwitch,
    sent: { ...sent, text: sent.text || usual },
    current,
    subject: { institutionId, actions: ['contact.switch'] },
  });
  const text = checkText(event, audience, channel, input.text);
  const changes = changesBetween(current, { is_on: input.is_on, text: text ?? usual });
  const what = `${eventWord(event.key)}, ${eventAudiences[audience].toLowerCase()}, ${eventChannels[channel]}`;
  if (Object.keys(changes).length === 0) return what;
  await tx
    .update(messageSwitches)
    .set({
      isOn: input.is_on,
      text,
      ...(input.is_on !== row!.isOn && { onSince: input.is_on ? sql`now()` : null }),
    })
    .where(isCell);
  const act = 'is_on' in changes ? `switched ${input.is_on ? 'on' : 'off'}` : 'changed the text of';
  await record(tx, actor, 'contact.switch', {
    institutionId,
    summary: `${act} messages: ${what}`,
    details: { event: event.key, audience, channel, changes },
  });
  return what;
}
