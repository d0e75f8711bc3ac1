import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { type Entries, type Band, isLowBest } from '#features/results/assessment/compute/types.ts';
import { hasLeft, isLast } from '#features/results/assessment/sheets/members.ts';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import {
  type Registration,
  classResults,
  type ClassResults,
  type ClassRule,
  type StudentOfClass,
} from '#features/results/assessment/compute/class-results.ts';
import {
  placeKey,
  type BandsOf,
  type PinnedCourse,
  type PinnedCourses,
  headsOf,
  pinnedCourses,
  scalesOf,
  type CourseHead,
} from './pinned-courses.queries.ts';

export const Member = z.object({
  id: z.number(),
  batchId: z.number(),
  surname: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  number: z.string(),
  gender: z.enum(['female', 'male']).nullable(),
  admissionDate: z.string().nullable(),
  photoId: z.number().nullable(),
});
export type Member = z.infer<typeof Member>;

/** The students of batches in a term's session, by name: in the last batch of each, without those who left. */
export const membersOf = (db: Db, institutionId: number, termId: number, batchIds: number[]): Promise<Member[]> =>
  query(
    db,
    sql`select s.id::bigint as id, e.batch_id::bigint as "batchId", s.surname, s.first_name as "firstName",
      s.middle_name as "middleName", s.admission_number as number, s.gender, s.admission_date::text as "admissionDate",
      s.photo_id::bigint as "photoId"
    from terms t cross join unnest(${sql.param(batchIds)}::bigint[]) b (id)
    cross join lateral (select e.* from enrolments e where (e.institution_id, e.batch_id) = (t.institution_id, b.id)
      and e.session_id = t.session_id offset 0) e
    join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
    where t.institution_id = ${institutionId} and t.id = ${termId}
      and s.merged_into_id is null
      and not ${hasLeft} and ${isLast}
    order by s.sort_name, s.id`,
    Member,
  );

const EntriesOfTerm = z.object({
  studentId: z.number(),
  termId: z.number(),
  /** By course. */
  marks: z.custom<Record<string, Entries>>().nullable(),
  offerings: z.array(z.number()),
  /** Courses of this term, where registration decides. */
  registered: z.array(z.number()),
});
type EntriesOfTerm = z.infer<typeof EntriesOfTerm>;

/**
 * What has been entered for students in terms, with the electives that they chose, by student and term. Without
 * statistics the planner would look a student up among all marks of the term, so the term is no part of an index.
 */
export async function entriesOf(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const rows = await query(
    db,
    sql`select u.id::bigint as "studentId", t.id::bigint as "termId", m.marks, x.offerings, r.registered
    from unnest(${sql.param(studentIds)}::bigint[]) u (id)
    cross join unnest(${sql.param(termIds)}::bigint[]) t (id)
    cross join lateral (select json_object_agg(m.course_id, m.entries) as marks from marks m
      where (m.institution_id, m.student_id) = (${institutionId}, u.id) and m.term_id + 0 = t.id offset 0) m
    cross join lateral (select coalesce(json_agg(x.offering_id), '[]') as offerings from student_electives x
      where (x.institution_id, x.student_id) = (${institutionId}, u.id) offset 0) x
    cross join lateral (select coalesce(json_agg(r.course_id), '[]') as registered from registered_for r
      where (r.institution_id, r.student_id, r.term_id) = (${institutionId}, u.id, t.id) offset 0) r`,
    EntriesOfTerm,
  );
  return new Map(rows.map((row) => [`${row.studentId} ${row.termId}`, row]));
}

interface Loaded {
  pinned: PinnedCourses;
  bandsOf: BandsOf;
  entries: Awaited<ReturnType<typeof entriesOf>>;
}

const nothing = {};

/** A student's courses in a term and batch: the compulsory ones and the chosen electives, with what was entered. */
export function registrationsOf(
  { pinned, bandsOf, entries }: Loaded,
  student: Pick<Member, 'id' | 'admissionDate'>,
  termId: number,
  batchId: number,
): { bands: readonly Band[]; registrations: Registration[] } {
  const courses = pinned.get(placeKey(termId, batchId)) ?? [];
  const entered = entries.get(`${student.id} ${termId}`);
  const main = mainScheme(courses);
  // All courses are of one sheet.
  const approvedAt = courses[0]?.approvedAt ?? null;
  const bands = main ? bandsOf(main.scaleId, student.admissionDate, approvedAt) : [];
  return {
    bands,
    registrations: courses
      .filter((course) => takes(course, entered))
      .map(({ id, units, scheme }) => ({
        course: id,
        units,
        components: scheme.components,
        passMark: scheme.passMark,
        passFail: scheme.passFail,
        entries: entered?.marks?.[id] ?? nothing,
        bands: bandsOf(scheme.scaleId, student.admissionDate, approvedAt),
      })),
  };
}

