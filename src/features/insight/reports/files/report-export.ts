import type { Actor } from '#kernel/actor.ts';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { mostRowsWithPhotos, type TableFormat } from '#kernel/export/columns.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { withParams } from '#ui/href.ts';
import { longExportRows, queueExport } from '#features/records/exports/queue-export.ts';
import { countRows } from '../engine/count-rows.ts';
import { openReport } from '../run/open-report.ts';
import { unlessStopped } from '../run/statement-limit.ts';
import { AskedReport, foundReport, longestCount } from './asked-report.ts';
import { fileRights } from './file-rights.ts';
import { openFile, reportFile } from './report-file.ts';

/** Reports as files that a job makes, in the name of the person who asked. */
export const reportExport: ExportKind<AskedReport> = {
  name: 'report',
  read: (asked) => AskedReport.parse(asked),
  async describe(tx, actor, { files, product }, { asked, format }) {
    const report = await foundReport(tx, actor, asked);
    const opened = await openReport(tx, actor, product.reports, report);
    const rowCount = await unlessStopped(tx, () => countRows(tx, opened), longestCount);
    return {
      table: await reportFile(tx, actor, product.reports, files, { report, format, hasPhotos: asked.photos ?? false }),
      rowCount,
    };
  },
  async rights(tx, actor, { product }, { institutionId, asked }) {
    const report = await foundReport(tx, actor, asked);
    const { columns, group } = await openFile(tx, actor, product.reports, report, asked.photos);
    const fields = [...columns, ...(group ? [group] : [])];
    return fileRights(tx, actor, product.reports, { institutionId, fields });
  },
  href: (asked) => {
    const answers = asked.answers && { answers: JSON.stringify(asked.answers) };
    return 'reportId' in asked
      ? withParams(`/reports/${asked.reportId}`, { ...answers })
      : withParams('/reports/run', { institution_id: asked.institutionId, design: asked.design, ...answers });
  },
};

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
  const report = await foundReport(tx, actor, asked);
  const { opened } = await openFile(tx, actor, parts, report, asked.photos);
  const rows = await unlessStopped(tx, () => countRows(tx, opened, longExportRows));
  if (asked.photos && format === 'xlsx' && (rows === null || rows > mostRowsWithPhotos))
    throw new ValidationError(
      'photos',
      `Excel files with photos have up to ${mostRowsWithPhotos.toLocaleString('en')} rows. Add a filter, or choose PDF.`,
    );
  // What takes long to count takes longer to write.
  if (rows !== null && rows <= longExportRows) return null;
  const { institutionId, name: title } = report;
  return queueExport(tx, actor, jobs, { kind: reportExport, title, institutionId, format, asked });
}
