import { can, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { openReport, type OpenReport } from '../run/open-report.ts';
import type { FoundReport, Source } from '../run/report-to-run.ts';
import { refuseUnanswered } from '../run/asked.ts';
import { labelContents } from './label-contents.ts';
import type { LabelContent } from './sheets.ts';

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
export async function reportForLabels(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  report: FoundReport,
): Promise<{ opened: OpenReport; contents: ReturnType<typeof labelContents> }> {
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
