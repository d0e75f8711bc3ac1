import { jsonIn } from '#kernel/json-in.ts';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import {
  savedHeading,
  unsavedHeading,
  type ReportHeading,
  type Source,
  type FoundReport,
} from '../../run/report-to-run.ts';
import { findReport } from '../../saved/change-reports.ts';
import { GraphFields, graphOf } from '../design/preview-graph.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { withAnswers, withoutUnanswered, ReportDefinition, Rule } from '../../engine/definition.ts';
import { usableSubject, reportRegistry } from '../../engine/usable-fields.ts';
import { questionsOf, type Question, unlessStopped, logReport } from '../../run/questions.ts';
import { problemOf, filterTexts, type FilterText } from '../../run/run-report.ts';
import { compileGraph, shownBy } from '../engine/compile-graph.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import { z } from 'zod';
import { formOf } from '../../design/design-fields.ts';
import { narrowedBy } from '../engine/graph-statement.ts';

/** A graph with its heading and what its reader can do with it. */
export interface FoundGraph extends ReportHeading {
  definition: GraphDefinition;
}

/** The graph that an address names. */
export async function graphToRun(db: Db, actor: Actor, source: Source): Promise<FoundGraph> {
  if ('design' in source)
    return { ...unsavedHeading(actor, source.institutionId, 'Unsaved graph'), definition: graphIn(source.design) };
  const report = await findReport(db, actor, source.reportId, 'graph');
  return { ...(await savedHeading(db, actor, report)), definition: GraphDefinition.parse(report.definition) };
}

/** The graph in an address that was run without saving. */
export function graphIn(text: string): GraphDefinition {
  const parsed = GraphFields.safeParse(jsonIn(text));
  if (parsed.success) return graphOf(parsed.data);
  throw new ValidationError('design', 'This address doesn’t contain a graph. Design it again.');
}

export type Answers = Record<string, string[]> | undefined;

/** A graph on a page, or what stands in its way. */
export interface GraphResult {
  graph: Graph | null;
  filters: FilterText[];
  questions: Question[];
  /** Its questions come first. */
  isAsking: boolean;
  problem: string | null;
  isTooLong: boolean;
}

/** Runs a graph for its reader: the rows and fields that they can see. */
export async function runGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, name, definition }: FoundGraph,
  answers: Answers,
): Promise<GraphResult> {
  const nothing = { graph: null, filters: [], questions: [], isAsking: false, problem: null, isTooLong: false };
  try {
    const usable = await usableSubject(tx, { actor, wanted: institutionId }, parts, definition.subject);
    const filters = withoutUnanswered(withAnswers(definition.filters, answers ?? {}));
    const compiled = compileGraph(usable, definition, filters);
    const questions = await questionsOf(tx, usable, definition.filters, answers);
    if (questions.length > 0 && answers === undefined) return { ...nothing, questions, isAsking: true };
    const { currency } = membershipIn(actor, institutionId)!;
    const said = await filterTexts(tx, usable, filters, currency);
    const read = () => readGraph(tx, compiled, { order: definition.order, filters, currency });
    const graph = await unlessStopped(tx, read);
    if (graph) await logReport(tx, actor, { compiled: shownBy(compiled), institutionId, name, isNewLook: true });
    return { ...nothing, graph, questions, filters: said, isTooLong: graph === null };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) };
  }
}

const Rules = z.array(Rule).max(2);

/** The rows of one mark of a graph as a report: the graph's filters, and those of the mark. Without a mark all rows. */
export function rowsOfMark(
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, name, definition }: FoundGraph,
  { mark, answers, href }: { mark: string; answers: Answers; href: string },
): FoundReport {
  const rules = Rules.safeParse(jsonIn(mark));
  const asked = withoutUnanswered(withAnswers(definition.filters, answers ?? {}));
  const groups = asked.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, ask: false })),
  }));
  const filters = rules.success ? narrowedBy({ ...asked, groups }, rules.data) : null;
  if (!filters) throw new ValidationError('mark', 'This part of the graph can’t be opened. Go back to the graph.');
  const { subject } = reportRegistry(parts).get(definition.subject) ?? {};
  const shown = [...definition.groups.map(({ field }) => field), definition.measure.field];
  const report = ReportDefinition.parse({
    subject: definition.subject,
    fields: [...new Set([...(subject?.usual ?? []), ...shown.filter((field) => field !== null)])],
    filters,
    totals: definition.measure.field !== null,
  });
  return {
    ...unsavedHeading(actor, institutionId, name),
    definition: report,
    design: JSON.stringify(formOf(report)),
    graph: { name, href },
  };
}
