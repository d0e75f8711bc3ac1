import { sql } from 'drizzle-orm';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { AnnualBroadsheet } from './annual-broadsheet.ts';

/** The annual broadsheet as a table: each course has a column for each term, the cumulative and the grade. */
export function exportAnnual(sheet: ResultSheet, annual: AnnualBroadsheet, words: Words): ExportedTable {
  const { institutionId, className, session } = sheet;
  const { terms, courses, ranksBatch, ranksClass } = annual;
  const columns: ExportColumn[] = [
    { header: 'Admission number', kind: 'text', width: 18 },
    { header: 'Name', kind: 'text', width: 30 },
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
    rows: sql`select ${institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${JSON.stringify(rows)}::json) with ordinality r order by r.ordinality`,
  };
}

const position = (header: string): ExportColumn => ({ header, kind: 'text', width: 12 });

const number = (text: string | null): Cell => (text === null ? null : Number(text));

/** Somebody whose card knows fewer terms has the last ones. */
const padded = (texts: readonly (string | null)[], length: number): Cell[] => [
  ...Array.from({ length: length - texts.length }, () => null),
  ...texts.map(number),
];
