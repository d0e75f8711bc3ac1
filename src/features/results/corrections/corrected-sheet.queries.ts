import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import type { SchemeContent } from '#features/assessment/assessment.ts';
import { sheetStates, type SheetState } from '#features/assessment/sheet-states.ts';
import { placeKey, pinnedCourses } from '../term-results/pinned-courses.queries.ts';
import type { ClassPlace } from './published-class.queries.ts';

/** Who can ask for a correction: people who change all marks, or approve them. */
export const askingCorrections = ['marks.enter', 'marks.approve'] as const;
/** Those, and the people who agree. */
export const seeingCorrections = [...askingCorrections, 'results.publish'] as const;

/** A sheet whose published results are corrected. */
export interface CorrectedSheet extends ClassPlace {
  id: number;
  batch: string;
  term: string;
  session: string;
  state: SheetState;
}

export async function findCorrectedSheet(db: Db, actor: Actor, sheetId: number): Promise<CorrectedSheet> {
  const [sheet] = await rowsOf<CorrectedSheet>(
    db,
    sql`select s.id::int as id, s.institution_id as "institutionId", b.id::int as "batchId", b.name as batch,
      b.class_id::int as "classId", t.id::int as "termId", t.name as term, y.name as session, s.state
    from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingCorrections))}::int[]) and s.id = ${sheetId}`,
  );
  if (!sheet) throw new NotFound('sheet of marks');
  return sheet;
}

export function refuseUnpublished({ batch, state }: CorrectedSheet): void {
  if (state !== 'published')
    throw new Refused(
      'form',
      `${batch} is ${sheetStates[state].toLowerCase()}. Only published results need a correction: change the marks themselves.`,
    );
}

/** The schemes that the sheet pinned, by course. */
export async function schemesOfSheet(db: Db, sheet: CorrectedSheet): Promise<ReadonlyMap<number, SchemeContent>> {
  const pinned = await pinnedCourses(db, sheet.institutionId, sql`s.id = ${sheet.id}`);
  const courses = pinned.get(placeKey(sheet.termId, sheet.batchId)) ?? [];
  return new Map(courses.map(({ id, scheme }) => [id, scheme]));
}
