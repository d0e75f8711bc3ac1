import { sql, type SQL } from 'drizzle-orm';
import { query, type Db, pick } from '#kernel/database.ts';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import { textName } from '#ui/format.ts';
import type { PublishedCard } from '../publication/sealed-cards.ts';
import { membersOf, mainScheme, classResultsOf } from '../term-results/members.queries.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import { sheetStates, type SheetState } from '#features/results/assessment/sheet-states.ts';
import { sheetNotesOf } from '#features/results/term-notes/notes/notes.queries.ts';
import {
  pinnedCourses,
  placeKey,
  scalesOf,
  type BandsOf,
  type PinnedCourse,
} from '../term-results/pinned-courses.queries.ts';
import { z } from 'zod';
import { fromText } from '#features/results/assessment/compute/fraction.ts';
import type { CardRule } from '../cards/card-promotion.ts';
import { rankedBySession } from '../cards/report-cards.ts';
import { sessionResultsOf, publishedResult } from '../term-results/session-results.queries.ts';
import type { RankedStudent } from './compute/rank-again.ts';

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
    const { id, admissionDate } = member;
    const bands = scheme ? rules.bandsOf(scheme.scaleId, admissionDate, approvedAt) : like.gradeKey;
    return {
      number: null,
      studentId: id,
      termId,
      batchId,
      ...pick(member, 'surname', 'firstName', 'middleName', 'admissionDate'),
      admissionNumber: member.number,
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

/** Who can ask for a correction: people who change all marks, or approve them. */
export const askingCorrections = ['marks.enter', 'marks.approve'] as const;
/** Those, and the people who agree. */
export const seeingCorrections = [...askingCorrections, 'results.publish'] as const;

/** A sheet whose published results are corrected. */
export interface CorrectedSheet extends ClassPlace {
  id: number;
  batch: string;
  term: string;
  session: string;
  state: SheetState;
}

export async function findCorrectedSheet(db: Db, actor: Actor, sheetId: number): Promise<CorrectedSheet> {
  const [sheet] = await query<CorrectedSheet>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", b.id::bigint as "batchId", b.name as batch,
      b.class_id::bigint as "classId", t.id::bigint as "termId", t.name as term, y.name as session, s.state
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingCorrections))}::int[]) and s.id = ${sheetId}`;
  return orNotFound(sheet, 'mark sheet');
}

export function refuseUnpublished({ batch, state }: CorrectedSheet): void {
  if (state !== 'published')
    throw new ValidationError(
      'form',
      `${batch} is ${sheetStates[state].toLowerCase()}. Only published results need a correction: change the marks directly.`,
    );
}

/** By what the results of a sheet were computed: its pinned courses by title, their scales, and the traits it rates. */
export interface SheetRules {
  courses: ReadonlyMap<number, PinnedCourse>;
  bandsOf: BandsOf;
  traits: readonly Trait[];
}

export async function rulesOfSheet(db: Db, sheet: CorrectedSheet): Promise<SheetRules> {
  const pinned = await pinnedCourses(db, sheet.institutionId, sql`s.id = ${sheet.id}`);
  const bandsOf = await scalesOf(db, sheet.institutionId, pinned);
  const { traits } = await sheetNotesOf(db, sheet);
  const courses = pinned.get(placeKey(sheet.termId, sheet.batchId)) ?? [];
  return { courses: new Map(courses.map((course) => [course.id, course])), bandsOf, traits };
}

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
    sql`select r.seq::int as number, r.student_id::bigint as "studentId", r.term_id::bigint as "termId",
      r.batch_id::bigint as "batchId", s.surname, s.first_name as "firstName", s.middle_name as "middleName",
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
): RankedStudent {
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
): Promise<RankedStudent[]> {
  if (!rule.ranksClass) return [];
  const { institutionId, termId, classId } = place;
  const [open] = await query<{ id: number }>(db)`
    select s.id::bigint as id from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId}
        and s.state <> 'published' limit 1`;
  if (!open) return [];
  const found = await classResultsOf(db, { institutionId, termId, classId });
  const { members, results } = found;
  if (rule.goesBy === 'session') {
    const before = await sessionResultsOf(db, { institutionId, termId }, { scheme: rule, members });
    return rankedBySession(found, before, rule).filter(({ studentId }) => !published.has(studentId));
  }
  return members.flatMap(({ id, batchId }, at): RankedStudent[] => {
    const { term, notRanked, courses } = results.students[at]!;
    if (published.has(id)) return [];
    const value = notRanked ? null : rule.system === 'gpa' ? term.gpa : term.average;
    return [{ studentId: id, batchId, value, courses: new Map(courses.map(({ course, result }) => [course, result])) }];
  });
}
