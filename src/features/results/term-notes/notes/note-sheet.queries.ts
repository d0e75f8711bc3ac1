import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import type { SheetState } from '#features/results/assessment/sheet-states.ts';
import type { Writer } from './note-fields.ts';

export const seeingNotes = ['marks.view', 'marks.enter', 'marks.approve', 'marks.viewOwn'] as const;

/** A batch in a term, whose report cards get notes. */
export interface NoteSheet {
  id: number;
  institutionId: number;
  batchId: number;
  batch: string;
  termId: number;
  term: string;
  sessionId: number;
  session: string;
  state: SheetState;
  timesOpened: number | null;
  /** Of all schemes that the sheet was opened with, each once. */
  traits: Trait[];
  isClassTeacher: boolean;
}

/** Of sheets `s`: the times that the school opened, and the traits of all schemes, those of most courses first. */
export const ofSheet = sql`
  (select n.times_opened from sheet_notes n where (n.institution_id, n.sheet_id) = (s.institution_id, s.id))
    as "timesOpened",
  array(select v.content -> 'traits' from mark_sheet_courses k join assessment_scheme_versions v
      on (v.institution_id, v.scheme_id, v.version) = (k.institution_id, k.scheme_id, k.scheme_version)
    where (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    group by v.institution_id, v.scheme_id, v.version, v.content order by count(*) desc, v.scheme_id) as traits`;

/** Traits that several schemes share are rated once. */
export const eachOnce = (traits: Trait[][]): Trait[] =>
  traits.flat().filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at);

/** A sheet whose notes the actor can see: all, or those of the batches that the actor leads. `hold`: nobody publishes it meanwhile. */
export async function findNoteSheet(db: Db, actor: Actor, sheetId: number, { hold = false } = {}): Promise<NoteSheet> {
  const within = institutionsWhere(actor, ...seeingNotes);
  const employeeIds = actor.institutions.flatMap((one) => one.employeeIds);
  const [row] = await query<Omit<NoteSheet, 'traits'> & { traits: Trait[][] }>(
    db,
    sql`select s.id::int as id, s.institution_id as "institutionId", b.id::int as "batchId", b.name as batch,
      t.id::int as "termId", t.name as term, y.id::int as "sessionId", y.name as session, s.state,
      ${ofSheet},
      exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[])) as "isClassTeacher"
    from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(within)}::int[]) and s.id = ${sheetId} ${hold ? sql`for share of s` : sql``}`,
  );
  if (!row || !maySee(actor, row)) throw new NotFound('sheet of marks');
  return { ...row, traits: eachOnce(row.traits) };
}

function maySee(actor: Actor, { institutionId, isClassTeacher }: Pick<NoteSheet, 'institutionId' | 'isClassTeacher'>) {
  const { permissions } = membershipIn(actor, institutionId)!;
  const seesAll = ['marks.view', 'marks.enter', 'marks.approve'] as const;
  return seesAll.some((one) => permissions.has(one)) || (isClassTeacher && permissions.has('marks.viewOwn'));
}

/**
 * Whose part the actor writes: the class teacher and those who enter all marks that of the class teacher, with
 * attendance and traits; those who approve marks that of the principal. Nobody once the sheet is published.
 */
export function writesAs(actor: Actor, { institutionId, isClassTeacher, state }: NoteSheet): Record<Writer, boolean> {
  const { permissions } = membershipIn(actor, institutionId)!;
  const isOpen = state !== 'published';
  return {
    teacher: isOpen && (permissions.has('marks.enter') || (isClassTeacher && permissions.has('marks.enterOwn'))),
    principal: isOpen && permissions.has('marks.approve'),
  };
}
