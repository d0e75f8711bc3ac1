import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn, institutionChoice } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits, mergeEdit, openedOf } from '#kernel/edit/edit.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import {
  defaultText,
  eventAudiences,
  eventChannels,
  unknownField,
  type EventAudience,
  type EventChannel,
  type MessageEvent,
  eventGroups,
  fieldsOf,
} from '#kernel/messages/events.ts';
import { checkbox, choice, id, whole } from '#kernel/schemas.ts';
import { messageSwitches } from '#kernel/messages/messages.schema.ts';
import { contactSettings } from '../contact.schema.ts';
import { allSwitches } from '#kernel/messages/switches.ts';

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
export function checkText(event: MessageEvent, audience: EventAudience, channel: EventChannel, text: string) {
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
  const what = `${eventLabel(event.key)}, ${eventAudiences[audience].toLowerCase()}, ${eventChannels[channel]}`;
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

export const ContactSettings = edits(
  z.object({
    institution_id: id,
    due_days: whole(1, 30, 'Days before'),
    overdue_days: whole(1, 90, 'Days after'),
    birthday_hour: whole(5, 20, 'The hour'),
    answers_balance: checkbox,
    answers_result: checkbox,
  }),
);

/** When reminders and greetings are sent. */
export async function saveSettings(tx: Tx, actor: Actor, sent: z.output<typeof ContactSettings>): Promise<void> {
  const institutionId = sent.institution_id;
  allow(actor, 'contact.switches', institutionId);
  const current = await lockSettings(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: ContactSettings,
    sent,
    current: settingsShown(current),
    subject: { institutionId, actions: ['contact.settings'] },
  });
  const values = {
    dueDays: input.due_days,
    overdueDays: input.overdue_days,
    birthdayHour: input.birthday_hour,
    answersBalance: input.answers_balance,
    answersResult: input.answers_result,
  };
  const changes = changesBetween(current, values);
  if (Object.keys(changes).length === 0) return;
  await tx.update(contactSettings).set(values).where(eq(contactSettings.institutionId, institutionId));
  await record(tx, actor, 'contact.settings', {
    institutionId,
    summary: 'changed when reminders are sent and which questions are answered',
    details: { changes },
  });
}

/** As the form has them. */
const settingsShown = (of: Omit<typeof contactSettings.$inferSelect, 'institutionId'>) => ({
  due_days: of.dueDays,
  overdue_days: of.overdueDays,
  birthday_hour: of.birthdayHour,
  answers_balance: of.answersBalance,
  answers_result: of.answersResult,
});

/** The settings, locked; with their usual values at first. */
async function lockSettings(tx: Tx, institutionId: number) {
  await tx.insert(contactSettings).values({ institutionId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(contactSettings)
    .where(eq(contactSettings.institutionId, institutionId))
    .for('update');
  return row!;
}

const usualSettings = { dueDays: 3, overdueDays: 7, birthdayHour: 8, answersBalance: false, answersResult: false };

/** The page of switches of one institution. */
export async function switchesProps(db: Db, actor: Actor, events: readonly MessageEvent[], wanted: number | undefined) {
  const choice = institutionChoice(actor, wanted, 'contact.switches');
  const { institutionId } = choice;
  const [switches, [saved]] = await Promise.all([
    allSwitches(db, institutionId, events),
    db.select().from(contactSettings).where(eq(contactSettings.institutionId, institutionId)),
  ]);
  const settings = settingsShown(saved ?? usualSettings);
  return {
    ...choice,
    currency: membershipIn(actor, institutionId)!.currency,
    groups: Object.entries(eventGroups).flatMap(([key, label]) => {
      const own = events.filter(({ group }) => group === key);
      return own.length
        ? [{ key, label, events: own.map((event) => shown(event, event.always ? [] : switches.get(event.key)!)) }]
        : [];
    }),
    settings,
    opened: openedOf(ContactSettings, settings),
  };
}

export type SwitchesProps = Awaited<ReturnType<typeof switchesProps>>;

function shown(
  event: MessageEvent,
  cells: Awaited<ReturnType<typeof allSwitches>> extends Map<string, infer Row> ? Row : never,
) {
  const { key, about = null, always = null, audiences, channels } = event;
  return {
    key,
    label: eventLabel(key),
    about,
    /** Why it is always sent. */
    always,
    audiences,
    channels,
    cells: cells.map(({ audience, channel, isOn, text }) => ({
      audience,
      channel,
      is_on: isOn,
      text,
      /** The event's own text. */
      usual: defaultText(event, audience, channel),
      fields: Object.entries(fieldsOf(event, audience)).map(([name, field]) => ({
        name,
        label: field.label,
        sample: field.sample,
      })),
    })),
  };
}

export type SwitchedEvent = ReturnType<typeof shown>;
export type SwitchCell = SwitchedEvent['cells'][number];
