import { eq } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { openedOf, type Opened } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { eventWord } from '#kernel/messages/event-words.ts';
import {
  defaultText,
  eventGroups,
  fieldsOf,
  type EventAudience,
  type EventChannel,
  type MessageEvent,
} from '#kernel/messages/events.ts';
import { allSwitches } from '#kernel/messages/switches.ts';
import { contactSettings } from '../contact.schema.ts';
import { ContactSettings, settingsShown } from './save-settings.ts';

export interface SwitchCell {
  audience: EventAudience;
  channel: EventChannel;
  is_on: boolean;
  text: string;
  /** The event's own text. */
  usual: string;
  fields: { name: string; label: string; sample: string }[];
}

export interface SwitchedEvent {
  key: string;
  label: string;
  about: string | null;
  /** Why it is always sent. */
  always: string | null;
  audiences: readonly EventAudience[];
  channels: readonly EventChannel[];
  cells: SwitchCell[];
}

export interface SwitchesProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  groups: { key: string; label: string; events: SwitchedEvent[] }[];
  settings: ReturnType<typeof settingsShown>;
  opened: Opened;
}

const usualSettings = { dueDays: 3, overdueDays: 7, birthdayHour: 8, answersBalance: false, answersResult: false };

/** The page of switches of one institution. */
export async function switchesProps(
  db: Db,
  actor: Actor,
  events: readonly MessageEvent[],
  wanted: number | undefined,
): Promise<SwitchesProps> {
  const [institutionId] = institutionsInView(actor, wanted, 'contact.switches');
  if (!institutionId) throw new NotAllowed();
  const [switches, [saved]] = await Promise.all([
    allSwitches(db, institutionId, events),
    db.select().from(contactSettings).where(eq(contactSettings.institutionId, institutionId)),
  ]);
  const settings = settingsShown(saved ?? usualSettings);
  return {
    institutionId,
    institutions: institutionsWhere(actor, 'contact.switches').map((id) => ({
      id,
      name: membershipIn(actor, id)!.name,
    })),
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

function shown(
  event: MessageEvent,
  cells: Awaited<ReturnType<typeof allSwitches>> extends Map<string, infer Row> ? Row : never,
): SwitchedEvent {
  const { key, about = null, always = null, audiences, channels } = event;
  return {
    key,
    label: eventWord(key),
    about,
    always,
    audiences,
    channels,
    cells: cells.map(({ audience, channel, isOn, text }) => ({
      audience,
      channel,
      is_on: isOn,
      text,
      usual: defaultText(event, audience, channel),
      fields: Object.entries(fieldsOf(event, audience)).map(([name, field]) => ({
        name,
        label: field.label,
        sample: field.sample,
      })),
    })),
  };
}
