import type { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { namedRecord } from '../custom/records.queries.ts';
import { modelOf } from '../custom/registry.ts';
import { dashlets } from '../dashlets.schema.ts';
import { readDashlet } from './check-dashlet.ts';
import type { AddDashlet } from './dashlet-fields.ts';
import { allowBoard } from './board-owners.ts';
import { boardWords, columnsOf, dropRemoved, nextPosition, openBoard } from './open-board.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { DashletItem, GraphOfDashlet } from '../dashlets.ts';
import { visibleGraph } from '#features/insight/reports/graphs/run/visible-graphs.ts';
import { askedRules } from '#features/insight/reports/engine/definition.ts';

export const mostDashlets = 24;

/** Adds a dashlet at the end of the actor's own arrangement, or of a role's. */
export async function addDashlet(
  tx: Tx,
  actor: Actor,
  ready: readonly ReadyDashlet[],
  { institution_id: institutionId, role_id: roleId, ...fields }: z.output<typeof AddDashlet>,
): Promise<{ label: string; roleId: number | null }> {
  allowBoard(actor, { institutionId, roleId });
  const asked = readDashlet(actor, ready, institutionId, fields);
  await refuseUnseen(tx, actor, institutionId, asked);
  const item = asked.graph ? await withGraph(tx, actor, institutionId, asked, asked.graph) : asked;
  const board = await openBoard(tx, actor, ready, { institutionId, roleId });
  await dropRemoved(tx, board);
  const { count, next } = await nextPosition(tx, board);
  if (count >= mostDashlets)
    throw new ValidationError('kind', `There is room for ${mostDashlets} dashlets. Remove one before you add another.`);
  const [made] = await tx
    .insert(dashlets)
    .values({ institutionId, boardId: board.id, position: next, ...columnsOf(item) })
    .returning({ id: dashlets.id });
  const label = item.name ?? ready.find(({ key }) => key === item.kind)!.label;
  await record(tx, actor, 'dashlets.add', {
    institutionId,
    summary: `added a dashlet to ${boardWords(board)}`,
    subject: { type: 'dashlet', id: made!.id },
    details: { kind: item.kind, roleId, ...(item.custom && { model: item.custom.model_name }) },
  });
  return { label, roleId };
}

async function refuseUnseen(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { custom }: Pick<ReturnType<typeof readDashlet>, 'custom'>,
): Promise<void> {
  if (!custom?.model_record) return;
  const named = await namedRecord(tx, actor, modelOf(custom.model_name)!, {
    institutionId,
    record: custom.model_record,
  });
  if (named === null) throw new ValidationError('model_record', 'This record no longer exists. Choose another one.');
}

/** Under the name of the graph, unless it was given another. */
async function withGraph(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  item: Omit<DashletItem, 'id'>,
  asked: GraphOfDashlet,
): Promise<Omit<DashletItem, 'id'>> {
  const { name, answers } = await graphToAdd(tx, actor, institutionId, asked);
  return { ...item, name: item.name ?? name, graph: { ...asked, answers } };
}

/** The name of a graph that its author can open, and the answers to what it asks. */
async function graphToAdd(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { id, answers: given }: GraphOfDashlet,
): Promise<{ name: string; answers: GraphOfDashlet['answers'] }> {
  const found = id === null ? null : await visibleGraph(tx, actor, institutionId, id);
  if (!found) throw new ValidationError('graph_id', 'This graph no longer exists. Choose another one.');
  const asked = askedRules(found.definition.filters);
  if (asked.length === 0) return { name: found.name, answers: null };
  if (asked.some(({ place }) => !given?.[place]))
    throw new ValidationError('answers', 'Answer the questions of the graph.');
  return { name: found.name, answers: Object.fromEntries(asked.map(({ place }) => [place, given![place]!])) };
}
