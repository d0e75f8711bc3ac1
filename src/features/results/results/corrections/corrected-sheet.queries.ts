import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import { sheetStates, type SheetState } from '#features/results/assessment/sheet-states.ts';
import { sheetNotesOf } from '#features/results/term-notes/notes/notes.queries.ts';
import {
  pinnedCourses,
  placeKey,
  scalesOf,
  type BandsOf,
  type PinnedCourse,
} from '../term-results/pinned-courses.queries.ts';
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
  const [sheet] = await query<CorrectedSheet>(
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
    throw new ValidationError(
      'form',
      `${batch} is ${sheetStates[state].toLowerCase()}. Only published results need a correction: change the marks themselves.`,
    );
}

/** By what the results of a sheet were computed: its pinned courses by title, their scales, and the traits it rates. */
export interface SheetRules {
  courses: ReadonlyMap<number, PinnedCourse>;
  bandsOf: BandsOf;
  traits: readonly Trait[];
}

export async function rulesOfSheet(db: Db, sheet: CorrectedSheet): Promise<SheetRules> {
  const pinned = await pinnedCourses(db, sheet.institutionId, sql`s.id = ${sheet.id}`);
  const bandsOf = await scalesOf(db, sheet.institutionId, pinned);
  const { traits } = await sheetNotesOf(db, sheet);
  const courses = pinned.get(placeKey(sheet.termId, sheet.batchId)) ?? [];
  return { courses: new Map(courses.map((course) => [course.id, course])), bandsOf, traits };
}
