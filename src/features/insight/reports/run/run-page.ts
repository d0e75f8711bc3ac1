import type { ReportParts } from '#kernel/contracts/report.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { defer } from '#web/page.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { ReportRow } from '../engine/rows.ts';
import type { FoundReport } from './report-to-run.ts';
import { runReport, sumsOf, type ReportResult, type ReportSums } from './run-report.ts';

export interface RunPage extends Omit<ReportResult, 'after' | 'rows'> {
  report: Omit<FoundReport, 'definition' | 'answers' | 'after' | 'design'> & { subject: string; hasTotals: boolean };
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

/** Finds the report to run, for its reader. */
type Find = (tx: Tx, actor: Actor) => Promise<FoundReport>;

/** The props of a report’s page. Its rows are read once, whichever of them are asked for. */
export function runPage(request: Request, parts: Required<ReportParts>, find: Find, { answers, after }: Asked) {
  const reading = <T>(work: (tx: Tx, actor: Actor, running: FoundReport) => Promise<T>) =>
    request.snapshot(async (tx, actor) => {
      const report = await find(tx, actor);
      return work(tx, actor, { ...report, ...(answers && { answers }), after });
    });
  let started: Promise<[FoundReport, ReportResult]> | undefined;
  const run = () =>
    (started ??= reading(async (tx, actor, report) => [report, await runReport(tx, actor, parts, report)]));
  const of =
    <Key extends keyof ReportResult>(key: Key) =>
    async () =>
      (await run())[1][key];
  /** The addresses of an unsaved report are for people who design reports. */
  const mayUse = (key: 'canExport' | 'canMessage' | 'canPrintLabels') => async () => {
    const [report, result] = await run();
    return result[key] && report.can.download;
  };
  return {
    report: async () => headingOf((await run())[0]),
    columns: of('columns'),
    group: of('group'),
    about: of('about'),
    filters: of('filters'),
    questions: of('questions'),
    isAsking: of('isAsking'),
    hidden: of('hidden'),
    goneCount: of('goneCount'),
    problem: of('problem'),
    isTooLong: of('isTooLong'),
    rows: of('rows'),
    canExport: mayUse('canExport'),
    canMessage: mayUse('canMessage'),
    canPrintLabels: mayUse('canPrintLabels'),
    hasPhotos: of('hasPhotos'),
    answers: answers ?? null,
    design: async () => (await run())[0].design,
    next: async () => nextAddress(request.url, (await run())[1].after),
    sums: defer(() => reading((tx, actor, report) => sumsOf(tx, actor, parts, report))),
  };
}

function headingOf({ definition, answers: _, after: __, design: ___, ...report }: FoundReport): RunPage['report'] {
  return { ...report, subject: definition.subject, hasTotals: definition.totals };
}
