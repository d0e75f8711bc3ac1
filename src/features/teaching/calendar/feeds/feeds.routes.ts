import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { hashToken } from '#kernel/secrets/keys.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeCalendar, calendarsOf } from '../calendar.policy.ts';
import { subscriptionPage } from '../calendar.routes.ts';
import { endFeed, makeFeed, ownFeed } from './own-feed.ts';
import { systemActor, type Actor, type ActorInstitution, membershipIn } from '#kernel/actor.ts';
import { query, render, type Database } from '#kernel/database.ts';
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency, type ICalEventData } from 'ical-generator';
import { createHash, createHmac } from 'node:crypto';
import type { CalendarSource, CalendarEvent } from '#kernel/contracts/calendar-source.ts';
import { addDays, today } from '#kernel/dates.ts';

const config = may(...maySeeCalendar);
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const params = z.object({ token: z.string().max(60) });
/** Apps of many people ask from the same address, such as a school's; guessing a secret takes far more. */
const rateLimit = { max: 240, timeWindow: '1 minute' };
const hour = 3_600_000;

/** Subscribing to one's own calendar with a phone. */
export function feedRoutes(app: App): void {
  const { database, secret } = app.services;
  const allPermissions = Object.keys(app.product.permissions);

  app.get('/calendar/subscription', { config, schema: { querystring: View } }, async (request, reply) =>
    reply.page(subscriptionPage, { feed: await request.read((db, actor) => ownFeed(db, actor)) }),
  );

  // The secret is in the answer alone, which a page shows once.
  app.post('/calendar/subscription', { config }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const token = await request.write((tx, actor) => makeFeed(tx, actor));
    return reply.send({ address: `${origin}/calendar-feeds/${token}.ics` });
  });

  app.post('/calendar/subscription/end', { config }, async (request, reply) => {
    await request.write((tx, actor) => endFeed(tx, actor));
    return reply
      .flash('The address was removed. Calendar apps no longer get anything.')
      .seeOther('/calendar/subscription');
  });

  app.get(
    '/calendar-feeds/:token.ics',
    { config: { ...may('public'), rateLimit, isKept: true }, schema: { params } },
    async (request, reply) => {
      const tokenHash = hashToken(request.params.token);
      const reader = await feedReader(database, tokenHash, allPermissions);
      if (!reader) throw new NotFound('calendar');
      const { content, etag } = await feedFile(database, secret, app.product.calendarSources, reader.actor);
      if (!reader.readAt || Date.parse(reader.readAt) < Date.now() - hour)
        await database.anonymous((tx) =>
          tx.execute(sql`update calendar_feeds set read_at = now() where token_hash = ${tokenHash}`),
        );
      reply
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', etag)
        .header('X-Content-Type-Options', 'nosniff')
        .header('X-Robots-Tag', 'noindex, nofollow');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .header('Content-Disposition', 'inline; filename="calendar.ics"')
        .type('text/calendar; charset=utf-8')
        .send(content);
    },
  );
}

interface StoredReader {
  accountId: number;
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  readAt: string | null;
  institutions:
    | (Pick<ActorInstitution, 'id' | 'name' | 'shortName' | 'timeZone'> & { memberships: Membership[] })[]
    | null;
}
interface Membership {
  roleKey: string;
  permissions: string[];
  employeeId: number | null;
  studentId: number | null;
  guardianId: number | null;
}

/** The person behind the secret address of a calendar, with what they may see now; null if there is none, or no more. */
async function feedReader(
  database: Database,
  tokenHash: Buffer,
  allPermissions: readonly string[],
): Promise<{ actor: Actor; readAt: string | null } | null> {
  const stored = await database.anonymous(async (tx) => {
    const rows = await query<{ reader: StoredReader | null }>(tx, render)`
      select akada_calendar_reader(${tokenHash}) as reader`;
    return rows[0]!.reader;
  });
  if (!stored?.institutions) return null;
  const { readAt, institutions, ...person } = stored;
  const nobody = systemActor(0, stored.name, stored.accountId);
  const actor: Actor = {
    ...nobody,
    ...person,
    institutions: institutions.map(({ memberships, ...institution }) => {
      const isOwner = stored.isGroupAdministrator || memberships.some(({ roleKey }) => roleKey === 'owner');
      const ids = (of: (one: Membership) => number | null) => [
        ...new Set(memberships.map(of).filter((id) => id !== null)),
      ];
      return {
        ...nobody.institutions[0]!,
        ...institution,
        isOwner,
        permissions: new Set(isOwner ? allPermissions : memberships.flatMap(({ permissions }) => permissions)),
        employeeIds: ids(({ employeeId }) => employeeId),
        studentIds: ids(({ studentId }) => studentId),
        guardianIds: ids(({ guardianId }) => guardianId),
      };
    }),
  };
  return { actor, readAt };
}

/** What a calendar app keeps: two months back and a session ahead. */
const days = { back: 60, ahead: 400 };

/** A person's calendar as a file, with everything that the features bring. */
async function feedFile(
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

/** A written event; `key` alone is not unique in the world. */
interface WrittenCalendar {
  name: string;
  /** Makes the keys of events unique: one for each installation. */
  domain: string;
  events: CalendarEvent[];
}

/** A calendar by RFC 5545, with CRLF at the end of each line. */
export function icalendar({ name, domain, events }: WrittenCalendar): string {
  const calendar = ical({
    // The library escapes the texts of events, but not the calendar's name.
    name: oneLine(name).replace(/[\\;,]/g, '\\$&'),
    prodId: { company: 'Akada', product: 'Calendar', language: 'EN' },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    // Calendar apps ask again about this often, if they ask the calendar at all.
    ttl: 6 * 60 * 60,
    events: events.map((event) => eventData(event, domain)),
  });
  return `${calendar.toString()}\r\n`;
}

function eventData(event: CalendarEvent, domain: string): ICalEventData {
  const { key, when, title, note, place, changedAt, isExpected } = event;
  return {
    id: `${key}@${domain}`,
    stamp: changedAt,
    lastModified: changedAt,
    allDay: when.isAllDay,
    start: when.from,
    // The end of whole days is the day after the last.
    end: when.isAllDay ? addDays(when.to, 1) : when.to,
    summary: withoutControls(title),
    description: note ? withoutControls(note) : null,
    location: place ? withoutControls(place) : null,
    status: isExpected ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    // A holiday doesn't make its reader busy.
    transparency: when.isAllDay ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  };
}

const withoutControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
const oneLine = (text: string) => withoutControls(text).replaceAll('\n', ' ');
