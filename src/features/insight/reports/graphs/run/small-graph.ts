import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { peek, memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { askedRules, withAnswers, withoutUnanswered } from '../../engine/definition.ts';
import { usableOf, customReportFields, type CustomReportField, usableSubject } from '../../engine/usable-fields.ts';
import { problemOf } from '../../run/run-report.ts';
import { compileGraph } from '../engine/compile-graph.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import type { Chart } from '../engine/graph-labels.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import { and, eq, ilike } from 'drizzle-orm';
import { choicesShown } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { literally } from '#kernel/searchable.ts';
import { savedReports } from '../../reports.schema.ts';
import { visibleTo } from '../../saved/change-reports.ts';
import { ValidationError } from '#kernel/errors.ts';
import { questionsOf } from '../../run/questions.ts';
import type { ReportHeading, RunRequest, Source } from '../../run/report-to-run.ts';
import { mayExport } from '../files/graph-file.ts';
import { graphToRun, runGraph, type Answers, type GraphResult } from './run-graph.ts';

/** A saved graph among other figures: as its page has it, with fewer groups. */
export interface SmallGraph {
  id: number;
  chart: Chart;
  graph: Graph;
  answers: Record<string, string[]> | null;
}

type ShownGraph =
  | { state: 'drawn'; drawing: SmallGraph }
  | { state: 'empty' | 'gone' | 'no access'; message: string; href?: string };

/** A graph that was found: its figures take a further read. */
export interface GraphToCount {
  state: 'to count';
  count: (db: Db, actor: Actor) => Promise<ShownGraph>;
}

const gone = { state: 'gone', message: 'This graph no longer exists, or isn’t shared with you.' } as const;
const noAccess = { state: 'no access', message: 'You don’t have permission to open graphs.' } as const;

interface Wanted {
  institutionId: number;
  /** Null once it was deleted. */
  id: number | null;
  answers: Record<string, string[]> | null;
}

/**
 * A saved graph for its viewer. A read sends all its statements at once, so what has to be counted comes with the next
 * one, unless it is remembered. No person's value is shown, so nothing is added to the access log.
 */
export async function findSmallGraph(
  db: Db,
  actor: Actor,
  parts: Required<ReportParts>,
  wanted: Wanted,
): Promise<ShownGraph | GraphToCount> {
  const { institutionId, id } = wanted;
  if (!can(actor, 'reports.view', institutionId)) return noAccess;
  if (id === null) return gone;
  const [found, custom] = await Promise.all([
    visibleGraph(db, actor, institutionId, id),
    customFields(db, actor, parts, institutionId),
  ]);
  if (!found) return gone;
  const { definition } = found;
  const show = (graph: Graph): ShownGraph =>
    graph.groups.length > 0
      ? { state: 'drawn', drawing: { id, chart: definition.chart, graph, answers: wanted.answers } }
      : { state: 'empty', message: 'There is nothing to show in this graph.', href: `/graphs/${id}` };
  const prepare = (reader: Actor) => prepared(reader, parts, { ...wanted, id, definition, custom });
  const first = prepare(actor);
  if ('state' in first) return first;
  const known = peek<Graph>(actor, first.key);
  if (known) return show(await known);
  return {
    state: 'to count',
    // With the rights of that moment.
    async count(later, reader) {
      const ready = prepare(reader);
      return 'state' in ready ? ready : show(await memoizeForActor(reader, ready.key, () => ready.read(later)));
    },
  };
}

interface FoundGraph extends Wanted {
  id: number;
  definition: GraphDefinition;
  custom: ReadonlyMap<string, CustomReportField[]>;
}

interface Ready {
  /** What its figures are remembered by. */
  key: string;
  read: (db: Db) => Promise<Graph>;
}

/** How the graph is counted for a reader, or what stands in its way. */
function prepared(actor: Actor, parts: Required<ReportParts>, found: FoundGraph): Ready | ShownGraph {
  const { institutionId, id, answers, definition, custom } = found;
  const { subject, order } = definition;
  const href = `/graphs/${id}`;
  if (askedRules(definition.filters).some(({ place }) => !answers?.[place]))
    return {
      state: 'empty',
      href,
      message: 'This graph asks questions that this card has no answers for. Open the graph to answer them.',
    };
  const filters = withoutUnanswered(withAnswers(definition.filters, answers ?? {}));
  try {
    const usable = usableOf({ actor, wanted: institutionId }, parts, subject, custom.get(subject));
    const compiled = compileGraph(usable, definition, filters);
    const { currency, timeZone } = membershipIn(actor, institutionId)!;
    return {
      key: `reports.graph ${institutionId} ${today(timeZone)} ${JSON.stringify([definition, filters])}`,
      read: (db: Db) => readGraph(db, compiled, { order, filters, currency, isSmall: true }),
    };
  } catch (error) {
    return { state: 'no access', message: problemOf(error).replaceAll('report', 'graph'), href };
  }
}

/** The institution's own fields by subject: which one it is, is known only with the graph. */
async function customFields(db: Db, actor: Actor, parts: Required<ReportParts>, institutionId: number) {
  const ofPeople = parts.subjects.filter(({ person }) => person !== undefined);
  const found = ofPeople.map(async (subject): Promise<[string, CustomReportField[]]> => [
    subject.name,
    await memoizeForActor(actor, `reports.custom ${institutionId} ${subject.name}`, () =>
      customReportFields(db, actor, subject, institutionId),
    ),
  ]);
  return new Map(await Promise.all(found));
}

const isGraph = (actor: Actor, institutionId: number) =>
  and(visibleTo(actor, institutionId), eq(savedReports.kind, 'graph'));

/** A graph that the actor can open, or null. */
export async function visibleGraph(db: Db, actor: Actor, institutionId: number, id: number) {
  const [found] = await db
    .select({ id: savedReports.id, name: savedReports.name, definition: savedReports.definition })
    .from(savedReports)
    .where(and(isGraph(actor, institutionId), eq(savedReports.id, id)));
  return found ? { ...found, definition: GraphDefinition.parse(found.definition) } : null;
}

/** The graphs that the actor can open, to choose from; typing finds others. */
export async function graphChoices(db: Db, actor: Actor, { institutionId, q }: { institutionId: number; q: string }) {
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({ id: savedReports.id, label: savedReports.name })
      .from(savedReports)
      .where(and(isGraph(actor, institutionId), ilike(savedReports.name, `%${literally(q)}%`)))
      .orderBy(savedReports.name, savedReports.id)
      .limit(limit),
  );
  return { choices: rows.map(({ id, label }) => ({ value: String(id), label })), isMore };
}

