import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { visibleGraph } from '#features/insight/reports/graphs/run/visible-graphs.ts';
import { askedRules } from '#features/insight/reports/engine/definition.ts';
import type { GraphOfDashlet } from '../dashlets.ts';

/** The name of a graph that its author can open, and the answers to what it asks. */
export async function graphToAdd(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { id, answers: given }: GraphOfDashlet,
): Promise<{ name: string; answers: GraphOfDashlet['answers'] }> {
  const found = id === null ? null : await visibleGraph(tx, actor, institutionId, id);
  if (!found) throw new Refused('graph_id', 'This graph no longer exists. Choose another one.');
  const asked = askedRules(found.definition.filters);
  if (asked.length === 0) return { name: found.name, answers: null };
  if (asked.some(({ place }) => !given?.[place])) throw new Refused('answers', 'Answer the questions of the graph.');
  return { name: found.name, answers: Object.fromEntries(asked.map(({ place }) => [place, given![place]!])) };
}
