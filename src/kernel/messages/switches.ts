import { sql } from 'drizzle-orm';
import { query, type Db } from '../database.ts';
import { defaultText, type EventAudience, type EventChannel, type MessageEvent } from './events.ts';

/** A cell of the page of switches. */
export interface Switch {
  audience: EventAudience;
  channel: EventChannel;
  isOn: boolean;
  text: string;
  /** What happened before is not written about; null if it was on from the start. */
  onSince: string | null;
}

interface ChangedSwitch {
  event: string;
  audience: EventAudience;
  channel: EventChannel;
  isOn: boolean;
  onSince: string | null;
  text: string | null;
}

const changedSwitches = (db: Db, institutionId: number, key: string | null) =>
  query<ChangedSwitch>(
    db,
    sql`select event, audience, channel, is_on as "isOn", text,
        to_char(on_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "onSince"
      from message_switches where institution_id = ${institutionId} and event = coalesce(${key}::text, event)`,
  );

const withChanges = (event: MessageEvent, changed: ChangedSwitch[]): Switch[] =>
  event.audiences.flatMap((audience) =>
    event.channels.map((channel): Switch => {
      const own = changed.find(
        (row) => row.event === event.key && row.audience === audience && row.channel === channel,
      );
      return {
        audience,
        channel,
        isOn: own?.isOn ?? event.startsOn?.includes(`${audience}.${channel}`) ?? false,
        text: own?.text ?? defaultText(event, audience, channel),
        onSince: own?.onSince ?? null,
      };
    }),
  );

/** What an institution has switched on for an event. */
export async function switchesOn(db: Db, institutionId: number, event: MessageEvent): Promise<Switch[]> {
  return withChanges(event, await changedSwitches(db, institutionId, event.key)).filter(({ isOn }) => isOn);
}

/** All cells of all events. */
export async function allSwitches(
  db: Db,
  institutionId: number,
  events: readonly MessageEvent[],
): Promise<Map<string, Switch[]>> {
  const changed = await changedSwitches(db, institutionId, null);
  return new Map(events.map((event) => [event.key, withChanges(event, changed)]));
}
