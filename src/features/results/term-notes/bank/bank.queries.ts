import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { BankRemark } from './usual-remarks.ts';

export interface RemarkRow extends BankRemark {
  id: number;
  institutionId: number;
}

/** The remarks of institutions: the class teacher’s, then the principal’s, best averages first. */
export const remarksOf = (db: Db, institutionIds: number[]): Promise<RemarkRow[]> =>
  query<RemarkRow>(db)`
    select r.id::bigint as id, r.institution_id as "institutionId", r.writer, r.from_average as "fromAverage",
      r.to_average as "toAverage", r.remark
    from remark_bank r where r.institution_id = any (${sql.param(institutionIds)}::int[])
    order by r.writer desc, r.from_average desc, r.remark, r.id`;
