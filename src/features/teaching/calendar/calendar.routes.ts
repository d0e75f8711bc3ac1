import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeCalendar } from './calendar.policy.ts';
import { createEntry, CreateEntry, deleteEntry, lockEntry, EditEntry, editEntry } from './entries/change-entries.ts';
import { AddHolidays, addHolidays, holidaysPageProps } from './holidays/add-holidays.ts';
import { DecideInLieu, decideInLieu } from './holidays/decide-in-lieu.ts';
import { CalendarQuery, calendarPageProps, type CalendarEntry } from './view/calendar-page.queries.ts';
import { EditWeek, editWeek, schoolWeek, type SchoolWeek, schoolDaysProps } from './week/edit-week.ts';
import { can, membershipIn, allow, type Actor, institutionsWhere, institutionChoice } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db, hasKey } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { calendarEntries } from './calendar.schema.ts';
import { page } from '#web/page.ts';
import type { ownFeed } from './feeds/own-feed.ts';

const view = may(...maySeeCalendar);
const edit = may('calendar.edit');
const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });

/** The calendar of an institution. */
export function calendarRoutes(app: App): void {
  app.get('/calendar', { config: view, schema: { querystring: CalendarQuery } }, async (request, reply) =>
    reply.page(calendarPage, await request.read((db, actor) => calendarPageProps(db, actor, request.query))),
  );
  app.get('/calendar/school-days', { config: view, schema: { querystring: View } }, async (request, reply) =>
    reply.page(schoolDaysPage, await request.read((db, actor) => schoolDaysProps(db, actor, request.query))),
  );
  entryRoutes(app);
  weekRoutes(app);
  holidayRoutes(app);
}

function entryRoutes(app: App): void {
  app.get(
    '/calendar-entries/new',
    { config: edit, schema: { querystring: View.extend({ day: queryParam(day) }) } },
    async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const choice = institutionChoice(actor, request.query.institution_id, 'calendar.edit');
        return { ...choice, ...(await entryChoices(db, actor, choice.institutionId)) };
      });
      return reply.page(entryFormPage, { ...props, day: request.query.day, entry: null });
    },
  );
  app.get('/calendar-entries/:id/edit', { config: edit, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const entry = await findEntry(db, actor, request.params.id);
      return { entry, ...(await entryChoices(db, actor, entry.institutionId)) };
    });
    const { institutionId } = props.entry;
    return reply.page(entryFormPage, {
      ...props,
      institutionId,
      institutions: [],
      opened: openedOf(EditEntry, props.entry),
    });
  });
  app.post('/calendar-entries', { config: { ...edit, once: true }, schema: { body: CreateEntry } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await createEntry(tx, actor, request.body);
      return { flash: `${request.body.title} is in the calendar.`, go: monthOf(request.body.startsOn) };
    }),
  );
  app.post('/calendar-entries/:id', { config: edit, schema: { params, body: EditEntry } }, async (request, reply) => {
    await request.write((tx, actor) => editEntry(tx, actor, request.params.id, request.body));
    return reply.flash('Saved.').seeOther(monthOf(request.body.startsOn));
  });
  app.post('/calendar-entries/:id/delete', { config: edit, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => deleteEntry(tx, actor, request.params.id));
    return reply.flash(`${title} was deleted.`).seeOther('/calendar');
  });
  app.post('/calendar-entries/:id/confirm', { config: edit, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => confirmHoliday(tx, actor, request.params.id));
    return reply.flash(`${title} is confirmed.`).seeOther('/calendar/holidays');
  });
}

const monthOf = (startsOn: string) => `/calendar?day=${startsOn}`;

function weekRoutes(app: App): void {
  app.get('/institutions/:id/school-week', { config: edit, schema: { params } }, async (request, reply) => {
    const institutionId = request.params.id;
    const props = await request.read(async (db, actor) => {
      if (!can(actor, 'calendar.edit', institutionId)) throw new NotFound('institution');
      const week = await schoolWeek(db, institutionId);
      return { week, institution: membershipIn(actor, institutionId)!.name };
    });
    const opened = openedOf(EditWeek, { ...props.week, closesTaken: false });
    return reply.page(weekFormPage, { ...props, institutionId, opened });
  });
  app.post(
    '/institutions/:id/school-week',
    { config: edit, schema: { params, body: EditWeek } },
    async (request, reply) => {
      const { id: institutionId } = request.params;
      await request.write((tx, actor) => editWeek(tx, actor, institutionId, request.body));
      return reply.flash('School week saved.').seeOther(`/calendar/school-days?institution_id=${institutionId}`);
    },
  );
}

