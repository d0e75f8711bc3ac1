import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { choice } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { fileCell } from '../engine/cells.ts';
import { compile } from '../engine/compile.ts';
import { rowsOfFile } from '../engine/rows.ts';
import type { FoundReport } from '../run/report-to-run.ts';
import { logReport } from '../run/restricted-groups.ts';
import { reportForLabels } from './labels-page.ts';
import type { LabelsToDraw } from './labels.pdf.ts';
import { labelsOn, sheetWords } from './sheets.ts';

const layout = new URL('./labels.pdf.ts', import.meta.url);

/** How labels are printed. */
export const LabelOptions = z.object({
  sheet: choice(sheetWords).default('3x8'),
  content: choice({ person: 'The person', guardian: 'The guardian' }).default('person'),
  /** The first label that is still on the sheet. */
  first: z.coerce
    .number('Enter the number of the first label.')
    .int('Enter the number of the first label.')
    .min(1, 'The first label is number 1.')
    .max(24, 'A sheet has at most 24 labels.')
    .default(1),
});

interface Wanted {
  report: FoundReport;
  options: z.output<typeof LabelOptions>;
}

/** What labels of a report say, as the statement that reads it, or why there are none. */
export async function labelsOfReport(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { report, options: { sheet, content, first } }: Wanted,
) {
  if (first > labelsOn(sheet)) throw new ValidationError('first', `This sheet has ${labelsOn(sheet)} labels.`);
  const { opened, contents } = await reportForLabels(tx, actor, parts, report);
  const said = contents[content];
  if (!said) throw new NotAllowed('You don’t have access to what these labels say.');
  const compiled = compile(opened.usable, { ...opened.definition, fields: [...said.fields], totals: false });
  return { opened, said, compiled };
}

/** The rows of a report as labels, in its order, with what its reader sees of them. */
export async function labelFile(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { report, options }: Wanted,
): Promise<ExportedTable> {
  const { institutionId, name, id } = report;
  const { sheet, content, first } = options;
  const { opened, said, compiled } = await labelsOfReport(tx, actor, parts, { report, options });
  const { one, many } = opened.usable.subject;
  await logReport(tx, actor, { compiled, institutionId, name, isNewLook: true });
  return {
    title: `Labels ${name}`,
    counted: (rows) => `${countOf(rows, one, many)} of the report “${name}” as labels`,
    action: 'reports.export',
    filter: { report: name, labels: `${sheetWords[sheet]}: ${said.words}` },
    institutionIds: [institutionId],
    columns: compiled.columns.map(({ label, width = 18 }) => ({ header: label, kind: 'text', width })),
    ...(id !== null && { subject: { type: 'saved_report', id } }),
    rows: rowsOfFile(
      compiled,
      compiled.columns.map((field) => sql`${fileCell(field)}`),
    ),
    pdf: { layout, data: { title: `Labels: ${name}`, sheet, content, first } satisfies LabelsToDraw },
  };
}
