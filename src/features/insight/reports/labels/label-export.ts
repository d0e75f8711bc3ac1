import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { longExportRows, queueExport } from '#features/records/exports/queue-export.ts';
import { countRows } from '../engine/count-rows.ts';
import { AskedReport, foundReport, longestCount } from '../files/asked-report.ts';
import { fileRights } from '../files/file-rights.ts';
import { runAddress } from '../run/run-address.ts';
import { unlessStopped } from '../run/statement-limit.ts';
import { labelFile, labelsOfReport, LabelOptions } from './label-file.ts';

const AskedLabels = z.object({ report: AskedReport, options: LabelOptions });
/** Labels as they are stored until a job draws them. */
export type AskedLabels = z.output<typeof AskedLabels>;

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
export async function queueLongLabels(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { parts, asked }: Wish,
): Promise<number | null> {
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
