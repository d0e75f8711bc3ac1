import { sql } from 'drizzle-orm';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { formatDay } from '#kernel/dates.ts';
import { percentOf } from './period-figures.ts';
import type { MonthRegister } from './month-register.ts';
import { periodName, sexNames } from './month-words.ts';

const figure = (header: string): ExportColumn => ({ header, kind: 'number', width: 10 });

/** The register as a table: a row for each student, a column for each day. */
export function exportMonth(register: MonthRegister, batchWord: string): ExportedTable {
  const { institutionId, batchId, batch, course, period, columns, groups } = register;
  const names = sexNames(batchWord);
  const days = columns.map(({ onDate, closed }): ExportColumn => ({
    header: formatDay(onDate),
    kind: 'text',
    width: 12,
    ...(closed && { header: `${formatDay(onDate)} (${closed})` }),
  }));
  const cells = groups.flatMap(({ sex, rows }) =>
    rows.map((row): Cell[] => [
      row.number,
      row.name,
      names[sex],
      ...row.cells,
      row.present,
      row.absent,
      row.late,
      row.called,
      row.called === 0 ? null : Number(percentOf(row.present, row.called)),
    ]),
  );
  return {
    title: `Register ${batch}`,
    counted: () => `the register of ${[batch, course].filter(Boolean).join(', ')}, ${periodName(period)}`,
    action: 'attendance.exportMonth',
    filter: { batch: batchId, from: period.from, to: period.to },
    institutionIds: [institutionId],
    subject: { type: 'batch', id: batchId },
    columns: [
      { header: 'Admission number', kind: 'text', width: 18 },
      { header: 'Name', kind: 'text', width: 30 },
      { header: 'Gender', kind: 'text', width: 10 },
      ...days,
      ...['Times present', 'Times absent', 'Times late', 'Times called', 'Percent'].map(figure),
    ],
    rows: sql`select ${institutionId}::int as "institutionId", r.value::text as cells
      from json_array_elements(${JSON.stringify(cells)}::json) with ordinality r order by r.ordinality`,
  };
}
