import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { usableSubject } from '../../engine/usable-fields.ts';
import { questionsOf, type Question } from '../../run/asked.ts';
import { visibleGraph } from './visible-graphs.ts';

/** What a graph asks, and what its answers are chosen from. */
export interface AskedGraph {
  subject: string;
  currency: string;
  questions: Question[];
}

/** The questions of a graph that the actor can open. */
export async function askedGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, graphId }: { institutionId: number; graphId: number },
): Promise<AskedGraph> {
  const graph = await visibleGraph(tx, actor, institutionId, graphId);
  if (!graph) throw new ValidationError('graph_id', 'Choose a graph.');
  const { subject, filters } = graph.definition;
  const usable = await usableSubject(tx, { actor, wanted: institutionId }, parts, subject);
  const { currency } = membershipIn(actor, institutionId)!;
  return { subject, currency, questions: await questionsOf(tx, usable, filters) };
}
