import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { sql } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { type ApplicationState, seated } from '../admissions.ts';
import { inStates } from '../states.queries.ts';

export interface AdmissionPageProps {
  overview: AdmissionOverview;
  /** Null for people who can't see pins. */
  pins: PinStock[] | null;
  session: number | null;
}
export const admissionPage = page<AdmissionPageProps>('admissions/overview');

const Query = z.object({ ...viewFields, session: queryParam(id) });

/** The pictures of admission. */
export function admissionOverviewRoutes(app: App): void {
  app.get(
    '/admissions',
    { config: { ...may('admissions.view'), isHeavy: true }, schema: { querystring: Query } },
    async (request, reply) =>
      reply.page(
        admissionPage,
        await request.read(async (db, actor) => {
          const { query } = request;
          const seesPins = institutionsInView(actor, query.institution_id, 'pins.view').length > 0;
          const [overview, pins] = await Promise.all([
            admissionOverview(db, actor, query),
            seesPins ? pinStock(db, actor, query.institution_id) : null,
          ]);
          return { overview, pins, session: query.session ?? null };
        }),
      ),
  );
}

interface AdmissionOverview {
  /** Without drafts. */
  states: Partial<Record<ApplicationState, number>>;
  drafts: number;
  /** Each of the last days, in each institution's time. */
  days: { day: string; count: number }[];
  programs: { id: number; name: string; seats: number | null; taken: number; sent: number }[];
  sessions: { value: string; label: string }[];
}

const shownDays = 30;

/** The figures of admission in the institutions in view: all sessions, or one. */
async function admissionOverview(
  db: Db,
  actor: Actor,
  { institution_id: wanted, session }: { institution_id?: number | undefined; session?: number | undefined },
): Promise<AdmissionOverview> {
  const own = sql`= any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const ofSession = session ? sql`and i.session_id = ${session}` : sql``;
  const rows = await query<AdmissionOverview>(db, render)`
    with i as materialized (select i.institution_id, i.id, i.program_id, n.time_zone from intakes i
      join institutions n on n.id = i.institution_id where i.institution_id ${own} ${ofSession}),
    counted as materialized (select i.program_id, i.institution_id, a.status, a.class_id,
        (a.submitted_at at time zone i.time_zone)::date as day, count(*) as n
      from i cross join lateral (select * from applications a
        where a.institution_id = i.institution_id and a.intake_id = i.id offset 0) a group by 1, 2, 3, 4, 5)
    select (select coalesce(jsonb_object_agg(status, n), '{}') from (select status, sum(n) as n from counted
        where status <> 'draft' group by status) s) as states,
      (select coalesce(sum(n), 0)::int from counted where status = 'draft') as drafts,
      (select jsonb_agg(jsonb_build_object('day', d.day, 'count', coalesce(c.n, 0)) order by d.day)
        from (select (coalesce((select max((now() at time zone i.time_zone)::date) from i), current_date) - g)::date as day from generate_series(0, ${shownDays - 1}::int) g) d
        left join (select day, sum(n) as n from counted where day is not null group by day) c using (day)) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'seats', k.seats, 'taken', c.taken,
          'sent', c.sent) order by p.name, p.id), '[]')
        from (select distinct institution_id, program_id from i) o
        join programs p on (p.institution_id, p.id) = (o.institution_id, o.program_id)
        cross join lateral (select case when count(*) = count(x.seats) then sum(x.seats) end as seats from i
          join intake_classes x on (x.institution_id, x.intake_id) = (i.institution_id, i.id)
          where (i.institution_id, i.program_id) = (p.institution_id, p.id)) k
        cross join lateral (select coalesce(sum(n) filter (where status in ${inStates(seated)}), 0) as taken,
            coalesce(sum(n) filter (where status <> 'draft'), 0) as sent from counted c
          where (c.institution_id, c.program_id) = (p.institution_id, p.id)) c) as programs,
      (select coalesce(jsonb_agg(jsonb_build_object('value', y.id::text, 'label', y.name) order by y.starts_on desc), '[]')
        from academic_sessions y where y.institution_id ${own} and exists (select from intakes z
          where (z.institution_id, z.session_id) = (y.institution_id, y.id))) as sessions`;
  return rows[0]!;
}

interface PinStock {
  id: number;
  name: string;
  available: number;
  reserved: number;
  sold: number;
  used: number;
}

/** Registration pins by their kind, for people who can see pins. Expired and void ones are skipped. */
async function pinStock(db: Db, actor: Actor, wanted: number | undefined): Promise<PinStock[]> {
  const rows = await query<PinStock>(db, render)`
    select k.id, k.name, count(*) filter (where p.status = 'available' and p.expires_on >= ${todayIn(sql`k.institution_id`)})::int as available,
      count(*) filter (where p.status = 'reserved')::int as reserved, count(*) filter (where p.status = 'sold')::int as sold,
      count(*) filter (where p.status = 'used')::int as used
    from pin_kinds k left join pins p on (p.institution_id, p.kind_id) = (k.institution_id, k.id)
    where k.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'pins.view'))}::int[])
      and k.type = 'registration' group by k.institution_id, k.id, k.name order by k.name, k.id`;
  return rows;
}
