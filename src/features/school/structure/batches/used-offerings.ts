import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

interface UsedOffering extends Record<string, unknown> {
  title: string;
  /** 'a mark sheet'. */
  use: string;
}

/** Which of these courses something depends on: a mark sheet, an elective that was chosen, a registration. */
export const usedOfferings = async (
  db: Db,
  institutionId: number,
  offered: readonly { batchId: number; courseId: number }[],
): Promise<UsedOffering[]> =>
  offered.length === 0
    ? []
    : query<UsedOffering>(
        db,
        sql`select k.title, min(u.use) as use
          from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as asked ("batchId" bigint, "courseId" bigint)
          join offering_uses u on (u.institution_id, u.batch_id, u.course_id) = (${institutionId}, asked."batchId", asked."courseId")
          join courses k on (k.institution_id, k.id) = (u.institution_id, u.course_id)
          group by k.id, k.title order by k.title`,
      );
