import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import { registers } from '#features/results/assessment/sheets/members.ts';
import type { Band } from '#features/results/assessment/compute/types.ts';

export interface CourseHead {
  id: number;
  code: string;
  title: string;
  units: number;
}

/** A course of a sheet with the scheme that it was opened with. */
export interface PinnedCourse extends CourseHead {
  /** Null once the batch is no longer taught the course. */
  offeringId: number | null;
  isElective: boolean;
  /** Offered for carry-overs alone. */
  isCarryOver: boolean;
  /** Whether registration decides who takes it. */
  registers: boolean;
  scheme: SchemeContent;
  /** When the sheet was approved: a scale that was changed later grades nothing of it. */
  approvedAt: Date | null;
}

/** The courses of sheets, by term and batch. */
export type PinnedCourses = ReadonlyMap<string, readonly PinnedCourse[]>;
export const placeKey = (termId: number, batchId: number): string => `${termId} ${batchId}`;

/**
 * The courses of the sheets `s` that meet the condition, by title; their schemes are shared objects. One after the other
 * is looked up: without statistics the planner would read all courses of all sheets.
 */
export async function pinnedCourses(db: Db, institutionId: number, condition: SQL): Promise<PinnedCourses> {
  const rows = await query<
    Omit<PinnedCourse, 'scheme'> & { termId: number; batchId: number; schemeId: number; version: number }
  >(db)`select s.term_id::bigint as "termId", s.batch_id::bigint as "batchId", c.id::bigint as id, c.code, c.title,
      c.credit_units as units, c.elective_group is not null as "isElective", o.id::bigint as "offeringId",
      coalesce(o.is_carry_over, false) as "isCarryOver",
      ${registers(sql`s.institution_id`, sql`(select b.class_id from batches b where (b.institution_id, b.id) = (s.institution_id, s.batch_id))`, sql`s.term_id`)} as registers,
      k.scheme_id::bigint as "schemeId", k.scheme_version as version, s.approved_at as "approvedAt"
    from mark_sheets s
    cross join lateral (select k.* from mark_sheet_courses k
      where (k.institution_id, k.sheet_id) = (s.institution_id, s.id) offset 0) k
    cross join lateral (select c.* from courses c where (c.institution_id, c.id) = (k.institution_id, k.course_id) offset 0) c
    left join lateral (select o.id, o.is_carry_over from course_offerings o
      where (o.institution_id, o.batch_id, o.course_id) = (s.institution_id, s.batch_id, c.id) offset 0) o on true
    where s.institution_id = ${institutionId} and ${condition} order by c.title, c.code, c.id`;
  const schemes = await schemesOf(db, institutionId, rows);
  return Map.groupBy(
    rows.map(({ schemeId, version, ...row }) => ({ ...row, scheme: schemes.get(`${schemeId} ${version}`)! })),
    ({ termId, batchId }) => placeKey(termId, batchId),
  );
}

/** The courses without their schemes, by id, in the order of their titles. */
export const headsOf = (pinned: PinnedCourses): Map<number, CourseHead> =>
  new Map(
    [...pinned.values()]
      .flat()
      .toSorted((a, b) => a.title.localeCompare(b.title) || a.id - b.id)
      .map(({ id, code, title, units }) => [id, { id, code, title, units }]),
  );

async function schemesOf(db: Db, institutionId: number, rows: { schemeId: number; version: number }[]) {
  const wanted = [...new Set(rows.map(({ schemeId, version }) => `${schemeId} ${version}`))].map((key) =>
    key.split(' ').map(Number),
  );
  const found = await query<{ schemeId: number; version: number; content: SchemeContent }>(db)`
    select v.scheme_id::bigint as "schemeId", v.version, v.content from assessment_scheme_versions v
    join unnest(${sql.param(wanted.map(([id]) => id))}::bigint[], ${sql.param(wanted.map(([, version]) => version))}::int[])
      as u (scheme_id, version) on (u.scheme_id, u.version) = (v.scheme_id, v.version)
    where v.institution_id = ${institutionId}`;
  return new Map(found.map(({ schemeId, version, content }) => [`${schemeId} ${version}`, content]));
}

const ScaleVersion = z.object({
  scaleId: z.number(),
  version: z.number(),
  entryFrom: z.string().nullable(),
  createdAt: z.date(),
  bands: z.array(z.custom<Band>()),
});
type ScaleVersion = z.infer<typeof ScaleVersion>;

/**
 * The bands of a scale for a student who was admitted on a day: a student keeps the scale of the entry cohort. For an
 * approved sheet they are those of the moment of approval.
 */
export type BandsOf = (scaleId: number, admissionDate: string | null, approvedAt: Date | null) => readonly Band[];

/**
 * The latest version that began on or before the day of admission. Without a day, or before all of them, the first one
 * that holds for everybody, else the first.
 */
export async function scalesOf(db: Db, institutionId: number, pinned: PinnedCourses): Promise<BandsOf> {
  const ids = new Set([...pinned.values()].flat().map(({ scheme }) => scheme.scaleId));
  const versions = await query(
    db,
    sql`select v.scale_id::bigint as "scaleId", v.version, v.entry_from::text as "entryFrom",
      v.created_at as "createdAt", v.bands
    from grading_scale_versions v where v.institution_id = ${institutionId}
      and v.scale_id = any (${sql.param([...ids])}::bigint[]) order by v.version desc`,
    ScaleVersion,
  );
  const byScale = Map.groupBy(versions, ({ scaleId }) => scaleId);
  return (scaleId, admissionDate, approvedAt) => {
    const all = byScale.get(scaleId)!;
    const holds = ({ entryFrom, createdAt }: ScaleVersion) =>
      (approvedAt === null || createdAt <= approvedAt) &&
      (entryFrom === null || (admissionDate !== null && entryFrom <= admissionDate));
    return (all.find(holds) ?? all.at(-1)!).bands;
  };
}