/** The questions of a graph that the actor can open. */
export async function askedGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, graphId }: { institutionId: number; graphId: number },
) {
  const graph = await visibleGraph(tx, actor, institutionId, graphId);
  if (!graph) throw new ValidationError('graph_id', 'Choose a graph.');
  const { subject, filters } = graph.definition;
  const usable = await usableSubject(tx, { actor, wanted: institutionId }, parts, subject);
  const { currency } = membershipIn(actor, institutionId)!;
  return { subject, currency, questions: await questionsOf(tx, usable, filters) };
}

/** What a graph asks, and what its answers are chosen from. */
export type AskedGraph = Awaited<ReturnType<typeof askedGraph>>;

export interface GraphPage extends GraphResult {
  report: ReportHeading & { subject: string };
  chart: Chart;
  /** Whether its reader may have its figures as a file. */
  canExport: boolean;
  /** The answers in the address. */
  answers: Record<string, string[]> | null;
  /** The graph in the address, if it isn’t saved. */
  design: string | null;
}

/** The props of a graph’s page. */
export const graphProps = (
  request: RunRequest,
  parts: Required<ReportParts>,
  source: Source,
  { answers }: { answers?: Answers },
): Promise<GraphPage> =>
  request.snapshotReplica(async (tx, actor) => {
    const found = await graphToRun(tx, actor, source);
    const { definition, ...report } = found;
    const result = await runGraph(tx, actor, parts, found, answers);
    return {
      ...result,
      canExport: result.graph !== null && mayExport(actor, parts, found),
      report: { ...report, subject: definition.subject },
      chart: definition.chart,
      answers: answers ?? null,
      design: 'design' in source ? source.design : null,
    };
  });
