import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { may, type App } from '#web/routes.ts';
import { shownWeek } from '../own/shown-week.ts';
import { lessonsOfSubject, ownSubjects, type Subject } from '../own/subjects.queries.ts';
import { askedSubject, weekOf, WeekQuery } from '../own/week-subject.ts';
import { maySeeOwn } from '../timetable.policy.ts';
import { timetableBetween } from '../timetable.queries.ts';
import type { WeekSheet } from './week-sheet.pdf.ts';

const layout = new URL('./week-sheet.pdf.ts', import.meta.url);
const querystring = WeekQuery.extend({ paper: z.enum(['A4', 'A3']).default('A4') });

/** The usual week of a teacher, student, batch or room on paper: without holidays and covers, which are of one day. */
export function printRoutes(app: App): void {
  app.get(
    '/my-timetable.pdf',
    { config: { ...may(...maySeeOwn), isHeavy: true }, schema: { querystring }, exposeHeadRoute: false },
    async (request, reply) => {
      const { query } = request;
      const data = await request.write(async (tx, actor): Promise<WeekSheet> => {
        const subject = await subjectOf(tx, actor, query);
        const { institutionId, kind, id } = subject;
        const { from, until, today } = weekOf(actor, institutionId, query);
        const week = await timetableBetween(tx, institutionId, lessonsOfSubject(subject), from, until, {
          isUsual: true,
        });
        const name = [subject.name, subject.hint].filter(Boolean).join(', ');
        await record(tx, actor, 'timetable.print', {
          ...{ institutionId, summary: `printed the timetable of ${name}` },
          subject: { type: kind, id },
        });
        const letterhead = await letterheadOf(tx, app.services.files, institutionId);
        return { letterhead, paper: query.paper, name, today, week: shownWeek(week, kind) };
      });
      return reply.pdf({ title: `timetable ${data.name}`, layout, data });
    },
  );
}

async function subjectOf(tx: Db, actor: Actor, query: z.output<typeof querystring>): Promise<Subject> {
  const subject = (await askedSubject(tx, actor, query)) ?? (await ownSubjects(tx, actor, query.institution_id))[0];
  if (!subject) throw new NotFound('timetable');
  return subject;
}
