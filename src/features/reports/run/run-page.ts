import type { ReportParts } from '#kernel/contracts/report.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { defer } from '#web/page.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { ReportRow } from '../engine/rows.ts';
import { reportToRun, type FoundReport, type Source } from './report-to-run.ts';
import { runReport, sumsOf, type ReportResult, type ReportSums } from './run-report.ts';

export interface RunPage extends Omit<ReportResult, 'after' | 'rows'> {
  report: Omit<FoundReport, 'definition' | 'answers' | 'after'> & { subject: string; hasTotals: boolean };
  /** The answers in the address. */
  answers: Record<string, string[]> | null;
  /** The report in the address, if it isn’t saved. */
  design: string | null;
  rows: ReportRow[];
  next: string | null;
  /** Loaded after the rows. */
  sums?: ReportSums;
}

interface Request {
  url: string;
  snapshot<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
}

interface Asked {
  answers?: Record<string, string[]> | undefined;
  after?: string | undefined;
}

/** The props of a report’s page. Its rows are read once, whichever of them are asked for. */
export function runPage(request: Request, parts: Required<ReportParts>, source: Source, { answers, after }: Asked) {
  const reading = <T>(work: (tx: Tx, actor: Actor, running: FoundReport) => Promise<T>) =>
    request.snapshot(async (tx, actor) => {
      const report = await reportToRun(tx, actor, source);
      return work(tx, actor, { ...report, ...(answers && { answers }), after });
    });
  let started: Promise<[FoundReport, ReportResult]> | undefined;
  const run = () =>
    (started ??= reading(async (tx, actor, report) => [report, await runReport(tx, actor, parts, report)]));
  const of =
    <Key extends keyof ReportResult>(key: Key) =>
    async () =>
      (await run())[1][key];
  return {
    report: async () => headingOf((await run())[0]),
    ...{ columns: of('columns'), group: of('group'), about: of('about'), filters: of('filters') },
    ...{ questions: of('questions'), isAsking: of('isAsking'), hidden: of('hidden'), goneCount: of('goneCount') },
    ...{ problem: of('problem'), isTooLong: of('isTooLong'), rows: of('rows') },
    ...{ canExport: of('canExport'), canMessage: of('canMessage') },
    ...{ canPrintLabels: of('canPrintLabels'), hasPhotos: of('hasPhotos') },
    ...{ answers: answers ?? null, design: 'design' in source ? source.design : null },
    next: async () => nextAddress(request.url, (await run())[1].after),
    sums: defer(() => reading((tx, actor, report) => sumsOf(tx, actor, parts, report))),
  };
}

function headingOf({ definition, answers: _, after: __, ...report }: FoundReport): RunPage['report'] {
  return { ...report, subject: definition.subject, hasTotals: definition.totals };
}
