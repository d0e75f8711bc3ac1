import type { Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { ValidationError } from '#kernel/errors.ts';
import { shapesOf, splitsSeen } from '../custom/offer.ts';
import { readFilter } from '../custom/data-filters.ts';
import { allRecords } from '../custom/records.queries.ts';
import { associateNamed, associateOf, modelOf, seesType } from '../custom/registry.ts';
import type { CustomDashlet, DashletItem } from '../dashlets.ts';
import { isCustom, isGraph, type DashletFields } from './dashlet-fields.ts';

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
  if (!ready.some(({ key }) => key === kind)) throw new ValidationError('kind', 'Choose a dashlet from the list.');
  return { kind, name, size, custom: null };
}

export function readCustom(actor: Actor, institutionId: number, fields: DashletFields): CustomDashlet {
  const { model_name, model_record, data_filter, shown_as } = fields;
  const model_associate_type = associateNamed(fields.model_associate_type, model_name);
  const model = modelOf(model_name);
  if (!model || !seesType(actor, model.type, institutionId)) throw new ValidationError('model_name', 'Choose a model.');
  const record = recordIn(model_record);
  const type = associateOf(model_associate_type);
  if (!type || !model.associates.includes(model_associate_type) || !seesType(actor, type, institutionId))
    throw new ValidationError('model_associate_type', 'Choose what the dashlet counts.');
  if (!readFilter(type, data_filter)) throw new ValidationError('data_filter', 'Choose a data filter.');
  if (!shapesOf(type).some(({ value }) => value === shown_as))
    throw new ValidationError('shown_as', `${type.label} can’t be shown like this. Choose another way.`);
  const isSplit = shown_as === 'bars' || shown_as === 'donut';
  const splits = splitsSeen(actor, type, institutionId);
  const split = fields.split_by || splits[0]?.value;
  if (isSplit && !splits.some(({ value }) => value === split))
    throw new ValidationError('split_by', 'Choose what the marks stand for.');
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
