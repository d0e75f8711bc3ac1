import { sql } from 'drizzle-orm';
import { query, type Db, type Tx, pick } from '#kernel/database.ts';
import { designationOf } from '#features/results/assessment/compute/academic-record.ts';
import { fromText, shown } from '#features/results/assessment/compute/fraction.ts';
import type { GpaForm, Designation } from '#features/results/assessment/compute/types.ts';
import { gpaOf } from '../cards/card-texts.ts';
import { type RecordFigures, cgpaOf, recordsWithPast, type RecordTerm } from '../record/record-figures.ts';
import { cardSummary } from '../publication/sealed-cards.ts';
import { z } from 'zod';
import { placeKey, pinnedCourses } from '../term-results/pinned-courses.queries.ts';
import { mainScheme } from '../term-results/members.queries.ts';

/** The latest published term of a student, with exact figures. */
interface Latest extends Summary {
  studentId: number;
  termId: number;
  batchId: number;
  admissionDate: string | null;
}

interface Summary {
  gpaForm: GpaForm | null;
  session: string;
  term: string;
  system: 'average' | 'gpa';
  average: string | null;
  cumulative: string | null;
  gpa: string | null;
  cgpa: string | null;
  position: number | null;
  positionOf: number | null;
}

/**
 * Updates where students stand, after their published or imported results have changed. The CGPA of a student
 * with results of past years counts those, too.
 */
export async function refreshSummaries(tx: Tx, institutionId: number, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return;
  await write(tx, institutionId, studentIds, await summariesOf(tx, institutionId, studentIds));
}

/** What follows from the results of students; those without a result are skipped. */
export async function summariesOf(db: Db, institutionId: number, studentIds: readonly number[]) {
  const latest = await latestOf(db, institutionId, studentIds);
  const published = new Set(latest.map(({ studentId }) => studentId));
  const records = await recordsWithPast(db, institutionId, studentIds);
  const scaleOf = await classesOf(db, institutionId, latest);
  return [
    ...latest.map((one) => {
      const scale = scaleOf(one);
      const record = records.get(one.studentId);
      const all = (record && cgpaOf(record)) ?? one.cgpa;
      return { ...one, cgpa: all, ...designationFor({ ...one, cgpa: all }, scale) };
    }),
    ...[...records].flatMap(([studentId, record]) => {
      const last = published.has(studentId) ? undefined : record.terms.at(-1)?.record;
      return last ? [{ studentId, ...ofPast(last, record), ...noDesignation }] : [];
    }),
  ].map((row) => ({ ...row, ...rounded(row) }));
}

const latestOf = (db: Db, institutionId: number, studentIds: readonly number[]) =>
  query<Latest>(db)`with latest as materialized (
      select distinct on (p.student_id) p.institution_id, p.student_id, p.term_id, p.batch_id, p.content
      from published_results p join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
      where p.institution_id = ${institutionId} and p.student_id = any (${sql.param([...studentIds])}::bigint[])
        and p.replaced_at is null
      order by p.student_id, t.starts_on desc, p.id desc)
    select s.id::bigint as "studentId", r.term_id::bigint as "termId", r.batch_id::bigint as "batchId",
      s.admission_date::text as "admissionDate", c.session, c.term,
      case c.layout when 'college' then 'gpa' else 'average' end as system,
      c.rule ->> 'gpaForm' as "gpaForm", c.summary ->> 'average' as average, c.summary ->> 'cumulative' as cumulative,
      c.summary #>> '{gpa,value}' as gpa, c.summary #>> '{cgpa,value}' as cgpa,
      (c.summary #>> '{inBatch,position}')::int as position, (c.summary #>> '{inBatch,of}')::int as "positionOf"
    from latest r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    ${cardSummary}`;

const noDesignation = { designation: null, designationOrder: null, designations: [] as (string | null)[] };

/** The class, and its place in a list that begins with the best. */
function designationFor({ system, cgpa: reached, cumulative, average }: Summary, scale: ScaleOfSheet | null) {
  const by = system === 'gpa' ? reached : (cumulative ?? average);
  if (!by || !scale) return noDesignation;
  const found = designationOf(fromText(by), scale.designations, system);
  const designations = scale.versions.map((all) => designationOf(fromText(by), all, system)?.name ?? null);
  if (!found) return { ...noDesignation, designations };
  return { designation: found.name, designationOrder: found.upTo ? found.from : -found.from, designations };
}

const ofPast = (past: RecordTerm, record: RecordFigures): Summary => ({
  ...pick(past, 'session', 'term', 'system', 'average'),
  cumulative: null,
  gpa: null,
  cgpa: cgpaOf(record),
  gpaForm: record.gpaForm,
  position: past.inBatch?.position ?? null,
  positionOf: past.inBatch?.of ?? null,
});

