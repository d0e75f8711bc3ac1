import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { orNotFound } from '#kernel/errors.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { shownWeek, askedSubject, weekOf, WeekQuery } from '../own/clock.ts';
import { lessonsOfSubject, ownSubjects, type Subject } from '../own/subjects.queries.ts';
import { maySeeOwn } from '../timetable.policy.ts';
import { timetableBetween } from '../timetable.queries.ts';
import type { DaySheet } from './day-sheet.pdf.ts';
import type { WeekSheet } from './week-sheet.pdf.ts';

const layout = new URL('./week-sheet.pdf.ts', import.meta.url);
const dayLayout = new URL('./day-sheet.pdf.ts', import.meta.url);
const querystring = WeekQuery.extend({ paper: z.enum(['A4', 'A3']).default('A4') });

/**
 * A teacher, student, batch or room on paper: the usual week, without holidays and covers, which are of one day; or a day
 * as it takes place.
 */
export function printRoutes(app: App): void {
  app.get('/my-timetable.pdf', drawing(may(...maySeeOwn), { querystring }), async (request, reply) => {
    const { query } = request;
    const data = await request.write(async (tx, actor): Promise<WeekSheet> => {
      const subject = await subjectOf(tx, actor, query);
      const { institutionId, kind, id } = subject;
      const { from, until, today } = weekOf(actor, institutionId, query);
      const week = await timetableBetween(tx, institutionId, lessonsOfSubject(subject), from, until, {
        isUsual: true,
      });
      const name = nameOf(subject);
      await record(tx, actor, 'timetable.print', {
        institutionId,
        summary: `printed the timetable of ${name}`,
        subject: { type: kind, id },
      });
      const letterhead = await letterheadOf(tx, app.services.files, institutionId);
      return { letterhead, paper: query.paper, name, today, week: shownWeek(week, kind) };
    });
    return reply.pdf({ title: `timetable ${data.name}`, layout, data });
  });

  app.get('/my-timetable/day.pdf', drawing(may(...maySeeOwn), { querystring: WeekQuery }), async (request, reply) => {
    const { query } = request;
    const data = await request.write(async (tx, actor): Promise<DaySheet> => {
      const subject = await subjectOf(tx, actor, query);
      const { institutionId, kind, id } = subject;
      const { day } = weekOf(actor, institutionId, query);
      const found = await timetableBetween(tx, institutionId, lessonsOfSubject(subject), day, day);
      const name = nameOf(subject);
      await record(tx, actor, 'timetable.print', {
        institutionId,
        summary: `printed the timetable of ${name}, ${formatDay(day)}`,
        subject: { type: kind, id },
      });
      const letterhead = await letterheadOf(tx, app.services.files, institutionId);
      return { letterhead, name, day, viewer: kind, lessons: shownWeek(found, kind) };
    });
    return reply.pdf({ title: `timetable ${data.name} ${data.day}`, layout: dayLayout, data });
  });
}

const nameOf = ({ name, hint }: Subject): string => [name, hint].filter(Boolean).join(', ');

async function subjectOf(tx: Db, actor: Actor, query: WeekQuery): Promise<Subject> {
  const subject = (await askedSubject(tx, actor, query)) ?? (await ownSubjects(tx, actor, query.institution_id))[0];
  return orNotFound(subject, 'timetable');
}
