import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { longestPreview } from '../../design/preview.ts';
import { logReport } from '../../run/restricted-groups.ts';
import { unlessStopped } from '../../run/statement-limit.ts';
import { shownBy } from '../engine/compile-graph.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import { checkGraph } from './check-graph.ts';
import { GraphFields, graphOf } from './graph-fields.ts';

export const PreviewGraph = GraphFields.extend({ institution_id: id });

export interface GraphPreview {
  /** Null if it would take too long. */
  graph: Graph | null;
}

/** A graph that is being designed. Questions of the run are left open. */
export async function previewOfGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, ...form }: z.output<typeof PreviewGraph>,
): Promise<GraphPreview> {
  allow(actor, 'reports.create', institutionId);
  const definition = graphOf(form);
  const { graph, filters } = await checkGraph(tx, { actor, institutionId, parts }, definition);
  const { currency } = membershipIn(actor, institutionId)!;
  const read = () => readGraph(tx, graph, { order: definition.order, filters, currency });
  const drawn = await unlessStopped(tx, read, longestPreview);
  const look = { compiled: shownBy(graph), institutionId, name: 'Preview', isNewLook: false };
  if (drawn) await logReport(tx, actor, look);
  return { graph: drawn };
}
