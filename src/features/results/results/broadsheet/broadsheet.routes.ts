import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { broadsheetPage } from '../results.pages.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { ruleOf } from '../cards/report-cards.ts';
import { publishedOfSheet } from '../publication/sealed-cards.ts';
import { classResultsOf } from '../term-results/members.queries.ts';
import { findResultSheet, seeingResults, type ResultSheet } from '../term-results/find-sheet.ts';
import { broadsheetOf, type Broadsheet, type BroadsheetCell, type BroadsheetRow } from './broadsheet.ts';
import type { BroadsheetFile } from './broadsheet.pdf.ts';
import { type Cell, type ExportColumn, studentColumns, figureCell } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';
import { resultCell, resultColumns } from './broadsheet-columns.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { listName } from '#ui/format.ts';
import { averageOf, gpaOf, courseGrade, courseTotal, isPassed, markOf, positionOf } from '../cards/card-texts.ts';
import type { CardCourse, ReportCard } from '../cards/card-promotion.ts';
import type { CourseHead } from '../term-results/pinned-courses.queries.ts';
import { notRankedLabels, resultStateLabels, type ShownState } from '../term-results/shown-results.ts';
import { canOpenSheet } from '#features/results/assessment/assessment.policy.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./broadsheet.pdf.ts', import.meta.url);

/** The broadsheet of a batch in a term: on screen, as a workbook, on paper. */
export function broadsheetRoutes(app: App): void {
  const { files } = app.services;

  app.get('/mark-sheets/:id/broadsheet', { config, schema: { params } }, async (request, reply) => {
    const { sheet, broadsheet } = await request.snapshot((db, actor) => find(db, actor, request.params.id));
    return reply.page(broadsheetPage, { sheet, broadsheet, canOpenSheet: canOpenSheet(request.actor, sheet) });
  });

  app.get('/mark-sheets/:id/broadsheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, broadsheet } = await find(tx, actor, request.params.id);
      return exportBroadsheet(sheet, broadsheet, wordsIn(actor, sheet.institutionId).batch);
    }),
  );

  app.get('/mark-sheets/:id/broadsheet.pdf', drawing(config, { params }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<BroadsheetFile> => {
      const { sheet, broadsheet } = await find(tx, actor, request.params.id);
      const { institutionId, batch, term, session } = sheet;
      await record(tx, actor, 'results.printBroadsheet', {
        institutionId,
        summary: `printed the broadsheet of ${batch}, ${term}, ${session}`,
        subject: { type: 'mark_sheet', id: sheet.id },
      });
      const letterhead = await letterheadOf(tx, files, institutionId);
      return { letterhead, sheet, broadsheet, batchTerm: wordsIn(actor, institutionId).batch };
    });
    return reply.pdf({ title: `broadsheet ${data.sheet.batch}`, layout, data });
  });
}

const wordsIn = (actor: Actor, institutionId: number) => termsOf(membershipIn(actor, institutionId)!.terminology);

async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  if (sheet.state !== 'published') {
    const found = await classResultsOf(db, { ...sheet, batchIds: [sheet.batchId] });
    // Positions and grades by the session are those of the cards.
    const goesBySession = found.scheme !== null && ruleOf(found.scheme, sheet).goesBy === 'session';
    const cards = goesBySession ? (await cardsOf(db, sheet)).cards : [];
    if (cards.length > 0) return { sheet, broadsheet: publishedBroadsheet(cards) };
    return { sheet, broadsheet: broadsheetOf(found, sheet.batchId) };
  }
  const published = await publishedOfSheet(db, sheet);
  return { sheet, broadsheet: publishedBroadsheet(published.map(({ card }) => card)) };
}

