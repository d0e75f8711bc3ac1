import { z } from 'zod';
import { type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Db, query } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { semesterSheetPage } from '../results.pages.ts';
import { findResultSheet, seeingResults, type ResultSheet } from '../term-results/find-sheet.ts';
import type { SemesterSheetFile } from './semester-sheet.pdf.ts';
import { sql } from 'drizzle-orm';
import { type Cell, type ExportColumn, studentColumns, figureCell } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';
import { semesterColumns } from './semester-columns.ts';
import { type SemesterSheet, semesterSheetOf } from './semester-sheet.ts';
import { sheetCards } from '../cards/cards.queries.ts';
import { recordFigures, studentRecords } from '../record/record-figures.ts';
import { canOpenSheet } from '#features/results/assessment/assessment.policy.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./semester-sheet.pdf.ts', import.meta.url);

/** The semester result sheet of a batch: on screen, as a workbook, on paper. */
export function semesterRoutes(app: App): void {
  app.get('/mark-sheets/:id/result-sheet', { config, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot((db, actor) => find(db, actor, request.params.id));
    return reply.page(semesterSheetPage, { ...props, canOpenSheet: canOpenSheet(request.actor, props.sheet) });
  });

  app.get('/mark-sheets/:id/result-sheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, result } = await find(tx, actor, request.params.id);
      return exportSemesterSheet(sheet, result);
    }),
  );

  app.get('/mark-sheets/:id/result-sheet.pdf', drawing(config, { params }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<SemesterSheetFile> => {
      const { sheet, result } = await find(tx, actor, request.params.id);
      const { institutionId, batch, term, session } = sheet;
      await record(tx, actor, 'results.printSemesterSheet', {
        institutionId,
        summary: `printed the semester result sheet of ${batch}, ${term}, ${session}`,
        subject: { type: 'mark_sheet', id: sheet.id },
      });
      return { sheet, result, letterhead: await letterheadOf(tx, app.services.files, institutionId) };
    });
    return reply.pdf({ title: `result sheet ${data.sheet.batch}`, layout, data });
  });
}

async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  return { sheet, result: await findSemesterSheet(db, sheet) };
}

/** The sheet as a table: each course has columns for the total, the grade and the points. */
function exportSemesterSheet(sheet: ResultSheet, { courses, rows }: SemesterSheet): ExportedTable {
  const { institutionId, batch, term, session } = sheet;
  const columns: ExportColumn[] = [
    ...studentColumns,
    ...courses.flatMap(({ code, units }): ExportColumn[] => [
      { header: `${code} (${units})`, kind: 'number', width: 12 },
      { header: `${code} grade`, kind: 'text', width: 9 },
      { header: `${code} points`, kind: 'number', width: 9 },
    ]),
    ...semesterColumns.map(({ group, label }): ExportColumn => ({
      header: `${group} ${label.toLowerCase()}`.replace(/cgpa$|gpa$/, (word) => word.toUpperCase()),
      kind: 'number',
      width: 12,
    })),
    { header: 'Remark', kind: 'text', width: 34 },
  ];
  const cells = rows.map((row): Cell[] => [
    row.number,
    row.name,
    ...row.cells.flatMap((cell): Cell[] =>
      cell ? [figureCell(cell.total), cell.grade, figureCell(cell.points)] : [null, null, null],
    ),
    ...semesterColumns.map(({ textOf }) => figureCell(textOf(row))),
    row.remark,
  ]);
  return {
    title: `Result sheet ${batch}`,
    counted: () => `the semester result sheet of ${batch}, ${term}, ${session}`,
    action: 'results.exportSemesterSheet',
    filter: { sheet: sheet.id },
    institutionIds: [institutionId],
    columns,
    rows: computedRows(institutionId, cells),
  };
}

const Place = z.object({
  below: z.number().nullable(),
  withdrawalAfter: z.number().nullable(),
  year: z.number(),
  position: z.number(),
});
type Place = z.infer<typeof Place>;

/** The semester result sheet: of what was published, else of the marks as they are now. For a snapshot. */
async function findSemesterSheet(db: Db, sheet: ResultSheet): Promise<SemesterSheet> {
  const { institutionId, classId, termId } = sheet;
  const cards = await sheetCards(db, sheet);
  const [place] = await query(
    db,
    sql`select p.probation_below as below, p.withdrawal_after as "withdrawalAfter",
      extract(year from y.starts_on)::int as year, t.position
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    join terms t on (t.institution_id, t.id) = (c.institution_id, ${termId})
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where c.institution_id = ${institutionId} and c.id = ${classId}`,
    Place,
  );
  const { below, withdrawalAfter, year, position } = place!;
  if (below === null) return semesterSheetOf(cards, { probation: null, earlier: new Map() });
  const studentIds = cards.map(({ student }) => student.id);
  const records = await studentRecords(db, { institutionId, studentIds });
  const rule: Parameters<typeof recordFigures>[1] = { repeats: 'all_attempts', probation: null, designations: [] };
  const earlier = new Map(
    [...records].map(([id, terms]) => {
      const before = terms.filter((term) => term.year < year || (term.year === year && term.position < position));
      return [id, recordFigures(before, rule).terms.flatMap(({ cumulative }) => cumulative?.value ?? [])];
    }),
  );
  return semesterSheetOf(cards, { probation: { below, withdrawalAfter }, earlier });
}
