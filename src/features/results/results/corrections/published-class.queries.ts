import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { fromText } from '#features/results/assessment/compute/fraction-text.ts';
import type { CardRule } from '../cards/report-card.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { classResultsOf } from '../term-results/class-results.queries.ts';
import { rankedBySession } from '../cards/session-ranks.ts';
import { sessionResultsOf } from '../term-results/session-results.queries.ts';
import { publishedResult } from '../term-results/published-results.ts';
import type { Ranked } from './compute/rank-again.ts';

/** A current published result with whose it is. */
export const CurrentResult = z.object({
  /** Null of a result that is added: nothing is published yet. */
  number: z.number().nullable(),
  studentId: z.number(),
  termId: z.number(),
  batchId: z.number(),
  surname: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  admissionNumber: z.string(),
  admissionDate: z.string().nullable(),
  /** The data of the student was erased: what is published stays, and nothing is written about the person. */
  isErased: z.boolean(),
  content: z.custom<PublishedCard>(),
});
export type CurrentResult = z.infer<typeof CurrentResult>;

/** Current published results `r` with a condition, term by term and by name. */
export const currentResults = (db: Db, institutionId: number, condition: SQL): Promise<CurrentResult[]> =>
  query(
    db,
    sql`select r.seq::int as number, r.student_id::int as "studentId", r.term_id::int as "termId",
      r.batch_id::int as "batchId", s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as "admissionNumber", s.admission_date::text as "admissionDate",
      s.anonymised_at is not null as "isErased", r.content
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where r.institution_id = ${institutionId} and r.replaced_at is null and ${condition}
    order by y.starts_on, t.position, s.sort_name, s.id`,
    CurrentResult,
  );

export interface ClassPlace {
  institutionId: number;
  termId: number;
  batchId: number;
  classId: number;
}

/** The published results of a batch, and of the rest of its class if students are ranked over the class. */
export async function publishedClass(db: Db, { institutionId, termId, batchId, classId }: ClassPlace) {
  const inTerm = sql`r.term_id = ${termId}`;
  const own = await currentResults(db, institutionId, sql`${inTerm} and r.batch_id = ${batchId}`);
  if (!own.some(({ content }) => content.rule?.ranksClass)) return own;
  const others = await currentResults(
    db,
    institutionId,
    sql`${inTerm} and r.batch_id <> ${batchId} and r.batch_id in (select b.id from batches b
      where b.institution_id = ${institutionId} and b.class_id = ${classId})`,
  );
  return [...own, ...others];
}

/** The published results of some students of a batch. */
export const ownResults = (db: Db, { institutionId, termId, batchId }: ClassPlace, studentIds: number[]) =>
  currentResults(
    db,
    institutionId,
    sql`r.term_id = ${termId} and r.batch_id = ${batchId} and r.student_id = any (${sql.param(studentIds)}::bigint[])`,
  );

/** A published result, as it is ranked. */
export function rankedOf(
  { studentId, batchId, content }: CurrentResult,
  rule: CardRule,
  courseIds: Set<number>,
): Ranked {
  const { notRanked, average, cumulative, gpa } = content.summary;
  const value = rule.system === 'gpa' ? (gpa?.value ?? null) : rule.goesBy === 'session' ? cumulative : average;
  return {
    studentId,
    batchId,
    value: notRanked || value === null ? null : fromText(value),
    courses: new Map(
      content.courses.flatMap((course) =>
        courseIds.has(course.id) ? [[course.id, publishedResult(course)] as const] : [],
      ),
    ),
    cumulatives: new Map(
      content.courses.map(({ id, cumulative: own }) => [id, own === null ? null : fromText(own)] as const),
    ),
  };
}

/**
 * The rest of the class, whose sheets are not published yet: ranked with the others by their marks as they are now, as at
 * the publication.
 */
export async function unpublishedOfClass(
  db: Db,
  place: ClassPlace,
  rule: CardRule,
  published: ReadonlySet<number>,
): Promise<Ranked[]> {
  if (!rule.ranksClass) return [];
  const { institutionId, termId, classId } = place;
  const [open] = await query<{ id: number }>(
    db,
    sql`select s.id::int as id from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
        and s.state <> 'published' limit 1`,
  );
  if (!open) return [];
  const found = await classResultsOf(db, { institutionId, termId, classId });
  const { members, results } = found;
  if (rule.goesBy === 'session') {
    const before = await sessionResultsOf(db, { institutionId, termId }, { scheme: rule, members });
    return rankedBySession(found, before, rule).filter(({ studentId }) => !published.has(studentId));
  }
  return members.flatMap(({ id, batchId }, at): Ranked[] => {
    const { term, notRanked, courses } = results.students[at]!;
    if (published.has(id)) return [];
    const value = notRanked ? null : rule.system === 'gpa' ? term.gpa : term.average;
    return [{ studentId: id, batchId, value, courses: new Map(courses.map(({ course, result }) => [course, result])) }];
  });
}
