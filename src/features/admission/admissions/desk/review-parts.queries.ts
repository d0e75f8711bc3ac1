import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { auditEntries } from '#kernel/tables.ts';
import { bornAs, hasSameName } from '#features/records/people/duplicates.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { applications } from '../admissions.schema.ts';
import type { ReviewedApplication } from './review.queries.ts';

const mostTwins = 5;

/** Other applications and students with the same name, or the same surname and date of birth. */
export async function twinsOf(db: Db, actor: Actor, one: ReviewedApplication) {
  const { institutionId, birthDate } = one;
  const isAlike = (table: typeof applications | typeof students) =>
    or(hasSameName(table, one), birthDate ? bornAs(table, one, birthDate) : undefined);
  const known = [one.student?.id, one.returning?.id].filter((id) => id !== undefined);
  const names = (table: typeof applications | typeof students) => ({
    id: table.id,
    name: sql<string>`concat_ws(' ', ${table.firstName}, ${table.middleName}, ${table.surname})`,
    birthDate: table.birthDate,
  });
  const [sent, recorded] = await Promise.all([
    bounded(mostTwins, (limit) =>
      db
        .select({ ...names(applications), number: applications.number, status: applications.status })
        .from(applications)
        .where(
          and(
            eq(applications.institutionId, institutionId),
            ne(applications.status, 'draft'),
            ne(applications.id, one.id),
            isAlike(applications),
          ),
        )
        .orderBy(desc(applications.id))
        .limit(limit),
    ),
    bounded(mostTwins, (limit) =>
      db
        .select({ ...names(students), number: students.admissionNumber })
        .from(students)
        .where(
          and(
            visibleTo(actor, students, institutionId),
            isAlike(students),
            sql`${students.id} <> all (${sql.param(known)}::bigint[])`,
          ),
        )
        .orderBy(desc(students.id))
        .limit(limit),
    ),
  ]);
  return { applications: sent.rows, students: recorded.rows, isMore: sent.isMore || recorded.isMore };
}

/** What happened to the application, latest first. What applicants did has no account. */
export const historyOf = (db: Db, { institutionId, id }: ReviewedApplication) =>
  bounded(listLimits.history, (limit) =>
    db
      .select({
        id: auditEntries.id,
        at: sql<string>`to_json(${auditEntries.at})`,
        person: sql<string>`${accountNameOf(auditEntries.person, auditEntries.username)}`,
        summary: auditEntries.summary,
        reason: sql<string | null>`${auditEntries.details} ->> 'reason'`,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.institutionId, institutionId),
          eq(auditEntries.subjectType, 'application'),
          eq(auditEntries.subjectId, id),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(limit),
  );

export interface ReviewParts {
  papers: { kind: string; name: string; mediaType: string; sentAt: string }[];
  notes: { id: number; note: string; at: string; person: string; isOwn: boolean }[];
  tasks: { id: number; part: string; message: string; at: string; person: string; state: 'open' | 'done' | 'closed' }[];
  scores: { test: string; mark: number | null }[];
  seat: { venue: string; seat: number; startsAt: string } | null;
  places: Record<string, string>;
}

const list = (rows: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'o'), '[]') from (${rows}) r)`;
const author = sql`coalesce((select c.name from accounts c where c.id = x.account_id), 'Former user')`;

/** Papers, notes, tasks, marks and the seat, with the names of places in the answers. */
export async function partsOf(db: Db, actor: Actor, one: ReviewedApplication): Promise<ReviewParts> {
  const own = sql`x.institution_id = ${one.institutionId} and x.application_id = ${one.id}`;
  const { nationalityId, countryId, stateId, lgaId } = one.answers.person ?? {};
  const places = sql.param([nationalityId, countryId, stateId, lgaId].filter((id) => typeof id === 'string'));
  const rows = await query<ReviewParts>(
    db,
    render(sql`select
    ${list(sql`select x.kind, x.name, f.media_type as "mediaType", x.created_at as "sentAt" from application_papers x
      join files f on (f.institution_id, f.id) = (x.institution_id, x.file_id) where ${own} order by x.created_at`)} as papers,
    ${list(sql`select x.id, x.note, x.created_at as at, ${author} as person,
      x.account_id is not distinct from ${actor.accountId}::bigint as "isOwn" from application_notes x
      where ${own} order by x.id desc`)} as notes,
    ${list(sql`select x.id, x.part, x.message, x.created_at as at, ${author} as person,
      case when x.done_at is not null then 'done' when x.closed_at is not null then 'closed' else 'open' end as state
      from application_tasks x where ${own} order by x.id desc`)} as tasks,
    ${list(sql`select x.test, x.mark from exam_scores x where ${own}`)} as scores,
    (select jsonb_build_object('venue', s.venue, 'seat', x.seat, 'startsAt', s.starts_at) from exam_seats x
      join exam_sittings s on (s.institution_id, s.id) = (x.institution_id, x.sitting_id) where ${own}) as seat,
    (select coalesce(jsonb_object_agg(p.id, p.name), '{}') from (
      select id, name from countries union all select id, name from states union all select id, name from lgas) p
      where p.id = any (${places}::text[])) as places`),
  );
  return rows[0]!;
}
