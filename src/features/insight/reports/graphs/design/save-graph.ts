import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { NamedReport } from '../../design/design-fields.ts';
import { insertReport } from '../../saved/save-report.ts';
import { checkGraph } from './check-graph.ts';
import { GraphFields, graphOf } from './graph-fields.ts';

export const SaveGraph = NamedReport.extend({ ...GraphFields.shape, institution_id: id });

/** Saves a graph under a name. */
export async function saveGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, name, description, ...form }: z.output<typeof SaveGraph>,
): Promise<{ id: number }> {
  allow(actor, 'reports.create', institutionId);
  const definition = graphOf(form);
  await checkGraph(tx, { actor, institutionId, parts }, definition);
  return insertReport(tx, actor, { kind: 'graph', institutionId, name, description, definition });
}
