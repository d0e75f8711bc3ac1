import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { jsonIn, savedHeading, unsavedHeading, type ReportHeading, type Source } from '../../run/report-to-run.ts';
import { findReport } from '../../saved/find-report.ts';
import { GraphFields, graphOf } from '../design/graph-fields.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';

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
