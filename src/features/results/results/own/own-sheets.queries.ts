import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { SheetState } from '#features/results/assessment/sheet-states.ts';

export const OwnSheet = z.object({
  id: z.number(),
  institutionId: z.number(),
  batch: z.string(),
  term: z.string(),
  session: z.string(),
  state: z.custom<SheetState>(),
});
export type OwnSheet = z.infer<typeof OwnSheet>;

/** The sheets of the batches that the actor leads as class teacher, latest term first; of the current term all that the actor may see. */
export const ownSheets = (db: Db, actor: Actor, wanted: number | undefined): Promise<OwnSheet[]> =>
  query(
    db,
    sql`select s.id::bigint as id, s.institution_id as "institutionId", b.name as batch, t.name as term, y.name as session, s.state
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where t.is_current and s.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'marks.view'))}::int[])
      or s.institution_id = any (${sql.param(institutionsWhere(actor, 'marks.viewOwn'))}::int[])
        and exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
          and x.employee_id = any (${sql.param(actor.institutions.flatMap((one) => one.employeeIds))}::bigint[]))
    order by y.starts_on desc, t.position desc, b.name, s.id`,
    OwnSheet,
  );