/** A broadsheet as a table: each course has a column for the total and one for the grade. */
function exportBroadsheet(sheet: ResultSheet, broadsheet: Broadsheet, batchTerm: string): ExportedTable {
  const { institutionId, batch, term, session } = sheet;
  const after = resultColumns(broadsheet, batchTerm).filter(({ key }) => key !== 'passed');
  const columns: ExportColumn[] = [
    ...studentColumns,
    ...broadsheet.courses.flatMap(({ code, title }): ExportColumn[] => [
      { header: `${code} ${title}`, kind: 'number', width: 14 },
      { header: `${code} grade`, kind: 'text', width: 10 },
    ]),
    ...after.map(({ label }): ExportColumn => ({ header: label, kind: 'number', width: 12 })),
    { header: 'Passes', kind: 'number', width: 10 },
    { header: 'Courses counted', kind: 'number', width: 10 },
    { header: 'Not ranked because', kind: 'text', width: 28 },
  ];
  const students = broadsheet.rows.map((row): Cell[] => [
    row.number,
    row.name,
    ...row.cells.flatMap((cell): Cell[] => (cell ? [figureCell(cell.total), cell.grade] : [null, null])),
    ...after.map((column) => figureCell(resultCell(row, column))),
    row.passed,
    row.counted,
    row.notRanked,
  ]);
  const figures = broadsheet.figures.map(({ label, values }): Cell[] => [
    null,
    label,
    ...values.flatMap((value): Cell[] => [figureCell(value), null]),
    ...Array.from({ length: after.length + 3 }, () => null),
  ]);
  return {
    title: `Broadsheet ${batch}`,
    counted: () => `the broadsheet of ${batch}, ${term}, ${session}`,
    action: 'results.exportBroadsheet',
    filter: { sheet: sheet.id },
    institutionIds: [institutionId],
    columns,
    rows: computedRows(institutionId, [...students, ...figures]),
  };
}

/** The broadsheet of a published sheet: what was published, by the order of the cards. */
function publishedBroadsheet(cards: readonly ReportCard[]): Broadsheet {
  const taken = cards.flatMap(({ courses }) => courses);
  const courses = [
    ...new Map(
      taken.map(({ id, code, title, units }): [number, CourseHead] => [id, { id, code, title, units }]),
    ).values(),
  ].toSorted((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
  const anyOf = new Map(taken.map((course) => [course.id, course]));
  const rows = cards.map((card) => rowOf(card, courses));
  const figure = (label: string, textOf: (course: CardCourse) => string | null) => ({
    label,
    values: courses.map(({ id }) => textOf(anyOf.get(id)!)),
  });
  const occurring = new Set(taken.map(({ status }) => status));
  return {
    system: cards.some(({ layout }) => layout === 'college') ? 'gpa' : 'average',
    ranksBatch: cards.some(({ summary }) => summary.inBatch),
    ranksClass: cards.some(({ summary }) => summary.inClass),
    courses,
    rows,
    figures: [
      figure('Average', ({ average }) => averageOf(average)),
      figure('Highest', ({ highest }) => markOf(highest)),
      figure('Lowest', ({ lowest }) => markOf(lowest)),
    ],
    hasGaps: rows.some(({ cells }) => cells.includes(null)),
    states: (Object.keys(resultStateLabels) as ShownState[]).filter((state) => occurring.has(state)),
  };
}

function rowOf({ student, courses: own, summary, rule }: ReportCard, courses: readonly CourseHead[]): BroadsheetRow {
  const byCourse = new Map(own.map((course) => [course.id, course]));
  const { sum, average, gpa, passed, counted, inBatch, inClass, notRanked } = summary;
  return {
    studentId: student.id,
    name: listName(student),
    number: student.number,
    cells: courses.map(({ id }) => cellOf(byCourse.get(id))),
    sum: counted ? markOf(sum) : null,
    average: averageOf(average),
    units: gpa?.units ?? 0,
    points: gpa?.units ? decimals(gpa.points) : null,
    gpa: gpaOf(gpa?.value ?? null, rule?.gpaForm),
    passed,
    counted,
    inBatch: positionOf(inBatch),
    inClass: positionOf(inClass),
    notRanked: notRanked && notRankedLabels[notRanked],
  };
}

function cellOf(course: CardCourse | undefined): BroadsheetCell | null {
  if (!course) return null;
  const state = course.status === 'complete' ? null : course.status;
  return { total: courseTotal(course), grade: courseGrade(course), state, passed: isPassed(course) };
}
