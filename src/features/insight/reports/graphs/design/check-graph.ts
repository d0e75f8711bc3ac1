import type { Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Db } from '#kernel/database.ts';
import { refuseUnusable, rulesOf, subjectFor, withoutClosed } from '../../design/check-design.ts';
import { withoutUnanswered, type ReportFilters } from '../../engine/definition.ts';
import { compileGraph, type CompiledGraph } from '../engine/compile-graph.ts';
import type { GraphDefinition } from '../engine/graph-definition.ts';
import { atGraphFields } from './graph-fields.ts';

interface Checking {
  actor: Actor;
  institutionId: number;
  parts: Required<ReportParts>;
  /** What the graph was before an edit: filters that its editor can't see may stay. */
  before?: GraphDefinition | undefined;
}

/** The graph for its author, with the filters that narrow it for them. Refuses what they couldn't run. */
export async function checkGraph(
  db: Db,
  { actor, institutionId, parts, before }: Checking,
  definition: GraphDefinition,
): Promise<{ graph: CompiledGraph; filters: ReportFilters }> {
  const usable = await subjectFor(db, { actor, wanted: institutionId }, parts, definition.subject);
  const kept = new Set(before?.subject === definition.subject ? rulesOf(before.filters).map(({ field }) => field) : []);
  for (const { field } of rulesOf(definition.filters)) if (!kept.has(field)) refuseUnusable(usable, 'filters', field);
  const filters = withoutClosed(usable, withoutUnanswered(definition.filters));
  return { graph: await atGraphFields(() => compileGraph(usable, definition, filters)), filters };
}
