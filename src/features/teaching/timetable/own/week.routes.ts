import { calendarsOf } from '#features/teaching/calendar/calendar.policy.ts';
import { serveChoices, employeeChoices } from '#features/records/people/serve-choices.ts';
import { defer, isDeferred } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { weekPage } from '../timetable.pages.ts';
import { maySeeOwn } from '../timetable.policy.ts';
import { freshWeek, weekCache, noWeek, readSubjects, sameSubject, weekOf, WeekQuery } from './clock.ts';
import { otherSubjects } from './subjects.queries.ts';

/** The timetable of a day and a week: one’s own, a child’s, or that of a batch, teacher or room. */
export function weekRoutes(app: App): void {
  const cache = weekCache();

  serveChoices(app, '/timetable/teacher-options', 'timetable.view', employeeChoices);

  app.get(
    '/my-timetable',
    { config: may(...maySeeOwn), schema: { querystring: WeekQuery } },
    async (request, reply) => {
      const { query } = request;
      const { asked, own, guessed } = await request.read((db, actor) => readSubjects(db, actor, query, cache));
      const findOthers = () => request.read((db, actor) => otherSubjects(db, actor, query.institution_id));
      const known = asked ?? own[0];
      // A school has hundreds of batches and rooms to choose from: after the week is painted, where one is known.
      const others = known ? defer(findOthers) : await findOthers();
      const subject = known ?? (isDeferred(others) ? null : others?.batches[0]) ?? null;
      const days = weekOf(request.actor, subject?.institutionId, query);
      const can = { subscribe: calendarsOf(request.actor).length > 0 };
      if (!subject) return reply.page(weekPage, { ...days, subject, own, others, can, ...noWeek });
      const week =
        guessed && sameSubject(guessed, subject)
          ? guessed.week
          : await request.read((db) => freshWeek(db, subject, days, cache));
      return reply.page(weekPage, { ...days, subject, own, others, can, ...week });
    },
  );
}
