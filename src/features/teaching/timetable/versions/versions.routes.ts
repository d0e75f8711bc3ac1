import { z } from 'zod';
import { can as mayDo, institutionsInView, institutionChoice } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { checkDraft } from '../draft/checks.ts';
import { Board } from '../draft/board.ts';
import { readDraft } from '../draft/lock-draft.ts';
import { publishPage, versionFormPage, versionListPage, type PublishProps } from '../timetable.pages.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { createTimetable } from './make-versions.ts';
import { deleteTimetable, EditTimetable, editTimetable } from './edit-timetable.ts';
import { publishTimetable, withdrawTimetable } from './publish-timetable.ts';
import { CreateTimetable, PublishTimetable } from './version-fields.ts';
import { findVersion, listVersions, versionChoices } from './versions.queries.ts';
import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

const params = z.object({ id });
const seeing = may(...maySeeTimetable);
const editing = may('timetable.edit');
const publishing = may('timetable.publish');
const home = '/timetables';

/** Versions: begun, copied, renamed, published from a day on, withdrawn. */
export function versionRoutes(app: App): void {
  app.get(home, { config: seeing, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const wanted = request.query.institution_id;
    const rows = await request.read((db, actor) => listVersions(db, actor, wanted));
    const canEdit = institutionsInView(request.actor, wanted, 'timetable.edit').length > 0;
    return reply.page(versionListPage, { rows, can: { edit: canEdit } });
  });

  app.get(
    `${home}/new`,
    { config: editing, schema: { querystring: z.object({ ...viewFields, copy: queryParam(id) }) } },
    async (request, reply) => {
      const { institution_id: wanted, copy } = request.query;
      const source = copy === undefined ? null : await request.read((db, actor) => findVersion(db, actor, copy));
      const choice = institutionChoice(request.actor, source?.institutionId ?? wanted, 'timetable.edit');
      const choices = await request.read((db) => versionChoices(db, choice.institutionId));
      return reply.page(versionFormPage, { ...choice, ...choices, version: null, copyId: source?.id ?? null });
    },
  );

  app.post(home, { config: { ...editing, once: true }, schema: { body: CreateTimetable } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const timetableId = await createTimetable(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: `${home}/${timetableId}` };
    }),
  );

  app.get(`${home}/:id/edit`, { config: editing, schema: { params } }, async (request, reply) => {
    const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
    if (!mayDo(request.actor, 'timetable.edit', version.institutionId)) throw new NotAllowed();
    return reply.page(versionFormPage, {
      institutionId: version.institutionId,
      institutions: [],
      sessions: [],
      versions: [],
      version,
      copyId: null,
      opened: openedOf(EditTimetable, version),
    });
  });

  app.post(`${home}/:id`, { config: editing, schema: { params, body: EditTimetable } }, async (request, reply) => {
    await request.write((tx, actor) => editTimetable(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(`${home}/${request.params.id}`);
  });

  app.post(`${home}/:id/delete`, { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteTimetable(tx, actor, request.params.id));
    return reply.flash(`${name} was deleted.`).seeOther(home);
  });

  app.get(`${home}/:id/publish`, { config: publishing, schema: { params } }, async (request, reply) => {
    const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
    if (!mayDo(request.actor, 'timetable.publish', version.institutionId)) throw new NotAllowed();
    if (version.state !== 'draft') throw new Conflict(`${version.name} is already published.`);
    const [draft, facts] = await request.read((db) =>
      Promise.all([
        readDraft(db, [version.institutionId], version.id),
        publishFacts(db, version.institutionId, version.id),
      ]),
    );
    return reply.page(publishPage, { version, checks: checkDraft(new Board(draft)), ...facts });
  });

  app.post(
    `${home}/:id/publish`,
    { config: publishing, schema: { params, body: PublishTimetable } },
    async (request, reply) => {
      const words = await request.write((tx, actor) => publishTimetable(tx, actor, request.params.id, request.body));
      return reply.flash(words).seeOther(`${home}/${request.params.id}`);
    },
  );

  app.post(`${home}/:id/withdraw`, { config: publishing, schema: { params } }, async (request, reply) => {
    const words = await request.write((tx, actor) => withdrawTimetable(tx, actor, request.params.id));
    return reply.flash(words).seeOther(`${home}/${request.params.id}`);
  });
}

interface Found {
  today: Day;
  from: Day;
  usual: Day;
  until: Day;
  told: PublishProps['told'];
  others: PublishProps['others'];
}

/**
 * Between which days a version can begin, and usually does: with its term, or on the next Monday if it follows another
 * one, since nobody wants other lessons in the middle of a week. Who has an account to be told, and what is published
 * beside it.
 */
async function publishFacts(
  db: Db,
  institutionId: number,
  timetableId: number,
): Promise<Pick<PublishProps, 'today' | 'days' | 'told' | 'others'>> {
  const students = sql`select s.id from students s where s.institution_id = ${institutionId} and s.status = 'active'
    and s.batch_id in (select b.batch_id from booked_batches b where b.institution_id = ${institutionId} and b.timetable_id = ${timetableId})`;
  const accounts = sql`count(distinct m.account_id) from memberships m`;
  const here = sql`m.institution_id = ${institutionId} and m.suspended_at is null`;
  const [row] = await query<Found>(db)`
    select d.today::text as today, greatest(d.today, y.starts_on)::text as from, y.ends_on::text as until,
      least(y.ends_on, greatest(d.today, y.starts_on, case when m.starts_on > d.today then m.starts_on
        when exists (select from timetables o where o.institution_id = ${institutionId} and o.valid_from <= d.today
          and (o.valid_until is null or o.valid_until >= d.today)) then (date_trunc('week', d.today + 7))::date end))::text as usual,
      jsonb_build_object(
        'teachers', (select ${accounts} where ${here} and m.employee_id in (select b.employee_id from booked_teachers b
          where b.institution_id = ${institutionId} and b.timetable_id = ${timetableId})),
        'students', (select ${accounts} where ${here} and m.student_id in (${students})),
        'guardians', (select ${accounts} join student_guardians g on (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id)
          where ${here} and g.student_id in (${students}))) as told,
      (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'validFrom', o.valid_from, 'validUntil', o.valid_until)
          order by o.valid_from), '[]') from timetables o join academic_sessions z on (z.institution_id, z.id) = (o.institution_id, o.session_id)
        where o.institution_id = ${institutionId} and o.valid_from is not null and (o.valid_until is null or o.valid_until >= greatest(d.today, o.valid_from))
          and z.ends_on >= d.today) as others
      from timetables t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      left join terms m on (m.institution_id, m.session_id, m.position) = (t.institution_id, t.session_id, t.term_position)
      join institutions i on i.id = t.institution_id
      cross join lateral (select (now() at time zone i.time_zone)::date as today) d
      where (t.institution_id, t.id) = (${institutionId}, ${timetableId})`;
  const { today, from, usual, until, told, others } = row!;
  return { today, days: { from, usual, until }, told, others };
}
