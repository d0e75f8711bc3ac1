import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { peek, memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import type { Db } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { customReportFields, type CustomReportField } from '../../engine/custom-report-fields.ts';
import { askedRules, withAnswers, withoutUnanswered } from '../../engine/definition.ts';
import { usableOf } from '../../engine/usable-fields.ts';
import { problemOf } from '../../run/run-report.ts';
import { compileGraph } from '../engine/compile-graph.ts';
import type { GraphDefinition } from '../engine/graph-definition.ts';
import type { Chart } from '../engine/graph-words.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import { visibleGraph } from './visible-graphs.ts';

/** A saved graph among other figures: as its page has it, with fewer groups. */
export interface SmallGraph {
  id: number;
  chart: Chart;
  graph: Graph;
  answers: Record<string, string[]> | null;
}

export type ShownGraph =
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
      message: 'This graph asks questions that this dashlet has no answers for. Open the graph to answer them.',
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
