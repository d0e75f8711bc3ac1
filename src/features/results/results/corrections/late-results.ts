import { sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { textName } from '#ui/format.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { membersOf } from '../term-results/members.queries.ts';
import { mainScheme } from '../term-results/registrations.ts';
import type { SheetRules } from './corrected-sheet.queries.ts';
import { currentResults, type ClassPlace, type CurrentResult } from './published-class.queries.ts';

/** Nothing is published of the student and term: the correction adds the result. */
export const isLate = (result: Pick<CurrentResult, 'number'> | undefined): boolean => result?.number === null;

/**
 * Empty results of those among some students who joined a published batch and have none of the term. Everything but
 * their courses is as on the cards of the others.
 */
export async function lateResults(
  db: Db,
  place: ClassPlace,
  { current, ids, rules }: { current: readonly CurrentResult[]; ids: readonly number[]; rules: SheetRules },
): Promise<CurrentResult[]> {
  const { institutionId, termId, batchId } = place;
  const known = new Set(current.flatMap((row) => (row.batchId === batchId ? [row.studentId] : [])));
  const missing = ids.filter((id) => !known.has(id));
  const like = current.find((row) => row.batchId === batchId)?.content;
  if (missing.length === 0 || !like) return [];
  const members = (await membersOf(db, institutionId, termId, [batchId])).filter(({ id }) => missing.includes(id));
  const [other] = await currentResults(
    db,
    institutionId,
    sql`r.term_id = ${termId} and r.student_id = any (${sql.param(members.map(({ id }) => id))}::bigint[])`,
  );
  if (other)
    throw new ValidationError(
      'form',
      `The result of ${textName(other)} is published with ${other.content.batch}. Correct it there.`,
    );
  const scheme = mainScheme(rules.courses.values());
  const approvedAt = [...rules.courses.values()][0]?.approvedAt ?? null;
  return members.map((member): CurrentResult => {
    const { id, surname, firstName, middleName, number, admissionDate } = member;
    const bands = scheme ? rules.bandsOf(scheme.scaleId, admissionDate, approvedAt) : like.gradeKey;
    return {
      number: null,
      studentId: id,
      termId,
      batchId,
      surname,
      firstName,
      middleName,
      admissionDate,
      admissionNumber: number,
      isErased: false,
      content: emptyCard({ ...like, student: { id }, gradeKey: [...bands] }),
    };
  });
}

/** A card without courses, marks and notes; the rest as on another one. */
export function emptyCard(like: PublishedCard): PublishedCard {
  const { corrects: _, attendance, ratings, remarks, fees: __, ...card } = like;
  return {
    ...card,
    components: [],
    courses: [],
    summary: {
      counted: 0,
      passed: 0,
      sum: '0',
      average: null,
      cumulative: null,
      inBatch: null,
      inClass: null,
      notRanked: null,
      studentsInBatch: like.summary.studentsInBatch,
      gpa: null,
      previous: null,
      cgpa: null,
      earlier: like.earlierTerms.map(() => null),
      repeats: [],
    },
    ...(attendance && { attendance: { opened: attendance.opened, present: null } }),
    ...(ratings && { ratings: ratings.map(({ trait }) => ({ trait, rating: null })) }),
    ...(remarks && { remarks: { teacher: null, principal: null } }),
  };
}

/** An added card beside the published ones of the batch, which stay: no position, and their figures of each course. */
export const besidePublished = (card: PublishedCard, others: readonly PublishedCard[]): PublishedCard => ({
  ...card,
  courses: card.courses.map((course) => {
    const same = others.flatMap(({ courses }) => courses.find(({ id }) => id === course.id) ?? [])[0];
    return { ...course, average: same?.average ?? null, highest: same?.highest ?? null, lowest: same?.lowest ?? null };
  }),
});
