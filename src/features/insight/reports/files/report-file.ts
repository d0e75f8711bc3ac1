import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { type ExportColumn, type TableFormat, mostRowsWithPhotos } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { localPaths, type Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf } from '#ui/format.ts';
import { withAnswers, withoutUnanswered } from '../engine/definition.ts';
import { rowsOfFile, fileCell, countRows } from '../engine/rows.ts';
import { groupSums, isSummed, reportTotals } from '../engine/sums.ts';
import type { UsableField } from '../engine/usable-fields.ts';
import { refuseUnanswered, openReport, type OpenReport, unlessStopped, logReport } from '../run/questions.ts';
import { filterTexts } from '../run/run-report.ts';
import { type FoundReport, reportToRun, type Source } from '../run/report-to-run.ts';
import { photoOf } from '../engine/photo.ts';
import { columnsOfPaper, type ReportOnPaper } from './paper.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { Permission } from '#kernel/permissions.ts';
import { visibilitySnapshotOf } from '#features/people/students/visibility-snapshot.ts';
import { z } from 'zod';
import type { ExportKind } from '#kernel/contracts/export-kind.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { withParams } from '#ui/href.ts';
import { longExportRows, queueExport } from '#features/records/exports/queue-export.ts';

const layout = new URL('./report.pdf.ts', import.meta.url);

/** A file may take longer than a page, in milliseconds. */
const longestSums = 30_000;

/** A whole report as a file, with the rows and columns that its reader sees. The group is its first column. */
export async function reportFile(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  files: Files,
  { report, format, hasPhotos = false }: { report: FoundReport; format: TableFormat; hasPhotos?: boolean },
): Promise<ExportedTable> {
  const { institutionId, name, answers, definition } = report;
  const { opened, group, columns } = await openFile(tx, actor, parts, report, hasPhotos);
  const { subject } = opened.usable;
  const { currency } = membershipIn(actor, institutionId)!;
  const filters = await filterTexts(
    tx,
    opened.usable,
    withoutUnanswered(withAnswers(definition.filters, answers ?? {})),
    currency,
  );
  await logReport(tx, actor, { compiled: opened, institutionId, name, isNewLook: true });
  const written = group ? [group, ...columns] : columns;
  const said = filters.map(({ text }) => text);
  return {
    title: name,
    counted: (rows) => `${countOf(rows, subject.one, subject.many)} of the report “${name}”`,
    action: 'reports.export',
    filter: { report: name, ...(said.length > 0 && { filters: said }) },
    institutionIds: [institutionId],
    columns: written.map((field) => ({ ...columnOf(field), isSummed: field !== group && isSummed(field) })),
    ...(columns.some(isSummed) && { sums: { isGrouped: group !== null, hasTotal: definition.totals } }),
    ...(report.id !== null && { subject: { type: 'saved_report', id: report.id } }),
    ...(hasPhotos && { photoFolder: files.folder, bring: (rows) => bringPhotos(files, written, rows) }),
    rows: rowsOfFile(opened, written.map(cellOf)),
    ...(format === 'pdf' && {
      pdf: {
        layout,
        data: {
          letterhead: await letterheadOf(tx, files, institutionId),
          title: name,
          filters: said,
          currency,
          photoFolder: files.folder,
          description: report.description,
          hasGroup: group !== null,
          one: subject.one,
          many: subject.many,
          columns: columnsOfPaper(written),
          ...(await sumsOfPaper(tx, { ...opened, columns, group })),
        } satisfies ReportOnPaper,
      },
    }),
  };
}

/** Thumbnails that lie in a store elsewhere are copied to this machine. */
async function bringPhotos(files: Files, columns: UsableField[], rows: string[]) {
  const photoAt = columns.findIndex(({ type }) => type === 'photo');
  const named = rows.map((cells, id) => ({ id, storedAs: (JSON.parse(cells) as unknown[])[photoAt] }));
  await localPaths(
    files,
    named.flatMap(({ id, storedAs }) => (typeof storedAs === 'string' ? [{ id, storedAs }] : [])),
  );
}

