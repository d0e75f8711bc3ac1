import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';
import type { Written, ImportJob } from '#features/people/imports/kinds/kind.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import type { PastRow } from './past-rows.ts';

/** A row with what its scale says. */
export interface GradedRow extends PastRow {
  studentId: number;
  grade: string;
  passed: boolean;
}

/** Adds past terms with their courses. Rows of a term can come in several pieces of the file. */
export async function writePast(
  tx: Tx,
  { institutionId, importId }: ImportJob,
  graded: { row: GradedRow; called: string }[],
): Promise<Written[]> {
  const rows = graded.map(({ row: { custom: _, ...row } }) => ({
    ...row,
    system: row.units === null ? 'average' : 'gpa',
    units: row.units ?? 1,
  }));
  const file = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("studentId" bigint, session text, year int,
    term text, position int, "className" text, system text, average int, rank int, "rankOf" int, code text, title text,
    units int, total int, grade text, points numeric, passed boolean)`;
  await tx.execute(sql`
    insert into past_terms (institution_id, student_id, import_id, session, year, term, position, class_name, system,
      average, rank, rank_of)
    select distinct ${institutionId}::int, x."studentId", ${importId}::bigint, x.session, x.year, x.term, x.position,
      x."className", x.system, x.average, x.rank, x."rankOf"
    from ${file} order by x."studentId", x.year, x.position
    on conflict (institution_id, student_id, year, position) do nothing`);
  await tx.execute(sql`
    insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
    select p.institution_id, p.id, x.code, x.title, x.units, x.total, x.grade, x.points, x.passed
    from ${file} join past_terms p on p.institution_id = ${institutionId}
      and (p.student_id, p.year, p.position, p.import_id) = (x."studentId", x.year, x.position, ${importId}::bigint)`);
  const ofStudents = Map.groupBy(graded, ({ row }) => row.studentId);
  const studentIds = [...ofStudents.keys()];
  await refreshSummaries(tx, institutionId, studentIds);
  const before = await query<{ id: number }>(
    tx,
    sql`select subject_id::int as id from import_changes where institution_id = ${institutionId}
      and import_id = ${importId} and subject_id = any (${sql.param(studentIds)}::bigint[])`,
  );
  const written = new Set(before.map(({ id }) => id));
  return [...ofStudents].flatMap(([personId, own]): Written[] => {
    if (written.has(personId)) return [];
    const { called } = own[0]!;
    const terms = [...new Set(own.map(({ row }) => `${row.term}, ${row.session}`))];
    return [
      {
        personId,
        called,
        isNew: false,
        own: new Map(),
        links: [],
        fields: { pastResults: { from: null, to: terms.join('; ') } },
        summary: `added past results of ${called} from a file: ${countOf(terms.length, 'term')}`,
      },
    ];
  });
}
