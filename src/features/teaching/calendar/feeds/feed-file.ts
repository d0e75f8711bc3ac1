import { createHash, createHmac } from 'node:crypto';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { CalendarSource } from '#kernel/contracts/calendar-source.ts';
import type { Database } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { calendarsOf } from '../calendar.policy.ts';
import { icalendar } from './ical.ts';

/** What a calendar app keeps: two months back and a session ahead. */
const days = { back: 60, ahead: 400 };

/** A person's calendar as a file, with everything that the features bring. */
export async function feedFile(
  database: Database,
  secret: Buffer,
  sources: readonly CalendarSource[],
  actor: Actor,
): Promise<{ content: string; etag: string }> {
  const ids = calendarsOf(actor);
  const now = today('UTC');
  const [from, to] = [addDays(now, -days.back), addDays(now, days.ahead)];
  const loaded = await database.readAsSystem(ids, (db) =>
    Promise.all(sources.map((source) => source.load(db, actor, ids, from, to))),
  );
  const schoolOf = (id: number) => membershipIn(actor, id)!.shortName;
  const events = loaded
    .flat()
    .map((event) =>
      ids.length > 1 ? { ...event, title: `${event.title} (${schoolOf(event.institutionId)})` } : event,
    );
  const name = ids.length === 1 ? membershipIn(actor, ids[0]!)!.name : 'Akada';
  const content = icalendar({ name, domain: domainOf(secret), events });
  return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}

/** The same for as long as the installation has its key, whatever it is called on the internet. */
const domainOf = (secret: Buffer): string =>
  `${createHmac('sha256', secret).update('calendar').digest('hex').slice(0, 16)}.akada`;
