import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { CardPromotion } from '../cards/card-promotion.ts';
import type { ReportCard } from '../cards/report-card.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { cgpaAsAt } from './cgpa-as-at.ts';
import { withNames, type PublishedCard } from './published-card.ts';

export interface PublishedOfSheet {
  id: number;
  code: string;
  card: ReportCard;
  photo: string | null;
}

type Place = Pick<ResultSheet, 'institutionId' | 'termId' | 'batchId'>;

/** The current results that a sheet was published with, by name: what is printed of it, whatever its marks are now. */
export async function publishedOfSheet(
  db: Db,
  { institutionId, termId, batchId }: Place,
  studentId?: number,
): Promise<PublishedOfSheet[]> {
  const rows = await query<
    Omit<PublishedOfSheet, 'card'> & {
      content: PublishedCard;
      student: ReportCard['student'];
      promotion: CardPromotion | null;
      cgpaAsAt: string | null;
    }
  >(
    db,
    sql`select r.id::int as id, r.code, r.content,
      akada_promotion(r.institution_id, r.student_id, r.term_id) as promotion, ${cgpaAsAt} as "cgpaAsAt",
      (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo,
      json_build_object('id', s.id, 'surname', s.surname, 'firstName', s.first_name, 'middleName', s.middle_name,
        'number', s.admission_number, 'gender', s.gender) as student
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    where r.institution_id = ${institutionId} and r.term_id = ${termId} and r.batch_id = ${batchId}
      and r.replaced_at is null and (${studentId ?? null}::bigint is null or r.student_id = ${studentId ?? null}::bigint)
    order by s.sort_name, s.id`,
  );
  return rows.map(({ content, student, promotion, cgpaAsAt: asAt, ...row }) => ({
    ...row,
    card: withNames(content, student, { promotion, cgpaAsAt: asAt }),
  }));
}
