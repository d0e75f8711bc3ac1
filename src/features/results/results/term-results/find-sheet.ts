import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { Conflict, NotFound, orNotFound } from '#kernel/errors.ts';
import type { SheetState } from '#features/results/assessment/sheet-states.ts';

/** A batch in a term, whose results are asked for. */
export interface ResultSheet {
  id: number;
  institutionId: number;
  batchId: number;
  batch: string;
  classId: number;
  className: string;
  programId: number;
  program: string;
  termId: number;
  term: string;
  session: string;
  /** No term of the session follows. */
  isLastTerm: boolean;
  state: SheetState;
  /** The first day of the term after this one, if it is known. */
  nextTermBegins: string | null;
}

/** Who sees results before they are published. */
export const seeingResults = ['marks.view', 'marks.viewOwn'] as const;

/** A sheet whose results the actor can see: all, or those of the batches that the actor leads as class teacher. */
export async function findResultSheet(db: Db, actor: Actor, sheetId: number): Promise<ResultSheet> {
  const [sheet] = await findResultSheets(db, actor, [sheetId]);
  return sheet!;
}

/** The sheet of a batch that was published last; before that, the sheet of the term that began last. */
export async function latestSheetOf(db: Db, actor: Actor, batchId: number): Promise<number> {
  const [batch] = await query<{ sheetId: number | null }>(db)`select (
      select s.id::bigint from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
      where (s.institution_id, s.batch_id) = (b.institution_id, b.id)
      order by s.state = 'published' desc, t.starts_on > (now() at time zone i.time_zone)::date, t.starts_on desc limit 1
    ) as "sheetId" from batches b join institutions i on i.id = b.institution_id
    where b.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingResults))}::int[]) and b.id = ${batchId}`;
  const { sheetId } = orNotFound(batch, 'class');
  if (sheetId === null) throw new Conflict('No marks have been opened for this class, so it has no report cards yet.');
  return sheetId;
}

/** The same for several, in the order of the ids. */
export async function findResultSheets(db: Db, actor: Actor, sheetIds: readonly number[]): Promise<ResultSheet[]> {
  const rows = await sheetsOf(db, actor, sheetIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return sheetIds.map((id) => {
    const row = byId.get(id);
    if (!row) throw new NotFound('mark sheet');
    const { isClassTeacher, ...sheet } = row;
    const { permissions } = membershipIn(actor, sheet.institutionId)!;
    if (!permissions.has('marks.view') && !isClassTeacher) throw new NotFound('mark sheet');
    return sheet;
  });
}

function sheetsOf(db: Db, actor: Actor, sheetIds: readonly number[]) {
  const within = institutionsWhere(actor, ...seeingResults);
  const employeeIds = actor.institutions.flatMap((institution) => institution.employeeIds);
  return query<ResultSheet & { isClassTeacher: boolean }>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", b.id::bigint as "batchId", b.name as batch,
      c.id::bigint as "classId", c.name as "className",
      p.id::bigint as "programId", p.name as program, t.id::bigint as "termId", t.name as term,
      y.name as session, s.state, not exists (select from terms l where (l.institution_id, l.session_id)
        = (t.institution_id, t.session_id) and l.position > t.position) as "isLastTerm",
      (select min(n.starts_on)::text from terms n where n.institution_id = s.institution_id
        and n.starts_on > t.ends_on) as "nextTermBegins",
      exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[])) as "isClassTeacher"
    from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(within)}::int[]) and s.id = any (${sql.param([...sheetIds])}::bigint[])`;
}
