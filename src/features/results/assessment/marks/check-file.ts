import { sql } from 'drizzle-orm';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { clean } from '#features/people/imports/engine/headers.ts';
import { nameColumn, numberColumn, partKey, partOf } from '#features/people/imports/engine/known-headings.ts';
import type { FileProblem, SmallTable } from '#features/people/imports/reader/read-table.ts';
import { checkEntries } from '../compute/check-entries.ts';
import type { Component, Entry } from '../compute/types.ts';
import { type CourseSheet, markRows, findCourseSheet, rowsIn } from './course-sheet.queries.ts';
import { cellName, entryFrom, textOf } from './mark-text.ts';
import type { SentCell } from './save-marks.ts';
import type { Actor } from '#kernel/actor.ts';
import { type ExportedTable, columnsAndCells, textCells } from '#kernel/export/export-table.ts';
import { entryLabels } from '../assessment.ts';

export interface CheckedFileMarks {
  cells: SentCell[];
  /** The first of them in words: whose, which part, from what to what. */
  preview: { name: string; part: string; was: string; entry: string }[];
  same: number;
  problems: FileProblem[];
}

const mostShown = 12;

/** Compares a file with the marks that are saved. Nothing is written. Empty cells change nothing. */
export async function checkFile(db: Db, sheet: CourseSheet, { headers, rows }: SmallTable): Promise<CheckedFileMarks> {
  const { numberAt, nameAt, stampAt, columns } = columnsOf(sheet, headers);
  const since = sinceOf(sheet, stampAt < 0 ? [] : rows.map(({ cells }) => cells[stampAt] ?? ''));
  const known = new Map((await markRows(db, sheet)).map((row) => [clean(row.number), row]));
  const before = since === null ? new Map<string, Entry | null>() : await entriesBefore(db, sheet, since);
  const found: CheckedFileMarks = { cells: [], preview: [], same: 0, problems: [] };
  const met = new Set<number>();
  for (const { number: row, cells } of rows) {
    const number = clean(cells[numberAt] ?? '');
    const student = known.get(number);
    const problem = (message: string) => found.problems.push({ row, message });
    if (!student) {
      problem(
        number ? `No student who takes the course has the number ${number}.` : 'The admission number is missing.',
      );
      continue;
    }
    const name = clean(cells[nameAt] ?? '');
    if (name && !sharesWord(name, student.name)) {
      problem(`${number} is ${student.name}, not “${name}”. Check the admission number.`);
      continue;
    }
    if (met.has(student.id)) problem(`${number} is in the file twice.`);
    met.add(student.id);
    for (const { at, component } of columns) {
      const typed = clean(cells[at] ?? '');
      const entry = entryFrom(typed);
      if (entry === null) continue;
      const was = student.entries[component.key] ?? null;
      const name = cellName(student.id, component.key);
      const wrong = entry !== undefined && checkEntries({ [component.key]: entry }, [component], sheet.scheme.step)[0];
      if (entry === undefined)
        problem(
          `${component.name}: “${typed}” is not a mark. Enter a number, or Absent, Exempt, Withheld, Incomplete or Pending.`,
        );
      else if (entry === was || (before.has(name) && before.get(name) === entry)) found.same += 1;
      else if (wrong) problem(wrong.message);
      else if (before.has(name))
        problem(
          `${component.name} was changed after the file was downloaded: it’s now ${textOf(was) || 'empty'}, and ${textOf(entry)} in the file.`,
        );
      else {
        found.cells.push({ studentId: student.id, component: component.key, entry, was });
        if (found.preview.length < mostShown)
          found.preview.push({ name: student.name, part: component.name, was: textOf(was), entry: textOf(entry) });
      }
    }
  }
  return found;
}

