import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { withAnswers, withoutUnanswered } from '../../engine/definition.ts';
import { usableSubject } from '../../engine/usable-fields.ts';
import { questionsOf, type Question } from '../../run/asked.ts';
import { wordsOfFilters, type FilterWords } from '../../run/filter-words.ts';
import { logReport } from '../../run/restricted-groups.ts';
import { problemOf } from '../../run/run-report.ts';
import { unlessStopped } from '../../run/statement-limit.ts';
import { compileGraph, shownBy } from '../engine/compile-graph.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import type { FoundGraph } from './graph-to-run.ts';

export type Answers = Record<string, string[]> | undefined;

/** A graph on a page, or what stands in its way. */
export interface GraphResult {
  graph: Graph | null;
  filters: FilterWords[];
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
    const said = await wordsOfFilters(tx, usable, filters, currency);
    const read = () => readGraph(tx, compiled, { order: definition.order, filters, currency });
    const graph = await unlessStopped(tx, read);
    if (graph) await logReport(tx, actor, { compiled: shownBy(compiled), institutionId, name, isNewLook: true });
    return { ...nothing, graph, questions, filters: said, isTooLong: graph === null };
  } catch (error) {
    return { ...nothing, problem: problemOf(error) };
  }
}
