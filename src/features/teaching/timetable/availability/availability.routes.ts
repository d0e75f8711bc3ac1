import { sql } from 'drizzle-orm';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { canWith } from '../grid/grid.routes.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { readDraft } from '../draft/lock-draft.ts';
import { availabilityPage } from '../timetable.pages.ts';
import { SaveAvailability, saveAvailability } from './save-availability.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';

const params = z.object({ id });

/** When teachers, batches and rooms are available. */
export function availabilityRoutes(app: App): void {
  app.get(
    '/timetables/:id/availability',
    { config: may(...maySeeTimetable), schema: { params } },
    async (request, reply) => {
      const [version, draft, employees] = await request.read((db, actor) =>
        Promise.all([
          findVersion(db, actor, request.params.id),
          readDraft(db, institutionsWhere(actor, ...maySeeTimetable), request.params.id),
          teachingStaff(db, actor, request.params.id),
        ]),
      );
      return reply.page(availabilityPage, { version, draft, employees, can: canWith(request.actor, version) });
    },
  );

  app.post(
    '/timetables/:id/availability',
    {
      config: {
        ...may('timetable.edit'),
        ...allowedForOwnFamily('When someone can teach; the principal publishes the timetable.'),
      },
      schema: { params, body: SaveAvailability },
    },
    async (request, reply) => {
      const name = await request.write((tx, actor) => saveAvailability(tx, actor, request.params.id, request.body));
      return reply.flash(`Availability of ${name} saved.`).seeOther(`/timetables/${request.params.id}/availability`);
    },
  );
}

/** Employees who teach something in the session of a version, or have lessons in it. */
const teachingStaff = (db: Db, actor: Actor, timetableId: number): Promise<{ id: number; name: string }[]> =>
  query<{ id: number; name: string }>(db)`select e.id::bigint as id, e.first_name || ' ' || e.surname as name
      from timetables t join employees e on e.institution_id = t.institution_id and e.left_on is null and e.merged_into_id is null
      where ${isOneOf(sql`t.institution_id`, institutionsWhere(actor, ...maySeeTimetable))} and t.id = ${timetableId}
        and (e.id in (select o.employee_id from course_offerings o
            join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
            where o.institution_id = t.institution_id and b.session_id = t.session_id)
          or e.id in (select x.employee_id from part_teachers x
            join lesson_parts p on (p.institution_id, p.id) = (x.institution_id, x.part_id)
            join lesson_sets s on (s.institution_id, s.id) = (p.institution_id, p.set_id)
            where s.institution_id = t.institution_id and s.timetable_id = t.id))
      order by e.surname, e.first_name, e.id`;
