import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import {
  can,
  namedInstitutions,
  institutionInView,
  institutionsInView,
  membershipIn,
  type Actor,
} from '#kernel/actor.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { formatDay, today, type Day } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, list, queryParam } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { serveChoices, employeeChoices } from '#features/records/people/serve-choices.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { maySeeCover } from './cover.policy.ts';
import { AssignCover, assignCover } from './days/assign-cover.ts';
import { awayFrom, isAwayDuring } from './days/away.ts';
import { lessonsToCover, type CoverLesson, candidatesFor, type Candidate } from './days/cover-day.queries.ts';
import { ownCovers, type OwnCover } from './days/own-covers.queries.ts';
import type { CoverList } from './print/cover-list.pdf.ts';
import { page } from '#web/page.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';

const layout = new URL('./print/cover-list.pdf.ts', import.meta.url);
const DayQuery = z.object({ ...viewFields, day: queryParam(day), teacher: list(id).pipe(z.array(z.number()).max(40)) });
type DayQuery = z.output<typeof DayQuery>;

/** Lessons of absent teachers: who takes them, for everybody and for each teacher. */
export function coverRoutes(app: App): void {
  serveChoices(app, '/cover/teacher-options', 'cover.edit', employeeChoices);

  app.get('/cover', { config: may(...maySeeCover), schema: { querystring: DayQuery } }, async (request, reply) =>
    reply.page(coverDayPage, await request.snapshot((db, actor) => dayProps(db, actor, request.query))),
  );

  app.get('/cover.pdf', drawing(may(...maySeeCover), { querystring: DayQuery }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<CoverList> => {
      const { institutionId, day: onDate, lessons } = await dayProps(tx, actor, request.query);
      await record(tx, actor, 'cover.print', { institutionId, summary: `printed the cover of ${formatDay(onDate)}` });
      return { day: onDate, lessons, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
    });
    return reply.pdf({ title: `cover ${data.day}`, layout, data });
  });

  app.get('/cover/term', { config: may(...maySeeCover), schema: { querystring: DayQuery } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const place = membershipIn(actor, institutionInView(actor, request.query.institution_id, ...maySeeCover))!;
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
        ...allowedForOwnFamily('A lesson of someone who is recorded as away; the verb refuses others.'),
      },
      schema: { body: AssignCover },
    },
    async (request, reply) => {
      const flash = await request.write((tx, actor) => assignCover(tx, actor, request.body));
      const { onDate, absentId } = request.body;
      return reply.flash(flash).seeOther(`/cover?day=${onDate}&teacher=${absentId}`);
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

async function dayProps(db: Db, actor: Actor, filter: DayQuery): Promise<CoverDayProps> {
  const institutionId = institutionInView(actor, filter.institution_id, ...maySeeCover);
  const now = today(membershipIn(actor, institutionId)!.timeZone);
  const onDate: Day = filter.day ?? now;
  const canEdit = can(actor, 'cover.edit', institutionId);
  const away = await awayFrom(db, institutionId, onDate);
  const asked = canEdit ? filter.teacher : [];
  const chosen = asked.map((employeeId) => ({ employeeId, half: null }));
  const lessons = await lessonsToCover(db, institutionId, onDate, [...away, ...chosen]);
  const names = await query<{ id: number; name: string }>(db)`
    select id::bigint as id, first_name || ' ' || surname as name from employees
      where institution_id = ${institutionId} and ${isOneOf(sql`id`, [...asked, ...lessons.map(({ absentId }) => absentId)])}
      order by sort_name, id`;
  const [changes] = canEdit
    ? await query<{ count: number }>(db)`
      select count(*)::int as count from cover_changes where institution_id = ${institutionId} and on_date = ${onDate}::date`
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
    institutions: namedInstitutions(actor, ...maySeeCover),
    chosen: names.flatMap((one) => (asked.includes(one.id) ? one.id : [])),
    absent: names.map((one) => ({
      ...one,
      why: (canEdit && away.find(({ employeeId }) => employeeId === one.id)?.why) || null,
    })),
  };
}

export interface CoverDayProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  day: Day;
  today: Day;
  /** The teachers whose lessons are shown: away, chosen, or covered already. */
  absent: { id: number; name: string; why: string | null }[];
  /** Those who were chosen on the page. */
  chosen: number[];
  lessons: (CoverLesson & { candidates: Candidate[] })[];
  canEdit: boolean;
  /** Changes of which nobody was told yet. */
  toTell: number;
}
export const coverDayPage = page<CoverDayProps>('cover/day');
export const ownCoversPage = page<{ today: Day; covers: OwnCover[] }>('cover/own');

export interface TermCoversProps extends TermCovers {
  institution: string;
}
export const termCoversPage = page<TermCoversProps>('cover/term');

interface TermCovers {
  /** The term of the day; null between terms: of the 90 days before. */
  term: string | null;
  rows: {
    id: number;
    name: string;
    /** Lessons taken for others, and how many periods they were. */
    covers: number;
    periods: number;
    lastOn: Day | null;
    /** Own lessons that others took. */
    given: number;
  }[];
}

/** How often everybody has covered in the term of a day, who did least first: those who teach in the timetable, and others who did. */
async function termCovers(db: Db, institutionId: number, day: Day): Promise<TermCovers> {
  const [row] = await query<TermCovers>(db)`
    with term as (select m.name, m.starts_on, m.ends_on from terms m where m.institution_id = ${institutionId}
        and ${day}::date between m.starts_on and m.ends_on order by m.starts_on desc limit 1),
      span as (select coalesce((select starts_on from term), ${day}::date - 90) as first, coalesce((select ends_on from term), ${day}::date) as last),
      done as (select c.* from covers c, span where c.institution_id = ${institutionId} and c.on_date between span.first and span.last),
      people as (select b.employee_id as id from booked_teachers b
          join timetables t on (t.institution_id, t.id) = (b.institution_id, b.timetable_id)
          where b.institution_id = ${institutionId} and ${isValidOn(sql`${day}::date`)}
        union select substitute_id from done)
    select (select name from term) as term, coalesce((select jsonb_agg(q order by q.covers, q.sort_name, q.id) from (
      select e.id, e.first_name || ' ' || e.surname as name, e.sort_name,
        count(c.id)::int as covers, coalesce(sum(upper(c.periods) - lower(c.periods)), 0)::int as periods, max(c.on_date) as "lastOn",
        (select count(*)::int from done d where d.absent_id = e.id) as given
      from people p join employees e on e.institution_id = ${institutionId} and e.id = p.id and e.left_on is null
      left join done c on c.substitute_id = e.id
      group by e.institution_id, e.id) q), '[]') as rows`;
  return row!;
}
