import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { namedRecord, allRecords } from '../custom/records.queries.ts';
import { dashlets } from '../dashlets.schema.ts';
import { allowBoard } from './boards.ts';
import { boardLabel, columnsOf, dropRemoved, nextPosition, openBoard } from './open-board.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { type DashletItem, type GraphOfDashlet, type CustomDashlet, SAVED_GRAPH, shapes, sizes } from '../dashlets.ts';
import { visibleGraph } from '#features/insight/reports/graphs/run/small-graph.ts';
import { askedRules } from '#features/insight/reports/engine/definition.ts';
import {
  readFilter,
  shapesOf,
  splitsSeen,
  modelOf,
  associateNamed,
  associateOf,
  seesType,
} from '../custom/data-offer.ts';
import { choice, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { CUSTOM_DASHLET, PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { Answers } from '#features/insight/reports/run/questions.ts';

const mostDashlets = 24;

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
    throw new ValidationError('kind', `There is room for ${mostDashlets} cards. Remove one before you add another.`);
  const [made] = await tx
    .insert(dashlets)
    .values({ institutionId, boardId: board.id, position: next, ...columnsOf(item) })
    .returning({ id: dashlets.id });
  const label = item.name ?? ready.find(({ key }) => key === item.kind)!.label;
  await record(tx, actor, 'dashlets.add', {
    institutionId,
    summary: `added a card to ${boardLabel(board)}`,
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
async function graphToAdd(tx: Tx, actor: Actor, institutionId: number, { id, answers: given }: GraphOfDashlet) {
  const found = id === null ? null : await visibleGraph(tx, actor, institutionId, id);
  if (!found) throw new ValidationError('graph_id', 'This graph no longer exists. Choose another one.');
  const asked = askedRules(found.definition.filters);
  if (asked.length === 0) return { name: found.name, answers: null };
  if (asked.some(({ place }) => !given?.[place])) throw new ValidationError('answers', 'Answer the graph’s questions.');
  return { name: found.name, answers: Object.fromEntries(asked.map(({ place }) => [place, given![place]!])) };
}

/** What the form describes. Its words are for the user; names are looked up in the registries only. */
export function readDashlet(
  actor: Actor,
  ready: readonly ReadyDashlet[],
  institutionId: number,
  fields: DashletFields,
): Omit<DashletItem, 'id'> {
  const { kind, name, size } = fields;
  if (isCustom(fields)) {
    const custom = readCustom(actor, institutionId, fields);
    if (name === null) throw new ValidationError('name', 'Enter a name.');
    return { kind, name, size, custom };
  }
  if (isGraph(fields)) {
    const id = rowIn(fields.graph_id);
    if (id === null) throw new ValidationError('graph_id', 'Choose a graph.');
    return { kind, name, size, custom: null, graph: { id, answers: fields.answers ?? null } };
  }
  if (!ready.some(({ key }) => key === kind)) throw new ValidationError('kind', 'Choose a card from the list.');
  return { kind, name, size, custom: null };
}

function readCustom(actor: Actor, institutionId: number, fields: DashletFields): CustomDashlet {
  const { model_name, model_record, data_filter, shown_as } = fields;
  const model_associate_type = associateNamed(fields.model_associate_type, model_name);
  const model = modelOf(model_name);
  if (!model || !seesType(actor, model.type, institutionId)) throw new ValidationError('model_name', 'Choose a model.');
  const record = recordIn(model_record);
  const type = associateOf(model_associate_type);
  if (!type || !model.associates.includes(model_associate_type) || !seesType(actor, type, institutionId))
    throw new ValidationError('model_associate_type', 'Choose what the card counts.');
  if (!readFilter(type, data_filter)) throw new ValidationError('data_filter', 'Choose a data filter.');
  if (!shapesOf(type).some(({ value }) => value === shown_as))
    throw new ValidationError('shown_as', `${type.label} can’t be shown like this. Choose another way.`);
  const isSplit = shown_as === 'bars' || shown_as === 'donut';
  const splits = splitsSeen(actor, type, institutionId);
  const split = fields.split_by || splits[0]?.value;
  if (isSplit && !splits.some(({ value }) => value === split))
    throw new ValidationError('split_by', 'Choose the meaning of the marks.');
  return {
    model_name,
    model_record: record,
    model_associate_type,
    data_filter,
    shown_as,
    split_by: isSplit ? split! : null,
  };
}

function recordIn(text: string): number | null {
  if (text === allRecords) return null;
  const record = rowIn(text);
  if (record === null) throw new ValidationError('model_record', 'Choose a record, or all of them.');
  return record;
}

const rowIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** 5.1: the placeholder is no choice. */
const chosen = (max = 80) =>
  z.preprocess(
    (value) =>
      value === undefined || value === PLACEHOLDER_OPTION ? '' : typeof value === 'number' ? String(value) : value,
    z.string().trim().max(max),
  );

/** A dashlet as the form sends it (3.11). What belongs to a custom dashlet is ignored for any other kind (4.14), as is a graph. */
export const DashletFields = z.object({
  kind: z.string({ error: 'Choose a card.' }).trim().min(1, 'Choose a card.').max(80, 'Choose a card.'),
  name: emptyIsNull(line(80, 'The name')),
  size: z.preprocess((value) => value ?? 'small', choice(sizes)),
  model_name: chosen(40),
  model_record: chosen(20),
  model_associate_type: chosen(40),
  data_filter: chosen(),
  shown_as: z.preprocess((value) => (value === '' || value === undefined ? 'figure' : value), choice(shapes)),
  split_by: chosen(40),
  graph_id: chosen(20),
  answers: z.preprocess((value) => (value === '' ? undefined : value), Answers),
});
export type DashletFields = z.infer<typeof DashletFields>;

export const AddDashlet = DashletFields.extend({ institution_id: id, role_id: emptyIsNull(id) });

const isCustom = ({ kind }: Pick<DashletFields, 'kind'>) => kind === CUSTOM_DASHLET;
const isGraph = ({ kind }: Pick<DashletFields, 'kind'>) => kind === SAVED_GRAPH;