/** A report that this person may have as a file, with its columns. */
async function openFile(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  report: Pick<FoundReport, 'institutionId' | 'answers' | 'definition'>,
  hasPhotos = false,
) {
  const { institutionId } = report;
  refuseUnanswered(report);
  const opened = await openReport(tx, actor, parts, report);
  const { subject } = opened.usable;
  if (!can(actor, subject.exporting, institutionId))
    throw new NotAllowed(`You don’t have permission to export ${subject.many}.`);
  const group = opened.group && isWritten(opened.group) ? opened.group : null;
  const columns = opened.columns.filter(isWritten);
  if (columns.length === 0) throw new NotAllowed('You don’t have access to any column of this report.');
  const photo = hasPhotos ? photoOf(opened.usable) : null;
  if (hasPhotos && (!photo || opened.definition.distinct))
    throw new ValidationError('photos', 'There are no photos in this report. Download it without them.');
  return { opened, group, columns: photo ? [photo, ...columns] : columns };
}

/** Photos are added where somebody asks for them; otherwise they are on the screen and on cards. */
const isWritten = ({ type }: UsableField) => type !== 'photo';

const cellOf = (field: UsableField): SQL => sql`${field.thumbnail ?? fileCell(field)}`;

const kinds: Partial<Record<UsableField['type'], ExportColumn['kind']>> = {
  number: 'number',
  money: 'money',
  day: 'day',
  photo: 'photo',
};

const columnOf = ({ label, type, width = 18, restriction }: UsableField): ExportColumn => ({
  header: label,
  kind: kinds[type] ?? 'text',
  width,
  ...(restriction && { group: restriction }),
});

/** Left out where they take too long. */
async function sumsOfPaper(tx: Tx, opened: OpenReport) {
  const groups = await unlessStopped(tx, () => groupSums(tx, opened), longestSums);
  const totals = opened.definition.totals ? await unlessStopped(tx, () => reportTotals(tx, opened), longestSums) : null;
  return { groups: groups ?? [], totals };
}

/** Every permission that decides over a row or a field of any report. */
const permissionsOf = cachedByKey(({ subjects, fields }: Required<ReportParts>): readonly Permission[] => [
  ...new Set([
    ...subjects.flatMap(({ seeing, exporting }) => [...seeing, exporting]),
    ...fields.flatMap(({ needs = [] }) => [needs].flat()),
  ]),
]);

/**
 * What a file of a report depends on: its fields, and all that decides which rows its reader sees. Who has lost any of it
 * could get rows or values that they may not see any more.
 */
export async function fileRights(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, fields }: { institutionId: number; fields: readonly { key: string }[] },
): Promise<string[]> {
  return [
    ...fields.map(({ key }) => `field ${key}`),
    ...permissionsOf(parts).filter((permission) => can(actor, permission, institutionId)),
    ...(await visibilitySnapshotOf(tx, actor, institutionId)),
  ];
}

const more = { answers: z.record(z.string(), z.array(z.string())).optional(), photos: z.boolean().optional() };

/** A report in a file, as it is stored until a job makes it. */
export const AskedReport = z.union([
  z.object({ reportId: z.number(), ...more }),
  z.object({ institutionId: z.number(), design: z.string(), ...more }),
]);
export type AskedReport = z.infer<typeof AskedReport>;

/** Counting may take longer for a job than for a page, in milliseconds. */
export const longestCount = 30_000;

export async function foundReport(tx: Tx, actor: Actor, { answers, photos: _, ...source }: AskedReport) {
  return { ...(await reportToRun(tx, actor, source as Source)), ...(answers && { answers }) };
}

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
export async function queueLongReport(tx: Tx, actor: Actor, jobs: Jobs, { parts, asked, format }: Wish) {
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
