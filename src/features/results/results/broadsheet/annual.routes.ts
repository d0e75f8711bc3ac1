import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf, type Terminology } from '#kernel/contracts/terminology.ts';
import { query, type Db } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { may, type App, drawing } from '#web/routes.ts';
import { sheetCards } from '../cards/cards.queries.ts';
import { findResultSheet, findResultSheets, seeingResults, type ResultSheet } from '../term-results/find-sheet.ts';
import { annualBroadsheet, type AnnualBroadsheet } from './annual-broadsheet.ts';
import type { AnnualFile } from './annual-broadsheet.pdf.ts';
import { type Cell, type ExportColumn, studentColumns } from '#kernel/export/columns.ts';
import { type ExportedTable, computedRows } from '#kernel/export/export-table.ts';

const params = z.object({ id });
const config = may(...seeingResults);
const layout = new URL('./annual-broadsheet.pdf.ts', import.meta.url);

/** The annual broadsheet of a class, from a sheet of its session's last term: as a workbook, on paper. */
export function annualRoutes(app: App): void {
  const { files } = app.services;

  app.get('/mark-sheets/:id/annual-broadsheet.xlsx', { config, schema: { params } }, (request, reply) =>
    reply.table('xlsx', async (actor, tx) => {
      const { sheet, annual } = await find(tx, actor, request.params.id);
      return exportAnnual(sheet, annual, termsOf(membershipIn(actor, sheet.institutionId)!.terminology));
    }),
  );

  app.get('/mark-sheets/:id/annual-broadsheet.pdf', drawing(config, { params }), async (request, reply) => {
    const data = await request.write(async (tx, actor): Promise<AnnualFile> => {
      const { sheet, annual } = await find(tx, actor, request.params.id);
      const { institutionId, className, session } = sheet;
      await record(tx, actor, 'results.printBroadsheet', {
        institutionId,
        summary: `printed the annual broadsheet of ${className}, ${session}`,
        subject: { type: 'mark_sheet', id: sheet.id },
      });
      const letterhead = await letterheadOf(tx, files, institutionId);
      const { batch: batchTerm } = termsOf(membershipIn(actor, institutionId)!.terminology);
      return { letterhead, sheet, annual, batchTerm };
    });
    return reply.pdf({ title: `annual broadsheet ${data.sheet.className}`, layout, data });
  });
}

/** The whole class for those who see all marks; a class teacher has the own class arm. */
async function find(db: Db, actor: Actor, sheetId: number) {
  const sheet = await findResultSheet(db, actor, sheetId);
  if (!sheet.isLastTerm)
    throw new Conflict(`${sheet.term} isn’t the last term of ${sheet.session}. Open its last one.`);
  const ids = can(actor, 'marks.view', sheet.institutionId) ? await sheetsOfClass(db, sheet) : [sheet.id];
  const cards = [];
  // Each is computed with its class.
  for (const one of await findResultSheets(db, actor, ids))
    // oxlint-disable-next-line no-await-in-loop
    cards.push(...(await sheetCards(db, one)));
  if (cards.some(({ layout: of }) => of === 'college'))
    throw new Conflict('Classes with grade points have a semester result sheet instead of an annual broadsheet.');
  return { sheet, annual: annualBroadsheet(cards) };
}

async function sheetsOfClass(db: Db, { institutionId, termId, classId }: ResultSheet): Promise<number[]> {
  const rows = await query<{ id: number }>(db)`
    select s.id::bigint as id from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      where s.institution_id = ${institutionId} and s.term_id = ${termId} and b.class_id = ${classId} order by b.name, s.id`;
  return rows.map(({ id: one }) => one);
}

/** The annual broadsheet as a table: each course has a column for each term, the cumulative and the grade. */
function exportAnnual(sheet: ResultSheet, annual: AnnualBroadsheet, words: Terminology): ExportedTable {
  const { institutionId, className, session } = sheet;
  const { terms, courses, ranksBatch, ranksClass } = annual;
  const columns: ExportColumn[] = [
    ...studentColumns,
    { header: words.batch, kind: 'text', width: 12 },
    ...courses.flatMap(({ code }): ExportColumn[] => [
      ...terms.map((term): ExportColumn => ({ header: `${code} ${term}`, kind: 'number', width: 12 })),
      { header: `${code} cumulative`, kind: 'number', width: 12 },
      { header: `${code} grade`, kind: 'text', width: 8 },
    ]),
    ...terms.map((term): ExportColumn => ({ header: `Average ${term}`, kind: 'number', width: 12 })),
    { header: 'Cumulative average', kind: 'number', width: 12 },
    ...(ranksBatch ? [position(`Position in ${words.batch.toLowerCase()}`)] : []),
    ...(ranksClass ? [position(`Position in ${words.class.toLowerCase()}`)] : []),
    { header: 'Decision', kind: 'text', width: 24 },
  ];
  const nothing = Array.from({ length: terms.length + 2 }, () => null);
  const rows = annual.rows.map((row): Cell[] => [
    row.number,
    row.name,
    row.batch,
    ...row.cells.flatMap((cell): Cell[] =>
      cell ? [...padded(cell.terms, terms.length), number(cell.cumulative), cell.grade] : nothing,
    ),
    ...padded(row.averages, terms.length),
    number(row.cumulative),
    ...(ranksBatch ? [row.inBatch] : []),
    ...(ranksClass ? [row.inClass] : []),
    row.decision,
  ]);
  return {
    title: `Annual broadsheet ${className}`,
    counted: () => `the annual broadsheet of ${className}, ${session}`,
    action: 'results.exportBroadsheet',
    filter: { sheet: sheet.id },
    institutionIds: [institutionId],
    columns,
    rows: computedRows(institutionId, rows),
  };
}

const position = (header: string): ExportColumn => ({ header, kind: 'text', width: 12 });

const number = (text: string | null): Cell => (text === null ? null : Number(text));

/** Somebody whose card knows fewer terms has the last ones. */
const padded = (texts: readonly (string | null)[], length: number): Cell[] => [
  ...Array.from({ length: length - texts.length }, () => null),
  ...texts.map(number),
];
