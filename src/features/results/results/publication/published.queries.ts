import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { holdOn, holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { askingCorrections } from '../corrections/late-results.ts';
import { pastTermsFor, type PastTermRow } from '../past/past-terms.queries.ts';
import type { CardPromotion } from '../cards/card-promotion.ts';
import { maySeeResults } from '../results.policy.ts';
import { isFamily } from '../is-family.ts';
import { historyFor, type HistoryRow } from './history.queries.ts';
import { cgpaAsAt, type PublishedCard, cardSummary } from './sealed-cards.ts';

export { maySeeResults };

export const PublishedRow = z.object({
  id: z.number(),
  institutionId: z.number(),
  session: z.string(),
  term: z.string(),
  batch: z.string(),
  /** Exact, as on the card. */
  average: z.string().nullable(),
  cumulative: z.string().nullable(),
  gpa: z.string().nullable(),
  cgpa: z.string().nullable(),
  gpaForm: z.custom<GpaForm>().nullable(),
  position: z.number().nullable(),
  positionOf: z.number().nullable(),
  passed: z.number(),
  counted: z.number(),
  publishedAt: z.string(),
  isCorrected: z.boolean(),
});
export type PublishedRow = z.infer<typeof PublishedRow>;

const rowsFor = cachedStatement(
  (actor) => sql`
  select r.id::bigint as id, r.institution_id as "institutionId", c.session, c.term, c.batch, c.summary ->> 'average' as average,
    c.summary ->> 'cumulative' as cumulative, c.summary #>> '{gpa,value}' as gpa, c.summary #>> '{cgpa,value}' as cgpa,
    c.rule ->> 'gpaForm' as "gpaForm",
    (c.summary #>> '{inBatch,position}')::int as position, (c.summary #>> '{inBatch,of}')::int as "positionOf",
    (c.summary ->> 'passed')::int as passed, (c.summary ->> 'counted')::int as counted,
    to_json(r.published_at) #>> '{}' as "publishedAt",
    r.correction_id is not null as "isCorrected"
  from students join published_results r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
    and r.replaced_at is null
  join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
  ${cardSummary}
  where ${and(seenWith(actor, maySeeResults), eq(students.id, recordId))}
  order by t.starts_on desc, r.id desc`,
);
const holdFor = cachedStatement((actor) => holdsQuery(and(seenWith(actor, maySeeResults), eq(students.id, recordId))!));

export interface StudentResults {
  results: PublishedRow[];
  /** Imported from before. */
  past: PastTermRow[];
  /** What was replaced and why, for staff. */
  history: HistoryRow[];
  /** Held back from the family by a debt. */
  isWithheld: boolean;
  canCorrect: boolean;
}

/** The tab “Results” of a student's record: what is published. A hold on report cards leaves a family the words why. */
export async function studentResults(db: Db, actor: Actor, studentId: number): Promise<StudentResults> {
  const [results, past, history, [hold]] = await Promise.all([
    query(db, rowsFor(actor, { id: studentId }), PublishedRow),
    query<PastTermRow>(db, pastTermsFor(actor, { id: studentId })),
    institutionsWhere(actor, 'results.view').length > 0
      ? query<HistoryRow>(db, historyFor(actor, { id: studentId }))
      : [],
    isFamily(actor) ? query<Hold>(db, holdFor(actor, { id: studentId })) : [],
  ]);
  const [first] = [...results, ...past];
  const isStaff = first !== undefined && can(actor, 'results.view', first.institutionId);
  const isWithheld = !isStaff && Boolean(hold?.remaining.includes('report_card'));
  const canCorrect = first !== undefined && askingCorrections.some((one) => can(actor, one, first.institutionId));
  return isWithheld
    ? { results: [], past: [], history: [], isWithheld, canCorrect }
    : { results, past, history: isStaff ? history : [], isWithheld, canCorrect };
}

/** A published result and whose it is, as its card shows them. */
export const ShownResult = z.object({
  code: z.string(),
  content: z.custom<PublishedCard>(),
  promotion: z.custom<CardPromotion>().nullable(),
  cgpaAsAt: z.string().nullable(),
  surname: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  number: z.string(),
  gender: z.enum(['female', 'male']).nullable(),
  photo: z.string().nullable(),
});

export const PublishedResult = ShownResult.extend({
  id: z.number(),
  institutionId: z.number(),
  studentId: z.number(),
  isReplaced: z.boolean(),
});
export type PublishedResult = z.infer<typeof PublishedResult>;

/** A published result that the actor can see and that is not held back. For a snapshot. */
export async function findPublished(db: Db, actor: Actor, resultId: number): Promise<PublishedResult> {
  const [found] = await query(
    db,
    sql`select r.id::bigint as id, r.institution_id as "institutionId", r.student_id::bigint as "studentId", r.code,
      r.replaced_at is not null as "isReplaced", r.content, case when r.replaced_at is null
        then akada_promotion(r.institution_id, r.student_id, r.term_id) end as promotion, ${cgpaAsAt} as "cgpaAsAt", students.surname, students.first_name as "firstName",
      students.middle_name as "middleName", students.admission_number as number, students.gender,
      (select f.stored_as from files f where (f.institution_id, f.id) = (students.institution_id, students.photo_id))
        as photo
    from published_results r
    join students on (students.institution_id, students.id) = (r.institution_id, r.student_id)
    where r.institution_id = any (${sql.param(institutionsWhere(actor, ...maySeeResults))}::int[]) and r.id = ${resultId}
      and ${seenWith(actor, maySeeResults)}`,
    PublishedResult,
  );
  if (!found) throw new NotFound('result');
  if (can(actor, 'results.view', found.institutionId)) return found;
  const hold = await holdOn(db, found.institutionId, found.studentId, 'report_card');
  if (hold || found.isReplaced) throw new NotFound('result');
  return found;
}