const rounded = ({ average, cumulative, gpa, cgpa: all, gpaForm }: Summary) => ({
  average: places(average, 2),
  cumulative: places(cumulative, 2),
  gpa: gpaOf(gpa, gpaForm),
  cgpa: gpaOf(all, gpaForm),
  averageExact: places(average),
  cumulativeExact: places(cumulative),
  cgpaExact: places(all),
});
/** Unless rounded, with more places than two figures of marks could differ in. */
const places = (exact: string | null, decimals = 30) => exact && shown(fromText(exact), decimals);

async function write(
  tx: Tx,
  institutionId: number,
  studentIds: readonly number[],
  rows: { studentId: number }[],
): Promise<void> {
  const kept = rows.map(({ studentId }) => studentId);
  await tx.execute(sql`delete from result_summaries where institution_id = ${institutionId}
    and student_id = any (${sql.param([...studentIds])}::bigint[]) and student_id <> all (${sql.param(kept)}::bigint[])`);
  await tx.execute(sql`
    insert into result_summaries (institution_id, student_id, ${columns})
    select ${institutionId}, n."studentId", n.session, n.term, n.system, n.average, n.cumulative, n.gpa, n.cgpa,
      n.position, n."positionOf", n.designation, n."averageExact", n."cumulativeExact", n."cgpaExact", n."designationOrder"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("studentId" bigint, session text, term text, system text,
      average numeric, cumulative numeric, gpa numeric, cgpa numeric, position int, "positionOf" int, designation text,
      "averageExact" numeric, "cumulativeExact" numeric, "cgpaExact" numeric, "designationOrder" int)
    order by n."studentId"
    on conflict (institution_id, student_id) do update set (${columns}) = row (${excluded})`);
}

const names = [
  'session',
  'term',
  'system',
  'average',
  'cumulative',
  'gpa',
  'cgpa',
  'position',
  'position_of',
  'designation',
  'average_exact',
  'cumulative_exact',
  'cgpa_exact',
  'designation_order',
];
const columns = sql.raw(names.join(', '));
const excluded = sql.raw(names.map((name) => `excluded.${name}`).join(', '));

/** What a student's CGPA, or average, is judged by. */
interface ScaleOfSheet {
  designations: readonly Designation[];
  /** Of all versions of the scale: a class that one of them names was right when it was written. */
  versions: readonly (readonly Designation[])[];
}

interface Place {
  termId: number;
  batchId: number;
  admissionDate: string | null;
}

const Version = z.object({
  scaleId: z.number(),
  entryFrom: z.string().nullable(),
  designations: z.array(z.custom<Designation>()),
});
type Version = z.infer<typeof Version>;

/** The classes of the scale of each student's cohort, in the sheets of the places given. Null without a sheet. */
async function classesOf(
  db: Db,
  institutionId: number,
  places: readonly Place[],
): Promise<(place: Place) => ScaleOfSheet | null> {
  const wanted = [...new Set(places.map(({ termId, batchId }) => placeKey(termId, batchId)))].map((key) =>
    key.split(' ').map(Number),
  );
  if (wanted.length === 0) return () => null;
  const pinned = await pinnedCourses(
    db,
    institutionId,
    sql`(s.term_id, s.batch_id) in (select * from unnest(${sql.param(wanted.map(([term]) => term))}::bigint[],
      ${sql.param(wanted.map(([, batch]) => batch))}::bigint[]))`,
  );
  const schemes = new Map([...pinned].map(([key, courses]) => [key, mainScheme(courses)]));
  const scaleIds = [...new Set([...schemes.values()].flatMap((scheme) => scheme?.scaleId ?? []))];
  const versions = await query(
    db,
    sql`select v.scale_id::bigint as "scaleId", v.entry_from::text as "entryFrom", v.designations
      from grading_scale_versions v where v.institution_id = ${institutionId}
        and v.scale_id = any (${sql.param(scaleIds)}::bigint[]) order by v.version desc`,
    Version,
  );
  const byScale = Map.groupBy(versions, ({ scaleId }) => scaleId);
  return ({ termId, batchId, admissionDate }) => {
    const scheme = schemes.get(placeKey(termId, batchId));
    if (!scheme) return null;
    const all = byScale.get(scheme.scaleId)!;
    const own =
      all.find(({ entryFrom }) => entryFrom === null || (admissionDate !== null && entryFrom <= admissionDate)) ??
      all.at(-1)!;
    return { designations: own.designations, versions: all.map(({ designations }) => designations) };
  };
}
