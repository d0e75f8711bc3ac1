import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { ExportColumn, TableFormat } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf } from '#ui/format.ts';
import { fileCell } from '../engine/cells.ts';
import { withAnswers, withoutUnanswered } from '../engine/definition.ts';
import { rowsOfFile } from '../engine/rows.ts';
import { groupSums, isSummed, reportTotals } from '../engine/sums.ts';
import type { UsableField } from '../engine/usable-fields.ts';
import { refuseUnanswered } from '../run/asked.ts';
import { wordsOfFilters } from '../run/filter-words.ts';
import { openReport, type OpenReport } from '../run/open-report.ts';
import type { FoundReport } from '../run/report-to-run.ts';
import { logReport } from '../run/restricted-groups.ts';
import { unlessStopped } from '../run/statement-limit.ts';
import { photoOf } from '../engine/photo.ts';
import { columnsOfPaper, type ReportOnPaper } from './paper.ts';

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
  const filters = await wordsOfFilters(
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
    ...(hasPhotos && { photoFolder: files.folder }),
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

/** A report that this person may have as a file, with its columns. */
export async function openFile(
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
