import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { readHolds, withIds } from '#features/money/holds/held/held-students.ts';
import type { CardPromotion } from '../cards/card-promotion.ts';
import type { CardDesign } from '../designs/card-design.ts';
import { cgpaAsAt } from '../publication/cgpa-as-at.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import type { Opening } from './opening.ts';

export interface TermWithResults {
  id: number;
  name: string;
  session: string;
}

/** Terms of which results are published, the latest first. */
export const termsWithResults = (db: Db, institutionId: number): Promise<TermWithResults[]> =>
  query(
    db,
    sql`select t.id::int as id, t.name, y.name as session from terms t
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId} and exists (select from published_results r
        where r.institution_id = t.institution_id and r.term_id = t.id)
      order by y.starts_on desc, t.position desc`,
  );

/** The site leads to results where some are published and pins for them exist. */
export const linkToResults = (db: Db, institutionId: number) =>
  query<{ label: string; path: string }>(
    db,
    sql`select 'Results' as label, 'result' as path
      where exists (select from published_results where institution_id = ${institutionId}) and exists (
        select from pin_kinds where institution_id = ${institutionId} and type = 'result' and archived_at is null)`,
  );

export const FoundResult = z.object({
  studentId: z.number(),
  /** Of the batch in which the result was achieved. */
  programId: z.number(),
});
export type FoundResult = z.infer<typeof FoundResult>;

/** The student with an admission number who has a result in a term. */
export async function findByNumber(
  db: Db,
  institutionId: number,
  { number, termId }: { number: string; termId: number },
): Promise<FoundResult | null> {
  const [found] = await query(
    db,
    sql`select r.student_id::int as "studentId", k.program_id::int as "programId"
      from students s join published_results r on (r.institution_id, r.student_id) = (s.institution_id, s.id)
        and r.term_id = ${termId}::bigint and r.replaced_at is null
      join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
      join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
      where s.institution_id = ${institutionId} and s.admission_number in (${number}, upper(${number}))
      order by s.admission_number = ${number} desc limit 1`,
    FoundResult,
  );
  return found ?? null;
}

export const OpenedResult = z.object({
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
  terminology: z.custom<Record<string, string>>(),
  /** The design that it was printed by; null for the usual one. */
  design: z.custom<CardDesign>().nullable(),
});
export type OpenedResult = z.infer<typeof OpenedResult>;

/** What an opening shows: the result that is valid now. Null if there is none. */
export async function openedResult(
  db: Db,
  { institutionId, studentId, termId }: Opening,
): Promise<OpenedResult | null> {
  const [found] = await query(
    db,
    sql`select r.code, r.content, akada_promotion(r.institution_id, r.student_id, r.term_id) as promotion, ${cgpaAsAt} as "cgpaAsAt",
      s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as number, s.gender, i.terminology, v.content as design,
      (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join institutions i on i.id = r.institution_id
    left join card_design_versions v on v.institution_id = r.institution_id
      and v.design_id = (r.content #>> '{design,id}')::bigint and v.version = (r.content #>> '{design,version}')::int
    where r.institution_id = ${institutionId} and r.student_id = ${studentId}::bigint and r.term_id = ${termId}::bigint
      and r.replaced_at is null`,
    OpenedResult,
  );
  return found ?? null;
}

/** Whether report cards of the student are withheld today. */
export async function isWithheld(db: Db, institutionId: number, studentId: number): Promise<boolean> {
  const [hold] = await readHolds(db, sql`students.institution_id = ${institutionId} and ${withIds([studentId])}`);
  return hold?.remaining.includes('report_card') ?? false;
}
