import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { employeeChoices } from '#features/people/employee-choices.ts';
import { serveChoices } from '#features/people/serve-choices.ts';
import { defer, isDeferred } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { clock } from './clock.ts';
import { weekPage, type WeekProps } from '../timetable.pages.ts';
import { maySeeOwn } from '../timetable.policy.ts';
import { bellsBetween } from '../bells/bells-of-days.queries.ts';
import { lessonsBetween } from '../timetable.queries.ts';
import { lessonsOfSubject, otherSubjects, ownSubjects, readableSubject, type Subject } from './subjects.queries.ts';

export const WeekQuery = z.object({
  ...viewFields,
  day: queryParam(day),
  employee_id: queryParam(id),
  student_id: queryParam(id),
  batch_id: queryParam(id),
  room_id: queryParam(id),
});
export type WeekQuery = z.output<typeof WeekQuery>;

/** The timetable of a day and a week: one’s own, a child’s, or that of a batch, teacher or room. */
export function weekRoutes(app: App): void {
  serveChoices(app, '/timetable/teacher-options', 'timetable.view', employeeChoices);

  app.get(
    '/my-timetable',
    { config: may(...maySeeOwn), schema: { querystring: WeekQuery } },
    async (request, reply) => {
      const { query } = request;
      const [asked, own] = await request.read((db, actor) =>
        Promise.all([askedSubject(db, actor, query), ownSubjects(db, actor, query.institution_id)]),
      );
      const findOthers = () => request.read((db, actor) => otherSubjects(db, actor, query.institution_id));
      const known = asked ?? own[0];
      // A school has hundreds of batches and rooms to choose from: after the week is painted, where one is known.
      const others = known ? defer(findOthers) : await findOthers();
      const subject = known ?? (isDeferred(others) ? null : others?.batches[0]) ?? null;
      const props = weekOf(request.actor, subject, query);
      if (!subject) return reply.page(weekPage, { ...props, subject, own, others, lessons: [], bells: [] });
      const [lessons, bells] = await request.read((db) => readWeek(db, subject, props));
      return reply.page(weekPage, { ...props, subject, own, others, lessons, bells });
    },
  );
}

/** The subject in the address, if the reader can see it. */
export function askedSubject(db: Db, actor: Actor, query: WeekQuery): Promise<Subject | null> {
  const { employee_id: employee, student_id: student, batch_id: batch, room_id: room } = query;
  if (employee !== undefined) return readableSubject(db, actor, 'employee', employee);
  if (student !== undefined) return readableSubject(db, actor, 'student', student);
  if (batch !== undefined) return readableSubject(db, actor, 'batch', batch);
  return room === undefined ? Promise.resolve(null) : readableSubject(db, actor, 'room', room);
}

export const readWeek = (db: Db, subject: Subject, { from, until }: { from: Day; until: Day }) =>
  Promise.all([
    lessonsBetween(db, subject.institutionId, lessonsOfSubject(subject), from, until),
    bellsBetween(db, subject.institutionId, from, until),
  ]);

/** The week around the day in the address, by the clock of the institution. */
export function weekOf(
  actor: Actor,
  subject: Subject | null,
  query: WeekQuery,
): Pick<WeekProps, 'day' | 'today' | 'now' | 'from' | 'until'> {
  const [anywhere] = institutionsInView(actor, query.institution_id, ...maySeeOwn);
  const timeZone = membershipIn(actor, subject?.institutionId ?? anywhere!)!.timeZone;
  const now = today(timeZone);
  const wanted = query.day ?? now;
  const from = addDays(wanted, 1 - (new Date(`${wanted}T12:00:00Z`).getUTCDay() || 7));
  return { day: wanted, today: now, now: clock(timeZone), from, until: addDays(from, 6) };
}
