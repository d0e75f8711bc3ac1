import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkEntries } from '../compute/check-entries.ts';
import { noMarks, type Entries, type Entry } from '../compute/types.ts';
import { query, type Tx } from '#kernel/database.ts';
import { findCourseSheet, mayEnter, type CourseSheet, rowsIn } from './course-sheet.queries.ts';
import { record } from '#kernel/audit.ts';

/** Hundredths of a mark, or why there is none; null is not entered. */
export const EntryOrNone = z.union([z.number().int().min(0).max(1000_00), z.enum(noMarks), z.null()]);

export const SaveMarks = z.object({
  cells: z
    .array(z.object({ studentId: id, component: z.string().max(40), entry: EntryOrNone, was: EntryOrNone }))
    .min(1, 'Enter a mark.')
    .max(20_000, 'Save up to 20,000 marks at once.'),
});
export type SentCell = z.infer<typeof SaveMarks>['cells'][number];

interface CellProblem {
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
      problem('This student’s result is already published, with another class. Request a correction.');
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
    throw new ValidationError(
      'form',
      found.state === 'published'
        ? `${found.batch} is published: its marks can no longer be entered. Request a correction of the results, or a late result for a student who joined later.`
        : `${found.batch} is ${found.state}: its marks can no longer be entered. Ask for the sheet to be reopened.`,
    );
  return found;
}

/** The entries of these students, locked by id; only of those that take the course or have marks in it. */
async function lockMarks(tx: Tx, sheet: CourseSheet, ids: number[]): Promise<Map<number, Entries>> {
  const { institutionId, termId, courseId } = sheet;
  const of = sql`institution_id = ${institutionId} and term_id = ${termId} and course_id = ${courseId}`;
  const lock = () =>
    query<{ id: number; entries: Entries }>(tx)`
      select student_id::bigint as id, entries from marks where ${of} and student_id = any (${sql.param(ids)}::bigint[])
        order by student_id for no key update`;
  const [found, locked] = await Promise.all([
    query<{ id: number }>(tx)`select r.id::bigint as id from (${rowsIn(sheet, ids)}) r order by r.id`,
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

/** Students who came from a batch whose results are published: corrections alone change their marks. */
async function publishedAmong(tx: Tx, { institutionId, termId }: CourseSheet, ids: number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(tx)`select u.id::bigint as id from unnest(${sql.param(ids)}::bigint[]) u (id)
      where exists (select from published_students r
        where (r.institution_id, r.student_id, r.term_id) = (${institutionId}, u.id, ${termId}))`;
  return new Set(rows.map(({ id: studentId }) => studentId));
}

/** Says who was faster; a cell shows both marks. */
async function withWhoChanged(
  tx: Tx,
  { institutionId, termId, courseId }: CourseSheet,
  disputed: CellProblem[],
): Promise<CellProblem[]> {
  if (disputed.length === 0) return [];
  const ids = sql.param([...new Set(disputed.map(({ studentId }) => studentId))]);
  const last = await query<{ id: number; component: string; name: string | null }>(tx)`
    select distinct on (h.student_id, h.component) h.student_id::bigint as id, h.component, a.name
      from mark_changes h left join accounts a on a.id = h.account_id
      where h.institution_id = ${institutionId} and h.student_id = any (${ids}::bigint[]) and h.term_id = ${termId}
        and h.course_id = ${courseId} order by h.student_id, h.component, h.id desc`;
  const names = new Map(last.map(({ id: studentId, component, name }) => [`${studentId} ${component}`, name]));
  return disputed.map((one) => ({
    ...one,
    message: `${names.get(`${one.studentId} ${one.component}`) ?? 'Someone else'} has since changed this mark.`,
  }));
}

/** Writes changed marks of locked students with their history, in one go. `stored` has them already. */
async function writeMarks(
  tx: Tx,
  actor: Actor,
  sheet: CourseSheet,
  changes: { studentId: number; component: string; entry: Entry | null; was: Entry | null }[],
  stored: ReadonlyMap<number, Entries>,
): Promise<void> {
  if (changes.length === 0) return;
  const { institutionId, termId, courseId, sheetId } = sheet;
  const written = [...new Set(changes.map(({ studentId }) => studentId))].map((one) => ({
    s: one,
    e: stored.get(one),
  }));
  const history = changes.map(({ studentId, component, entry, was }) => ({
    s: studentId,
    c: component,
    w: was,
    n: entry,
  }));
  const kept = query(tx)`
    with written as (
      update marks m set entries = n.e from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as n (s bigint, e jsonb)
      where m.institution_id = ${institutionId} and m.term_id = ${termId} and m.course_id = ${courseId} and m.student_id = n.s)
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, was, entered, account_id)
    select ${institutionId}, n.s, ${termId}, ${courseId}, n.c, nullif(n.w, 'null'), nullif(n.n, 'null'), ${actor.accountId}::bigint
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as n (s bigint, c text, w jsonb, n jsonb)`;
  const told = record(tx, actor, 'marks.enter', {
    institutionId,
    summary: `entered ${changes.length === 1 ? 'a mark' : `${changes.length} marks`} in ${sheet.course}, ${sheet.batch}, ${sheet.term}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { courseId, marks: changes.length },
  });
  await Promise.all([kept, told]);
}
