import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, list, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { employeeChoices } from '#features/records/people/employee-choices.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { may, type App } from '#web/routes.ts';
import { coverDayPage, ownCoversPage, termCoversPage, type CoverDayProps } from './cover.pages.ts';
import { maySeeCover } from './cover.policy.ts';
import { AssignCover, assignCover } from './days/assign-cover.ts';
import { awayFrom, isAwayDuring } from './days/away.ts';
import { candidatesFor } from './days/candidates.queries.ts';
import { lessonsToCover } from './days/cover-day.queries.ts';
import { ownCovers } from './days/own-covers.queries.ts';
import { termCovers } from './days/term-covers.queries.ts';
import type { CoverList } from './print/cover-list.pdf.ts';

const layout = new URL('./print/cover-list.pdf.ts', import.meta.url);
const DayQuery = z.object({ ...viewFields, day: queryParam(day), teacher: list(id).pipe(z.array(z.number()).max(40)) });
type DayQuery = z.output<typeof DayQuery>;

/** Lessons of absent teachers: who takes them, for everybody and for each teacher. */
export function coverRoutes(app: App): void {
  serveChoices(app, '/cover/teacher-options', 'cover.edit', employeeChoices);

  app.get('/cover', { config: may(...maySeeCover), schema: { querystring: DayQuery } }, async (request, reply) => {
    const props = await request.snapshot((db, actor) => dayProps(db, actor, request.query));
    return reply.page(coverDayPage, props);
  });

  app.get(
    '/cover.pdf',
    { config: { ...may(...maySeeCover), isHeavy: true }, schema: { querystring: DayQuery }, exposeHeadRoute: false },
    async (request, reply) => {
      const data = await request.write(async (tx, actor): Promise<CoverList> => {
        const { institutionId, day: onDate, lessons } = await dayProps(tx, actor, request.query);
        await record(tx, actor, 'cover.print', { institutionId, summary: `printed the cover of ${formatDay(onDate)}` });
        return { day: onDate, lessons, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
      });
      return reply.pdf({ title: `cover ${data.day}`, layout, data });
    },
  );

  app.get('/cover/term', { config: may(...maySeeCover), schema: { querystring: DayQuery } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const place = membershipIn(actor, placeOf(actor, request.query))!;
      const found = await termCovers(db, place.id, request.query.day ?? today(place.timeZone));
      return { ...found, institution: place.name };
    });
    return reply.page(termCoversPage, props);
  });

  app.post(
    '/cover',
    {
      config: {
        ...may('cover.edit'),
        ...allowedForOwnFamily('A lesson of somebody who is recorded as away; the verb refuses others.'),
      },
      schema: { body: AssignCover },
    },
    async (request, reply) => {
      const flash = await request.write((tx, actor) => assignCover(tx, actor, request.body));
      const { onDate, absentId } = request.body;
      return reply.flash(flash).go(`/cover?day=${onDate}&teacher=${absentId}`);
    },
  );

  app.get(
    '/my-covers',
    { config: may(...maySeeCover), schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const ids = institutionsInView(request.actor, request.query.institution_id, ...maySeeCover);
      const now = today(membershipIn(request.actor, ids[0]!)!.timeZone);
      const covers = await request.read((db, actor) =>
        Promise.all(ids.map((one) => ownCovers(db, one, membershipIn(actor, one)!.employeeIds, now))),
      );
      return reply.page(ownCoversPage, { today: now, covers: covers.flat() });
    },
  );
}

function placeOf(actor: Actor, query: DayQuery): number {
  const [institutionId] = institutionsInView(actor, query.institution_id, ...maySeeCover);
  if (!institutionId) throw new NotAllowed();
  return institutionId;
}

async function dayProps(db: Db, actor: Actor, filter: DayQuery): Promise<CoverDayProps> {
  const institutionId = placeOf(actor, filter);
  const now = today(membershipIn(actor, institutionId)!.timeZone);
  const onDate: Day = filter.day ?? now;
  const canEdit = can(actor, 'cover.edit', institutionId);
  const away = await awayFrom(db, institutionId, onDate);
  const asked = canEdit ? filter.teacher : [];
  const chosen = asked.map((employeeId) => ({ employeeId, half: null }));
  const lessons = await lessonsToCover(db, institutionId, onDate, [...away, ...chosen]);
  const names = await query<{ id: number; name: string }>(
    db,
    sql`select id::int as id, first_name || ' ' || surname as name from employees
      where institution_id = ${institutionId} and ${isOneOf(sql`id`, [...asked, ...lessons.map(({ absentId }) => absentId)])}
      order by sort_name, id`,
  );
  const [changes] = canEdit
    ? await query<{ count: number }>(
        db,
        sql`select count(*)::int as count from cover_changes where institution_id = ${institutionId} and on_date = ${onDate}::date`,
      )
    : [];
  const withCandidates: CoverDayProps['lessons'] = [];
  for (const lesson of lessons) {
    const absentIds = [...away.filter((one) => isAwayDuring(one, lesson)), ...chosen].map((one) => one.employeeId);
    const candidates =
      canEdit && onDate >= now
        ? await candidatesFor(db, institutionId, onDate, lesson, [...absentIds, lesson.absentId])
        : [];
    withCandidates.push({ ...lesson, candidates });
  }
  return {
    institutionId,
    day: onDate,
    today: now,
    canEdit: canEdit && onDate >= now,
    lessons: withCandidates,
    toTell: changes?.count ?? 0,
    institutions: institutionsWhere(actor, ...maySeeCover).map((one) => ({
      id: one,
      name: membershipIn(actor, one)!.name,
    })),
    chosen: names.flatMap((one) => (asked.includes(one.id) ? one.id : [])),
    absent: names.map((one) => ({
      ...one,
      why: (canEdit && away.find(({ employeeId }) => employeeId === one.id)?.why) || null,
    })),
  };
}
