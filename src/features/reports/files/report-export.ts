import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { mostRowsWithPhotos, type TableFormat } from '#kernel/export/columns.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { withParams } from '#ui/href.ts';
import { longExportRows, queueExport } from '#features/exports/queue-export.ts';
import { countRows } from '../engine/count-rows.ts';
import { openReport } from '../run/open-report.ts';
import { reportToRun, type Source } from '../run/report-to-run.ts';
import { unlessStopped } from '../run/statement-limit.ts';
import { openFile, reportFile } from './report-file.ts';

const AnswersOfFile = z.record(z.string(), z.array(z.string()));
const more = { answers: AnswersOfFile.optional(), photos: z.boolean().optional() };
const AskedReport = z.union([
  z.object({ reportId: z.number(), ...more }),
  z.object({ institutionId: z.number(), design: z.string(), ...more }),
]);
/** A report in a file, as it is stored until a job makes it. */
export type AskedReport = z.infer<typeof AskedReport>;

const longestCount = 30_000;

/** Reports as files that a job makes, in the name of the person who asked. */
export const reportExport: ExportKind<AskedReport> = {
  name: 'report',
  read: (asked) => AskedReport.parse(asked),
  async describe(tx, actor, { files, product }, { asked, format }) {
    const report = await found(tx, actor, asked);
    const opened = await openReport(tx, actor, product.reports, report);
    const rowCount = await unlessStopped(tx, () => countRows(tx, opened), longestCount);
    return {
      table: await reportFile(tx, actor, product.reports, files, { report, format, hasPhotos: asked.photos ?? false }),
      rowCount,
    };
  },
  async rights(tx, actor, { product }, { institutionId, asked }) {
    const report = await found(tx, actor, asked);
    const { columns, group, opened } = await openFile(tx, actor, product.reports, report, asked.photos);
    const { employeeIds, studentIds, guardianIds } = membershipIn(actor, institutionId)!;
    return [
      ...[...columns, ...(group ? [group] : [])].map(({ key }) => `field ${key}`),
      ...opened.usable.subject.seeing.filter((permission) => can(actor, permission, institutionId)),
      ...employeeIds.map((id) => `employee ${id}`),
      ...studentIds.map((id) => `student ${id}`),
      ...guardianIds.map((id) => `guardian ${id}`),
    ];
  },
  href: (asked) => {
    const answers = asked.answers && { answers: JSON.stringify(asked.answers) };
    return 'reportId' in asked
      ? withParams(`/reports/${asked.reportId}`, { ...answers })
      : withParams('/reports/run', { institution_id: asked.institutionId, design: asked.design, ...answers });
  },
};

async function found(tx: Tx, actor: Actor, { answers, photos: _, ...source }: AskedReport) {
  return { ...(await reportToRun(tx, actor, source as Source)), ...(answers && { answers }) };
}

interface Wish {
  parts: Required<ReportParts>;
  asked: AskedReport;
  format: TableFormat;
}

/** The id of the file that a job makes, if the report has too many rows for the request; null otherwise. */
export async function queueLongReport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { parts, asked, format }: Wish,
): Promise<number | null> {
  const report = await found(tx, actor, asked);
  const { opened } = await openFile(tx, actor, parts, report, asked.photos);
  const rows = await unlessStopped(tx, () => countRows(tx, opened, longExportRows));
  if (asked.photos && format === 'xlsx' && (rows === null || rows > mostRowsWithPhotos))
    throw new Refused(
      'photos',
      `Excel files with photos have up to ${mostRowsWithPhotos.toLocaleString('en')} rows. Add a filter, or choose PDF.`,
    );
  // What takes long to count takes longer to write.
  if (rows !== null && rows <= longExportRows) return null;
  const { institutionId, name: title } = report;
  return queueExport(tx, actor, jobs, { kind: reportExport, title, institutionId, format, asked });
}
