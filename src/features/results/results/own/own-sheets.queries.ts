import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { SheetState } from '#features/results/assessment/sheet-states.ts';

export const OwnSheet = z.object({
  id: z.number(),
  batch: z.string(),
  term: z.string(),
  session: z.string(),
  state: z.custom<SheetState>(),
});
export type OwnSheet = z.infer<typeof OwnSheet>;

/** The sheets of the batches that the actor leads as class teacher, latest term first. */
export const ownSheets = (db: Db, actor: Actor): Promise<OwnSheet[]> =>
  query(
    db,
    sql`select s.id::int as id, b.name as batch, t.name as term, y.name as session, s.state
    from batch_teachers x join mark_sheets s on (s.institution_id, s.batch_id) = (x.institution_id, x.batch_id)
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where x.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.viewOwn'))}::int[])
      and x.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[])
    order by y.starts_on desc, t.position desc, b.name, s.id`,
    OwnSheet,
  );
