import { sql } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import { clean } from '#features/people/imports/engine/headers.ts';
import { numberColumn } from '#features/people/imports/engine/known-headings.ts';
import type { FileProblem, SmallTable } from '#features/people/imports/reader/read-table.ts';
import { interviewColumn, interviewMost } from './exam-constants.ts';
import type { MarkInput } from './save-marks.ts';
import { render, type Db, query } from '#kernel/database.ts';
import type { Examination, Mark } from './exam-marks.queries.ts';

export interface CheckedMarks {
  /** What would change. */
  marks: MarkInput[];
  /** Marks that are already the same. */
  same: number;
  problems: FileProblem[];
}

/** Compares a file with the marks that are saved. Nothing is written. */
export async function checkMarks(db: Db, exam: Examination, { headers, rows }: SmallTable): Promise<CheckedMarks> {
  const { numberAt, columns } = columnsOf(exam, headers);
  const known = await marksByNumber(
    db,
    exam,
    rows.map(({ cells }) => clean(cells[numberAt] ?? '')),
  );
  const problems: FileProblem[] = [];
  const marks: MarkInput[] = [];
  const met = new Set<number>();
  let same = 0;
  for (const { number: row, cells } of rows) {
    const number = clean(cells[numberAt] ?? '');
    const one = known.get(number);
    const problem = (message: string) => problems.push({ row, message });
    if (!one) {
      problem(
        number ? `No application of this intake has the number ${number}.` : 'The application number is missing.',
      );
      continue;
    }
    if (met.has(one.id)) problem(`${number} is in the file twice.`);
    met.add(one.id);
    for (const { at, test, label, most } of columns) {
      const typed = clean(cells[at] ?? '');
      if (!typed) continue;
      const mark = markOf(typed);
      const was = (test === interviewColumn ? one.interview : one.marks[test]) ?? null;
      if (mark === undefined) problem(`${label}: “${typed}” is not a mark. Enter a number or “absent”.`);
      else if (typeof mark === 'number' && mark > most) problem(`${label}: the highest mark is ${most}, not ${typed}.`);
      else if (mark === was) same += 1;
      else marks.push({ applicationId: one.id, test, mark, was });
    }
  }
  return { marks, same, problems };
}

/** The columns by their headings, however they are capitalised. */
function columnsOf({ tests }: Examination, headers: string[]) {
  const find = (label: string) => headers.findIndex((header) => header.toLowerCase() === label.toLowerCase());
  const numberAt = numberColumn(headers);
  if (numberAt < 0)
    throw new ValidationError(
      'file',
      'The column with the application number is missing. Name it Number, or download the template and fill it in.',
    );
  const wanted = [
    ...tests.map(({ key, label, most }) => ({ test: key, label, most })),
    { test: interviewColumn, label: 'Interview', most: interviewMost },
  ];
  const columns = wanted.map((each) => ({ ...each, at: find(each.label) })).filter(({ at }) => at >= 0);
  if (columns.length === 0)
    throw new ValidationError(
      'file',
      `No column is named like a test: ${wanted.map(({ label }) => label).join(', ')}.`,
    );
  return { numberAt, columns };
}

/** A typed mark; undefined if it is none. */
function markOf(typed: string): Mark | undefined {
  if (/^(a|abs|absent)$/i.test(typed)) return 'absent';
  return /^\d{1,5}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : undefined;
}

interface Marked {
  id: number;
  number: string;
  marks: Record<string, Mark>;
  interview: number | null;
}

/** The marks of applications of an intake, by their numbers. */
async function marksByNumber(db: Db, exam: Examination, numbers: string[]): Promise<Map<string, Marked>> {
  const rows = await query<Marked>(db, render)`
    select a.id, a.number, a.interview::float as interview,
      (select coalesce(jsonb_object_agg(x.test, case when x.mark is null then '"absent"' else to_jsonb(x.mark) end), '{}')
        from exam_scores x where (x.institution_id, x.application_id) = (a.institution_id, a.id)) as marks
    from applications a where a.institution_id = ${exam.institutionId} and a.intake_id = ${exam.id}
      and a.status <> 'draft' and a.number = any (${sql.param([...new Set(numbers)])}::text[])`;
  return new Map(rows.map((row) => [row.number, row]));
}