function holidayRoutes(app: App): void {
  app.get('/calendar/holidays', { config: view, schema: { querystring: View } }, async (request, reply) =>
    reply.page(holidaysPage, await request.read((db, actor) => holidaysPageProps(db, actor, request.query))),
  );
  const toCalendar = z.literal('calendar').optional();
  app.post(
    '/calendar/holidays',
    { config: edit, schema: { body: AddHolidays.extend({ to: toCalendar }) } },
    async (request, reply) => {
      const { to, ...input } = request.body;
      const added = await request.write((tx, actor) => addHolidays(tx, actor, input));
      return reply
        .flash(added === 1 ? '1 holiday was added.' : `${added} holidays were added.`)
        .seeOther(to ? '/calendar' : `/calendar/holidays?academic_session=${input.sessionId}`);
    },
  );
  // From the page of a month, back to it.
  app.post(
    '/calendar/holidays/in-lieu',
    { config: edit, schema: { body: DecideInLieu.extend({ day: day.optional() }) } },
    async (request, reply) => {
      const { day: month, ...input } = request.body;
      const done = await request.write((tx, actor) => decideInLieu(tx, actor, input));
      return reply.flash(done).seeOther(month ? monthOf(month) : '/calendar/holidays');
    },
  );
}

/** The moon was seen, or the government has said so: the holiday is on that day. Returns its title. */
async function confirmHoliday(tx: Tx, actor: Actor, id: number): Promise<string> {
  const { institutionId, title, isExpected, startsOn } = await lockEntry(tx, actor, id);
  allow(actor, 'calendar.edit', institutionId);
  if (!isExpected) return title;
  await tx
    .update(calendarEntries)
    .set({ isExpected: false, updatedAt: sql`now()` as never })
    .where(hasKey(calendarEntries, institutionId, id));
  await record(tx, actor, 'calendar.confirmHoliday', {
    institutionId,
    summary: `confirmed ${title} on ${formatDay(startsOn)}`,
    subject: { type: 'calendar_entry', id },
  });
  return title;
}

export type CalendarPageProps = Awaited<ReturnType<typeof calendarPageProps>>;
export const calendarPage = page<CalendarPageProps>('calendar/calendar');

interface EntryFormProps extends Awaited<ReturnType<typeof entryChoices>> {
  institutionId: number;
  institutions: { id: number; name: string }[];
  opened?: OpenedValues;
  entry: EntryRecord | null;
  /** Of a new entry. */
  day?: string | undefined;
}
export const entryFormPage = page<EntryFormProps>('calendar/entry-form');

export const schoolDaysPage = page<Awaited<ReturnType<typeof schoolDaysProps>>>('calendar/school-days');
export const weekFormPage = page<{
  institutionId: number;
  institution: string;
  week: SchoolWeek;
  opened: OpenedValues;
}>('calendar/week-form');

export const holidaysPage = page<Awaited<ReturnType<typeof holidaysPageProps>>>('calendar/holidays');

export const subscriptionPage = page<{ feed: Awaited<ReturnType<typeof ownFeed>> }>('calendar/subscription');

interface EntryRecord extends Omit<CalendarEntry, 'classes'> {
  classIds: number[];
}

/** An entry as its form shows it. */
async function findEntry(db: Db, actor: Actor, id: number): Promise<EntryRecord & { closesTaken: false }> {
  const [row] = await query<EntryRecord>(db)`
    select e.id::bigint, e.institution_id as "institutionId", e.kind, e.title, e.note, e.starts_on::text as "startsOn",
        e.ends_on::text as "endsOn", to_char(e.starts_at, 'HH24:MI') as "startsAt", to_char(e.ends_at, 'HH24:MI') as "endsAt",
        to_json(e.audiences) as audiences, to_json(e.class_ids) as "classIds", e.holiday, e.is_expected as "isExpected"
      from calendar_entries e
      where e.institution_id = any (${sql.param(institutionsWhere(actor, 'calendar.edit'))}::int[]) and e.id = ${id}::bigint`;
  if (!row) throw new NotFound('calendar entry');
  return { ...row, closesTaken: false };
}

/** What the form of an entry offers. */
async function entryChoices(db: Db, actor: Actor, institutionId: number) {
  const classes = await query<{ id: number; name: string }>(db)`
    select c.id::bigint, c.name from classes c where c.institution_id = ${institutionId} order by c.program_id, c.position, c.id`;
  return { today: today(membershipIn(actor, institutionId)!.timeZone), classes };
}
