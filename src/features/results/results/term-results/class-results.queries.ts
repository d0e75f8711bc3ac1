import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import {
  classResults,
  type ClassResults,
  type ClassRule,
  type StudentOfClass,
} from '#features/results/assessment/compute/class-results.ts';
import { isLowBest, type Band } from '#features/results/assessment/compute/types.ts';
import { entriesOf, membersOf, type Member } from './members.queries.ts';
import { headsOf, pinnedCourses, scalesOf, type BandsOf, type CourseHead } from './pinned-courses.queries.ts';
import { mainScheme, registrationsOf } from './registrations.ts';

export interface ClassOfTerm {
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
  const rows = await query<{ id: number }>(
    db,
    sql`select s.batch_id::int as id from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId} order by s.batch_id`,
  );
  return rows.map(({ id }) => id);
}
