import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { choice } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { compile } from '../engine/compile.ts';
import { rowsOfFile, fileCell, countRows } from '../engine/rows.ts';
import { type FoundReport, type Source, runAddress } from '../run/report-to-run.ts';
import type { LabelsToDraw } from './labels.pdf.ts';
import { labelsOn, sheetLabels, type LabelContent } from './sheets.ts';
import { refuseUnanswered, openReport, logReport, unlessStopped } from '../run/questions.ts';
import { labelContents } from './label-contents.ts';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { longExportRows, queueExport } from '#features/records/exports/queue-export.ts';
import { fileRights, AskedReport, foundReport, longestCount } from '../files/report-file.ts';

const layout = new URL('./labels.pdf.ts', import.meta.url);

/** How labels are printed. */
export const LabelOptions = z.object({
  sheet: choice(sheetLabels).default('3x8'),
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
async function labelsOfReport(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { report, options: { sheet, content, first } }: Wanted,
) {
  if (first > labelsOn(sheet)) throw new ValidationError('first', `This sheet has ${labelsOn(sheet)} labels.`);
  const { opened, contents } = await reportForLabels(tx, actor, parts, report);
  const said = contents[content];
  if (!said) throw new NotAllowed('You don’t have access to the content of these labels.');
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
    filter: { report: name, labels: `${sheetLabels[sheet]}: ${said.words}` },
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

export interface LabelsPage {
  name: string;
  many: string;
  contents: { value: LabelContent; label: string }[];
  /** Where the file is, and the report in its address. */
  action: string;
  hidden: Record<string, string>;
  /** The page of the report. */
  back: string;
}

/** A report whose rows its reader may have on labels. */
async function reportForLabels(tx: Tx, actor: Actor, parts: Required<ReportParts>, report: FoundReport) {
  refuseUnanswered(report);
  const opened = await openReport(tx, actor, parts, report);
  const { exporting, many } = opened.usable.subject;
  if (!can(actor, exporting, report.institutionId))
    throw new NotAllowed(`You don’t have permission to export ${many}.`);
  const contents = labelContents(opened.usable, report.definition);
  if (Object.keys(contents).length === 0) throw new NotAllowed('Labels can’t be printed from this report.');
  return { opened, contents };
}

/** What the form of labels offers. */
export async function labelsPage(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  report: FoundReport,
  source: Source,
): Promise<Omit<LabelsPage, 'back'>> {
  const { opened, contents } = await reportForLabels(tx, actor, parts, report);
  return {
    name: report.name,
    many: opened.usable.subject.many,
    contents: Object.entries(contents).map(([value, { words }]) => ({ value: value as LabelContent, label: words })),
    action: 'reportId' in source ? `/reports/${source.reportId}/labels.pdf` : '/reports/run/labels.pdf',
    hidden: {
      ...('design' in source && { institution_id: String(source.institutionId), design: source.design }),
      ...(report.answers && { answers: JSON.stringify(report.answers) }),
    },
  };
}

const AskedLabels = z.object({ report: AskedReport, options: LabelOptions });
/** Labels as they are stored until a job draws them. */
type AskedLabels = z.output<typeof AskedLabels>;

/** Labels of long reports, which a job draws in the name of the person who asked. */
export const labelExport: ExportKind<AskedLabels> = {
  name: 'labels',
  read: (asked) => AskedLabels.parse(asked),
  async describe(tx, actor, { product }, { asked }) {
    const report = await foundReport(tx, actor, asked.report);
    const { compiled } = await labelsOfReport(tx, actor, product.reports, { report, options: asked.options });
    const rowCount = await unlessStopped(tx, () => countRows(tx, compiled), longestCount);
    return { table: await labelFile(tx, actor, product.reports, { report, options: asked.options }), rowCount };
  },
  async rights(tx, actor, { product }, { institutionId, asked }) {
    const report = await foundReport(tx, actor, asked.report);
    const { compiled } = await labelsOfReport(tx, actor, product.reports, { report, options: asked.options });
    return fileRights(tx, actor, product.reports, { institutionId, fields: compiled.columns });
  },
  href: ({ report: { answers, photos: _, ...source } }) => runAddress(source, answers),
};

interface Wish {
  parts: Required<ReportParts>;
  asked: AskedLabels;
}

/** The id of the file that a job draws, if there are too many labels for the request; null otherwise. */
export async function queueLongLabels(tx: Tx, actor: Actor, jobs: Jobs, { parts, asked }: Wish) {
  const report = await foundReport(tx, actor, asked.report);
  const { compiled } = await labelsOfReport(tx, actor, parts, { report, options: asked.options });
  const rows = await unlessStopped(tx, () => countRows(tx, compiled, longExportRows));
  // What takes long to count takes longer to draw.
  if (rows !== null && rows <= longExportRows) return null;
  const { institutionId, name } = report;
  return queueExport(tx, actor, jobs, {
    kind: labelExport,
    title: `Labels ${name}`,
    institutionId,
    format: 'pdf',
    asked,
  });
}