/** Whether the student takes the course: by registration, by choice, or with the batch. */
function takes(
  { id, isElective, isCarryOver, registers, offeringId }: PinnedCourse,
  entered: { offerings: number[]; registered: number[] } | undefined,
): boolean {
  if (offeringId === null) return false;
  if (registers) return entered?.registered.includes(id) ?? false;
  if (isCarryOver) return false;
  return !isElective || (entered?.offerings.includes(offeringId) ?? false);
}

/**
 * The scheme of most of the courses that are graded: it says how the class is ranked and what cumulative means. Null
 * without courses.
 */
export function mainScheme(courses: Iterable<PinnedCourse>): SchemeContent | null {
  const counts = new Map<SchemeContent, number>();
  for (const { scheme } of courses) counts.set(scheme, (counts.get(scheme) ?? 0) + 1);
  const [most] = [...counts].toSorted(
    ([one, a], [other, b]) => Number(one.passFail ?? false) - Number(other.passFail ?? false) || b - a,
  );
  return most?.[0] ?? null;
}

interface ClassOfTerm {
  institutionId: number;
  termId: number;
  classId: number;
  /** The others of the class are left out unless the scheme ranks over the class. */
  batchIds?: number[];
}

/** Members, what they were computed from and their results have the same order. */
export interface ResultsOfClass {
  /** Null if nothing is taught that has marks. */
  scheme: SchemeContent | null;
  courses: ReadonlyMap<number, CourseHead>;
  members: Member[];
  computedFrom: StudentOfClass[];
  results: ClassResults;
  bandsOf: BandsOf;
}

/** The results of a class in a term: all batches with a sheet, from the marks as they are now. For a snapshot. */
export async function classResultsOf(db: Db, asked: ClassOfTerm): Promise<ResultsOfClass> {
  const { institutionId, termId } = asked;
  const all = await batchesOf(db, asked);
  const wholeClass = await pinnedCourses(
    db,
    institutionId,
    sql`s.term_id = ${termId} and s.batch_id = any (${sql.param(all)}::bigint[])`,
  );
  const scheme = mainScheme([...wholeClass.values()].flat());
  const batchIds = scheme?.ranksClass ? all : (asked.batchIds ?? all);
  const bandsOf = await scalesOf(db, institutionId, wholeClass);
  const members = await membersOf(db, institutionId, termId, batchIds);
  const entries = await entriesOf(
    db,
    institutionId,
    members.map(({ id }) => id),
    [termId],
  );
  const loaded = { pinned: wholeClass, bandsOf, entries };
  const computedFrom = members.map((member): StudentOfClass => ({
    student: member.id,
    batch: member.batchId,
    ...registrationsOf(loaded, member, termId, member.batchId),
  }));
  const isCollege = scheme?.system === 'gpa';
  const rule: ClassRule = {
    minimumCourses: scheme?.minimumCourses ?? 1,
    rankBy: isCollege ? 'gpa' : 'average',
    isLowBest: isCollege && isLowBest(bandsOfClass(computedFrom)),
  };
  return {
    scheme,
    members,
    computedFrom,
    bandsOf,
    courses: headsOf(wholeClass),
    results: classResults(computedFrom, rule),
  };
}

/** The scale of its first student with courses: a class has one direction. */
export const bandsOfClass = (computedFrom: readonly StudentOfClass[]): readonly Band[] =>
  computedFrom.find(({ bands }) => bands.length > 0)?.bands ?? [];

async function batchesOf(db: Db, { institutionId, termId, classId }: ClassOfTerm): Promise<number[]> {
  const rows = await query<{ id: number }>(db)`select s.batch_id::bigint as id from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId} order by s.batch_id`;
  return rows.map(({ id }) => id);
}
