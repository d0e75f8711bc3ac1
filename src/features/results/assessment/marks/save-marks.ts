import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkEntries } from '../compute/check-entries.ts';
import { noMarks, type Entries, type Entry } from '../compute/types.ts';
import { findCourseSheet, mayEnter, type CourseSheet } from './course-sheet.queries.ts';
import { rowsIn } from './mark-rows.queries.ts';
import { publishedAmong } from './published-among.ts';
import { withWhoChanged } from './who-changed.ts';
import { writeMarks } from './write-marks.ts';

/** Hundredths of a mark, or why there is none; null is not entered. */
export const EntryOrNone = z.union([z.number().int().min(0).max(1000_00), z.enum(noMarks), z.null()]);

export const SaveMarks = z.object({
  cells: z
    .array(z.object({ studentId: id, component: z.string().max(40), entry: EntryOrNone, was: EntryOrNone }))
    .min(1, 'Enter a mark.')
    .max(20_000, 'Save up to 20,000 marks at once.'),
});
export type SentCell = z.infer<typeof SaveMarks>['cells'][number];

export interface CellProblem {
  studentId: number;
  component: string;
  message: string;
  /** What somebody else has entered meanwhile, and who; null is not entered. */
  current?: Entry | null;
}

export interface SavedMarks {
  saved: number;
  problems: CellProblem[];
}

/**
 * Saves marks of one course. A mark that the scheme does not allow, and one that somebody else has changed since it was
 * shown, is left alone and named; the others are saved. Sending the same again changes nothing.
 */
export async function saveMarks(
  tx: Tx,
  actor: Actor,
  place: { sheetId: number; courseId: number },
  cells: SentCell[],
): Promise<SavedMarks> {
  const sheet = await openForEntry(tx, actor, place);
  const asked = [...new Set(cells.map(({ studentId }) => studentId))];
  const [stored, published] = await Promise.all([lockMarks(tx, sheet, asked), publishedAmong(tx, sheet, asked)]);
  const problems: CellProblem[] = [];
  const disputed: CellProblem[] = [];
  const changes: SentCell[] = [];
  for (const cell of cells) {
    const { studentId, component, entry, was } = cell;
    const entries = stored.get(studentId);
    const problem = (message: string, more: object = {}) => problems.push({ studentId, component, message, ...more });
    if (!entries) {
      problem('This student does not take the course. Reload the page.');
      continue;
    }
    if (published.has(studentId)) {
      problem('The result of this student is published already, with another class. Ask for a correction of it.');
      continue;
    }
    const current = entries[component] ?? null;
    const [wrong] = checkEntries({ [component]: entry }, sheet.scheme.components, sheet.scheme.step);
    if (entry === current) continue;
    if (wrong) problem(wrong.message);
    else if (current !== was) disputed.push({ studentId, component, message: '', current });
    else {
      changes.push(cell);
      if (entry === null) delete (entries as Record<string, Entry>)[component];
      else (entries as Record<string, Entry>)[component] = entry;
    }
  }
  problems.push(...(await withWhoChanged(tx, sheet, disputed)));
  runWithCommit(tx, () => writeMarks(tx, actor, sheet, changes, stored));
  return { saved: changes.length, problems };
}

/** The course of an open sheet; nobody locks it before the marks are written. */
export async function openForEntry(
  tx: Tx,
  actor: Actor,
  { sheetId, courseId }: { sheetId: number; courseId: number },
): Promise<CourseSheet> {
  const found = await findCourseSheet(tx, actor, sheetId, courseId, { hold: true });
  if (!mayEnter(actor, found)) throw new NotAllowed();
  if (found.state !== 'open')
    throw new Refused(
      'form',
      found.state === 'published'
        ? `${found.batch} is published: its marks can no longer be entered. Ask for a correction of the results, or for a late result of somebody who joined since.`
        : `${found.batch} is ${found.state}: its marks can no longer be entered. Ask for it to be reopened.`,
    );
  return found;
}

/** The entries of these students, locked by id; only of those that take the course or have marks in it. */
async function lockMarks(tx: Tx, sheet: CourseSheet, ids: number[]): Promise<Map<number, Entries>> {
  const { institutionId, termId, courseId } = sheet;
  const of = sql`institution_id = ${institutionId} and term_id = ${termId} and course_id = ${courseId}`;
  const lock = () =>
    query<{ id: number; entries: Entries }>(
      tx,
      sql`select student_id::int as id, entries from marks where ${of} and student_id = any (${sql.param(ids)}::bigint[])
        order by student_id for no key update`,
    );
  const [found, locked] = await Promise.all([
    query<{ id: number }>(tx, sql`select r.id::int as id from (${rowsIn(sheet, ids)}) r order by r.id`),
    lock(),
  ]);
  const known = new Set(locked.map((row) => row.id));
  const missing = found.filter(({ id: one }) => !known.has(one)).map(({ id: one }) => one);
  let rows = locked;
  if (missing.length > 0) {
    await tx.execute(sql`
      insert into marks (institution_id, student_id, term_id, course_id)
      select ${institutionId}, u.id, ${termId}, ${courseId} from unnest(${sql.param(missing)}::bigint[]) u (id) order by u.id
      on conflict do nothing`);
    rows = await lock();
  }
  const takes = new Set(found.map(({ id: one }) => one));
  return new Map(rows.filter((row) => takes.has(row.id)).map((row) => [row.id, { ...row.entries }]));
}
