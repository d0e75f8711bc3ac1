import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { calendarPage, entryFormPage, holidaysPage, schoolDaysPage, weekFormPage } from './calendar.pages.ts';
import { maySeeCalendar } from './calendar.policy.ts';
import { createEntry } from './entries/create-entry.ts';
import { deleteEntry } from './entries/delete-entry.ts';
import { EditEntry, editEntry } from './entries/edit-entry.ts';
import { CreateEntry } from './entries/entry-fields.ts';
import { chooseEdited, entryChoices, findEntry } from './entries/entry.queries.ts';
import { AddHolidays, addHolidays } from './holidays/add-holidays.ts';
import { DecideInLieu, decideInLieu } from './holidays/decide-in-lieu.ts';
import { holidaysPageProps } from './holidays/offered.queries.ts';
import { calendarPageProps } from './view/calendar-page.queries.ts';
import { CalendarQuery } from './view/view-query.ts';
import { EditWeek, editWeek } from './week/edit-week.ts';
import { schoolDaysProps } from './week/school-days-page.queries.ts';
import { schoolWeek } from './week/week.queries.ts';
import { can, membershipIn, allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { calendarEntries } from './calendar.schema.ts';
import { lockEntry } from './entries/lock-entry.ts';

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
        const choice = chooseEdited(actor, request.query.institution_id);
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
    return reply.flash('Saved.').go(monthOf(request.body.startsOn));
  });
  app.post('/calendar-entries/:id/delete', { config: edit, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => deleteEntry(tx, actor, request.params.id));
    return reply.flash(`${title} was deleted.`).go('/calendar');
  });
  app.post('/calendar-entries/:id/confirm', { config: edit, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => confirmHoliday(tx, actor, request.params.id));
    return reply.flash(`${title} is confirmed.`).go('/calendar/holidays');
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
      return reply.flash('School week saved.').go(`/calendar/school-days?institution_id=${institutionId}`);
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
        .go(to ? '/calendar' : `/calendar/holidays?academic_session=${input.sessionId}`);
    },
  );
  // From the page of a month, back to it.
  app.post(
    '/calendar/holidays/in-lieu',
    { config: edit, schema: { body: DecideInLieu.extend({ day: day.optional() }) } },
    async (request, reply) => {
      const { day: month, ...input } = request.body;
      const done = await request.write((tx, actor) => decideInLieu(tx, actor, input));
      return reply.flash(done).go(month ? monthOf(month) : '/calendar/holidays');
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
    .where(and(eq(calendarEntries.institutionId, institutionId), eq(calendarEntries.id, id)));
  await record(tx, actor, 'calendar.confirmHoliday', {
    institutionId,
    summary: `confirmed ${title} on ${formatDay(startsOn)}`,
    subject: { type: 'calendar_entry', id },
  });
  return title;
}
