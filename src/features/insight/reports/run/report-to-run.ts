import { eq } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { definitionOf, DesignFields } from '../design/design-fields.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { findReport, permissionToChange, type SavedReport } from '../saved/change-reports.ts';
import { type ReportRun, runReport, sumsOf, type ReportResult, type ReportSums } from './run-report.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { jsonIn } from '#kernel/json-in.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { defer } from '#web/page.ts';
import type { ReportRow } from '../engine/rows.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { withParams } from '#ui/href.ts';
import { answersIn } from './answers-in.ts';
import { Answers } from './questions.ts';

/** A report in an address: a saved one, or one that is being designed. */
export type Source = { reportId: number } | Unsaved;
interface Unsaved {
  institutionId: number;
  design: string;
}

/** The heading of a report or graph, and what its reader can do with it. */
export interface ReportHeading {
  institutionId: number;
  id: number | null;
  name: string;
  description: string | null;
  owner: string | null;
  isOwn: boolean;
  isOrphaned: boolean;
  can: { edit: boolean; copy: boolean; share: boolean; takeOver: boolean; download: boolean };
}

/** A report with its heading. */
export interface FoundReport extends ReportRun, ReportHeading {
  institutionId: number;
  name: string;
  /** The report as its designer sends it, if it isn't saved. */
  design: string | null;
  /** The graph whose mark it opens. */
  graph: { name: string; href: string } | null;
}

/** The report that an address names. */
export async function reportToRun(db: Db, actor: Actor, source: Source): Promise<FoundReport> {
  if ('design' in source) {
    const heading = unsavedHeading(actor, source.institutionId, 'Unsaved report');
    return { ...heading, definition: definitionIn(source.design), design: source.design, graph: null };
  }
  const report = await findReport(db, actor, source.reportId, 'text');
  const definition = ReportDefinition.parse(report.definition);
  return { ...(await savedHeading(db, actor, report)), definition, design: null, graph: null };
}

export async function savedHeading(db: Db, actor: Actor, report: SavedReport): Promise<ReportHeading> {
  const { institutionId, id, name, description, isOrphaned, accountId } = report;
  const [owner] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  const mayShare = can(actor, 'reports.share', institutionId);
  return {
    institutionId,
    id,
    name,
    description,
    isOrphaned,
    owner: owner?.name ?? null,
    isOwn: accountId === actor.accountId,
    can: {
      edit: can(actor, permissionToChange(actor, report), institutionId),
      copy: can(actor, 'reports.create', institutionId),
      share: mayShare,
      takeOver: mayShare && isOrphaned && accountId !== actor.accountId,
      download: true,
    },
  };
}

export function unsavedHeading(actor: Actor, institutionId: number, name: string): ReportHeading {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  return {
    institutionId,
    id: null,
    name,
    description: null,
    owner: null,
    isOwn: true,
    isOrphaned: false,
    can: {
      edit: false,
      copy: false,
      share: false,
      takeOver: false,
      download: can(actor, 'reports.create', institutionId),
    },
  };
}

/** The report in an address. */
export function definitionIn(text: string): ReportDefinition {
  const parsed = DesignFields.safeParse(jsonIn(text));
  if (parsed.success) return definitionOf(parsed.data);
  throw new ValidationError('design', 'This address doesn’t contain a report. Design it again.');
}

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

export interface RunRequest {
  url: string;
  snapshotReplica<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
}

interface ReportToRunAsked {
  answers?: Record<string, string[]> | undefined;
  after?: string | undefined;
}

/** Finds the report to run, for its reader. */
type Find = (tx: Tx, actor: Actor) => Promise<FoundReport>;

/** The props of a report’s page. Its rows are read once, whichever of them are asked for. */
export function runPage(
  request: RunRequest,
  parts: Required<ReportParts>,
  find: Find,
  { answers, after }: ReportToRunAsked,
) {
  const reading = <T>(work: (tx: Tx, actor: Actor, running: FoundReport) => Promise<T>) =>
    request.snapshotReplica(async (tx, actor) => {
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

/** The parameters of pages and files that run a report. */
export const RunParameters = z.object({ answers: Answers, after: z.string().max(8000).optional() });
export const RunsSaved = z.object({ savedReportId: id });
export const RunsUnsaved = RunParameters.extend({ institution_id: id, design: z.string().max(12_000) });

/** The page that runs it, with the same answers. */
export const runAddress = (source: Source, answers: Record<string, string[]> | undefined): string =>
  withParams('reportId' in source ? `/reports/${source.reportId}` : '/reports/run', {
    ...('design' in source && { institution_id: String(source.institutionId), design: source.design }),
    ...answersIn(answers),
  });