/** One word is enough: teachers write names in many ways. */
function sharesWord(one: string, other: string): boolean {
  const wordsOf = (name: string) => searchable(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set(wordsOf(other));
  return wordsOf(one).some((word) => known.has(word));
}

/** The columns by their headings, also of a teacher's own sheet: '1st CA (20)' is CA 1. */
function columnsOf({ scheme }: CourseSheet, headers: string[]) {
  const exactly = (label: string) => headers.findIndex((header) => header.toLowerCase() === clean(label).toLowerCase());
  const numberAt = numberColumn(headers);
  if (numberAt < 0)
    throw new ValidationError(
      'file',
      'The column with the admission number is missing. Name it Number, or download the template and fill it in.',
    );
  const parts = headers.map(partOf);
  const keys = parts.map(({ name }) => partKey(name));
  const columns = scheme.components
    .map((component: Component) => {
      const same = exactly(component.name);
      return { component, at: same >= 0 ? same : keys.indexOf(partKey(component.name)) };
    })
    .filter(({ at }) => at >= 0);
  for (const { component, at } of columns) {
    const { most } = parts[at]!;
    if (most !== null && exactly(component.name) !== at && most * 100 !== component.maximum)
      throw new ValidationError(
        'file',
        `“${headers[at]}” is out of ${most} in the file, but ${component.name} is out of ${component.maximum / 100} here. Enter marks out of ${component.maximum / 100}.`,
      );
  }
  const other = parts.findIndex(({ most }, at) => most !== null && columns.every((column) => column.at !== at));
  if (other >= 0)
    throw new ValidationError(
      'file',
      `“${headers[other]}” is none of the parts: ${scheme.components.map(({ name }) => name).join(', ')}. Rename or delete the column.`,
    );
  if (columns.length === 0)
    throw new ValidationError(
      'file',
      `No column is named like a part: ${scheme.components.map(({ name }) => name).join(', ')}.`,
    );
  return { numberAt, nameAt: nameColumn(headers), columns, stampAt: exactly(stampColumn) };
}

/** The change up to which the file knows the marks; null for a file that is not made from the template. */
function sinceOf({ sheetId, courseId, code, batch }: CourseSheet, stamps: string[]): number | null {
  const read = stamps.map(readStamp).filter((stamp) => stamp !== null);
  const other = read.find((stamp) => stamp.sheetId !== sheetId || stamp.courseId !== courseId);
  if (other)
    throw new ValidationError(
      'file',
      `This file is for ${other.name}. Upload it there, or the file of ${code} ${batch} here.`,
    );
  return read.length > 0 ? Math.min(...read.map(({ since }) => since)) : null;
}

/** What changed marks were when the file was made, by cell. */
async function entriesBefore(db: Db, { institutionId, termId, courseId }: CourseSheet, since: number) {
  const rows = await query<{ studentId: number; component: string; was: Entry | null }>(db)`
    select distinct on (h.student_id, h.component) h.student_id::bigint as "studentId", h.component, h.was
    from mark_changes h where h.institution_id = ${institutionId} and h.term_id = ${termId} and h.course_id = ${courseId}
      and h.id > ${since} order by h.student_id, h.component, h.id`;
  return new Map(rows.map(({ studentId, component, was }) => [cellName(studentId, component), was]));
}

/** The column by which an uploaded file is known: of which course it is, and which marks it was made from. */
const stampColumn = 'Do not change';

/** 'ENG JSS 1 B #12/5/1234': read by people, and back. */
const stampOf = ({ code, batch, sheetId, courseId }: CourseSheet, since: number): string =>
  `${code} ${batch} #${sheetId}/${courseId}/${since}`;

function readStamp(text: string): { name: string; sheetId: number; courseId: number; since: number } | null {
  const found = /^(.*) #(\d{1,16})\/(\d{1,16})\/(\d{1,16})$/.exec(text.trim());
  return found && { name: found[1]!, sheetId: Number(found[2]), courseId: Number(found[3]), since: Number(found[4]) };
}

/** The marks of a course as a file, which can be filled in and uploaded again. */
export async function exportMarks(
  tx: Tx,
  actor: Actor,
  { sheetId, courseId }: { sheetId: number; courseId: number },
): Promise<ExportedTable> {
  const sheet = await findCourseSheet(tx, actor, sheetId, courseId);
  const { components } = sheet.scheme;
  const stamp = stampOf(sheet, await lastChange(tx, sheet));
  const entryIn = (key: string) => sql`case jsonb_typeof(r.entries -> ${key})
    when 'number' then trim_scale((r.entries ->> ${key})::numeric / 100)::text
    else ${JSON.stringify(entryLabels)}::jsonb ->> (r.entries ->> ${key}) end`;
  const { columns, cells } = columnsAndCells([
    textCells('Number', 18, sql`r.number`),
    textCells('Name', 30, sql`r.name`),
    ...components.map(({ key, name }) => textCells(name, 14, entryIn(key))),
    textCells(stampColumn, 24, sql`${stamp}::text`),
  ]);
  return {
    title: 'Marks',
    counted: (rows) => `marks of ${rows} ${rows === 1 ? 'student' : 'students'} in ${sheet.course}, ${sheet.batch}`,
    action: 'marks.export',
    filter: { sheet: sheetId, course: courseId },
    institutionIds: [sheet.institutionId],
    columns,
    rows: sql`select ${sheet.institutionId}::int as "institutionId", ${cells}
      from (${rowsIn(sheet)}) r order by r.sort_name, r.id`,
  };
}

export interface ChangedCell {
  studentId: number;
  component: string;
  /** What it is now; null is not entered. */
  entry: Entry | null;
  by: string | null;
}

const ofCourse = ({ institutionId, termId, courseId }: CourseSheet) =>
  sql`h.institution_id = ${institutionId} and h.term_id = ${termId} and h.course_id = ${courseId}`;

/** The latest change of a mark in the course: 0 without one. */
export async function lastChange(db: Db, sheet: CourseSheet): Promise<number> {
  const [row] = await query<{ last: number }>(db)`
    select coalesce(max(h.id), 0)::bigint as last from mark_changes h where ${ofCourse(sheet)}`;
  return row!.last;
}

/**
 * What has changed since, each cell once. Numbers of changes are given before they are committed, so a few seconds
 * before the last one are read again.
 */
export async function changesSince(
  db: Db,
  sheet: CourseSheet,
  since: number,
): Promise<{ since: number; cells: ChangedCell[] }> {
  const rows = await query<ChangedCell & { id: number }>(db)`
    select distinct on (h.student_id, h.component) h.id::bigint as id, h.student_id::bigint as "studentId", h.component,
      h.entered as entry, a.name as by
    from mark_changes h left join accounts a on a.id = h.account_id
    where ${ofCourse(sheet)} and (h.id > ${since} or h.at > now() - interval '20 seconds')
    order by h.student_id, h.component, h.id desc`;
  const cells = rows.map(({ studentId, component, entry, by }) => ({ studentId, component, entry, by }));
  return { since: Math.max(since, ...rows.map((row) => row.id)), cells };
}
