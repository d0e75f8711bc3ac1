import { sql } from 'drizzle-orm';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { isRuleKind, type Rule } from './rule-kinds.ts';

export interface StoredRule extends Rule {
  id: number;
  note: string | null;
}

/** The rules of a version. Kinds that the server does not know are left out. */
export async function readRules(db: Db, institutionIds: readonly number[], timetableId: number): Promise<StoredRule[]> {
  const rows = await query<Omit<StoredRule, 'kind'> & { kind: string }>(
    db,
    sql`select c.id::int as id, c.kind, c.weight::float as weight, c.employee_id::int as "teacherId", c.batch_id::int as "batchId",
        c.course_id::int as "courseId", c.set_id::int as "setId", (c.parameters ->> 'number')::int as number,
        coalesce(c.parameters -> 'times', '[]') as times, c.is_active as "isActive", c.note,
        coalesce((select jsonb_agg(x.set_id order by x.position) from timetable_constraint_sets x
          where (x.institution_id, x.constraint_id) = (c.institution_id, c.id)), '[]') as "setIds"
      from timetable_constraints c where ${isOneOf(sql`c.institution_id`, [...institutionIds])} and c.timetable_id = ${timetableId}
      order by c.id`,
  );
  return rows.flatMap((row) => (isRuleKind(row.kind) ? { ...row, kind: row.kind } : []));
}
