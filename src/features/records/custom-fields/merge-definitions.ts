import type { Actor } from '#kernel/actor.ts';
import { hasOptions } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { mergeOrder } from '#kernel/edit/merge-values.ts';
import { decide } from '#kernel/edit/decide.ts';
import type { DefinitionInput, EditDefinitions } from './definition-fields.ts';
import { offered, type Definition } from './definitions.queries.ts';
import {
  fieldProperties,
  type Property,
  fieldInForm,
  type FieldRow,
  type OpenedRow,
  OpenedRows,
  propertyParts,
  optionParts,
  labelOfOption,
  wholePart,
} from './definition-parts.ts';

/** The values the form was opened with: the active fields by id. */
export const openedDefinitions = (fields: Definition[]): Opened => ({
  fields: Object.fromEntries(
    fields.filter(({ isRetired }) => !isRetired).map((field, at) => [field.id, fieldInForm(field, at)]),
  ),
});

export interface MergedDefinitions {
  /** All resulting fields in order: unchanged, edited and new ones. */
  kept: DefinitionInput[];
  /** Those that the form edited or added. */
  touched: DefinitionInput[];
  retired: number[];
}

/**
 * Applies the form's changes to the current fields. Conflicting changes are asked about: per property and choice, or
 * for the whole field if one person removed it and another edited it.
 */
export async function mergeDefinitions(
  tx: Tx,
  actor: Actor,
  { institutionId, fields, opened: sentOpened }: EditDefinitions & { opened: Opened },
  before: Definition[],
): Promise<MergedDefinitions> {
  const opened = OpenedRows.parse(sentOpened['fields']);
  const known = new Map(before.map((field) => [field.id, field]));
  const now = before.filter(({ isRetired }) => !isRetired);
  const rowOf = (field: Definition): FieldRow | null =>
    field.isRetired ? null : fieldInForm(field, now.indexOf(field));
  const parts = [
    ...fields.destroyed.map((id) => wholePart(known.get(id)!, opened[id], null, rowOf(known.get(id)!))),
    ...fields.kept.flatMap((field) => {
      const old = known.get(field.id ?? 0);
      if (!old) return [];
      if (old.isRetired) return [wholePart(old, opened[old.id], field, null)];
      return [...propertyParts(old, opened[old.id], field), ...optionParts(old, opened[old.id], field)];
    }),
  ];
  const subject = { institutionId, actions: ['customFields.edit', 'customFields.restore'] };
  const changed = await decide(tx, actor, subject, parts);

  const isChanged = (path: string) => changed.has(`fields.${path}`);
  const retired = fields.destroyed.filter((id) => isChanged(`${id}`));
  const merged = new Map<number | string, DefinitionInput>();
  const touched: DefinitionInput[] = [];
  for (const field of fields.kept) {
    const old = known.get(field.id ?? 0);
    // Retired by someone else, and not edited in this form.
    if (old?.isRetired && !isChanged(`${old.id}`)) continue;
    const isWhole = !old || old.isRetired;
    const result = isWhole ? field : mergeField(field, old, opened[old.id], isChanged);
    merged.set(old?.id ?? field.key, result);
    if (isWhole || isChangedFrom(result, old)) touched.push(result);
  }
  for (const field of now)
    if (!merged.has(field.id) && !retired.includes(field.id)) merged.set(field.id, unchanged(field));
  const order = mergeOrder<number | string>(
    inPlace(Object.values(opened)),
    fields.kept.map(({ id, key }) => id ?? key).filter((key) => merged.has(key)),
    now.map(({ id }) => id).filter((id) => merged.has(id)),
  );
  return { kept: order.map((key) => merged.get(key)!), touched, retired };
}

const inPlace = (rows: { id: number; position: number }[]) =>
  rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id);

const unchanged = (field: Definition): DefinitionInput => ({
  key: String(field.id),
  id: field.id,
  label: field.label,
  help: field.help,
  type: field.type,
  group: field.group,
  isRequired: field.isRequired,
  options: hasOptions(field.type) ? offered(field).map(({ id, label }) => ({ key: String(id), id, label })) : [],
  retiredOptions: [],
  restoredOptions: [],
});

/** The field with the form's changes applied to its current state. */
function mergeField(
  sent: DefinitionInput,
  old: Definition,
  opened: OpenedRow | undefined,
  isChanged: (path: string) => boolean,
): DefinitionInput {
  const result = unchanged(old);
  for (const property of Object.keys(fieldProperties) as Property[])
    if (isChanged(`${old.id}.${property}`)) Object.assign(result, { [property]: sent[property] });
  result.key = sent.key;
  if (!hasOptions(result.type)) return { ...result, options: [] };
  const isEditedOption = (id: number) => isChanged(`${old.id}.options.${id}`);
  const labels = new Map<number | string, { key: string; id: number | null; label: string }>(
    offered(old).map(({ id, label }) => [id, { key: String(id), id, label }]),
  );
  for (const option of sent.options)
    if (option.id === null || isEditedOption(option.id)) labels.set(option.id ?? option.key, option);
  for (const id of sent.restoredOptions.filter(isEditedOption))
    labels.set(id, { key: String(id), id, label: labelOfOption(old, id) });
  result.retiredOptions = sent.retiredOptions.filter(isEditedOption);
  for (const id of result.retiredOptions) labels.delete(id);
  const order = mergeOrder<number | string>(
    inPlace(Object.values(opened?.options ?? {})),
    sent.options.map(({ id, key }) => id ?? key).filter((key) => labels.has(key)),
    offered(old)
      .map(({ id }) => id)
      .filter((id) => labels.has(id)),
  );
  // Restored choices come last.
  const last = [...labels.keys()].filter((key) => !order.includes(key));
  result.options = [...order, ...last].map((key) => labels.get(key)!);
  result.restoredOptions = result.options.flatMap(({ id }) => (id && isRetiredIn(old, id) ? [id] : []));
  return result;
}

const isRetiredIn = ({ options }: Definition, id: number) => options.find((option) => option.id === id)!.isRetired;

/** Whether the field differs from its stored state. */
function isChangedFrom(result: DefinitionInput, old: Definition): boolean {
  const content = ({ label, help, type, group, isRequired, options }: DefinitionInput) =>
    JSON.stringify([label, help, type, group, isRequired, options.map(({ id, label: text }) => [id, text])]);
  return content(result) !== content(unchanged(old));
}
