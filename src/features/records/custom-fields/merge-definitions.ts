import type { Actor } from '#kernel/actor.ts';
import { hasOptions, type CustomField, type CustomValues } from '#kernel/contracts/custom-field.ts';
import { type Tx, render, type Db, query, pick } from '#kernel/database.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { mergeOrder } from '#kernel/edit/merge-values.ts';
import { decide } from '#kernel/edit/decide.ts';
import type { DefinitionInput, EditDefinitions } from './definition-fields.ts';
import { offered, type Definition } from './write-definitions.ts';
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
import { sql, and, eq, inArray } from 'drizzle-orm';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Row, Side } from '#kernel/personal-data/merge-fields.ts';
import type { Merge, MergePreviewField, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { anyId, ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customValues } from './custom-fields.schema.ts';
import { personColumn } from './custom-fields.queries.ts';

/** The values the form was opened with: the active fields by id. */
export const openedDefinitions = (fields: Definition[]): OpenedValues => ({
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
  { institutionId, fields, opened: sentOpened }: EditDefinitions & { opened: OpenedValues },
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
  ...pick(field, 'id', 'label', 'help', 'type', 'group', 'isRequired'),
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

interface CustomPair {
  fieldId: number;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
}

/** The values of both records in each custom field, in words. */
async function customPairs({ tx, kind, institutionId, keptId, otherId }: Merge): Promise<CustomPair[]> {
  const owner = ownerColumn(kind.entity);
  const rows = await query<CustomPair>(tx, render)`
    select f.id as "fieldId", f.label, f.field_group as "group",
      string_agg(v.value, ', ' order by v.value) filter (where v.person = ${keptId}) as kept,
      string_agg(v.value, ', ' order by v.value) filter (where v.person = ${otherId}) as other
    from custom_fields f join (
      select c.institution_id, c.field_id, c.${owner} as person, coalesce(c.text_value, c.number_value::text, c.date_value::text,
        case c.yes_value when true then 'Yes' when false then 'No' end, o.label, x.name) as value
      from custom_values c
      left join custom_field_options o on (o.institution_id, o.id) = (c.institution_id, c.option_id)
      left join files x on (x.institution_id, x.id) = (c.institution_id, c.file_id)
      where c.institution_id = ${institutionId} and c.${owner} in (${keptId}, ${otherId})) v
      on (v.institution_id, v.field_id) = (f.institution_id, f.id)
    where f.institution_id = ${institutionId}
    group by f.institution_id, f.id order by f.position, f.id`;
  return rows.map((row) => ({ ...row, fieldId: Number(row.fieldId) }));
}

const keyOf = ({ fieldId }: CustomPair) => `custom_${fieldId}`;
const winnerOf = (pair: CustomPair, take: Record<string, Side>): Side =>
  take[keyOf(pair)] ?? (pair.kept === null && pair.other !== null ? 'other' : 'kept');

/** Custom fields to choose from, beside the fields of the record. */
export const customMergeFields = async (merge: Merge): Promise<MergePreviewField[]> =>
  (await customPairs(merge)).map((pair) => ({
    key: keyOf(pair),
    ...pick(pair, 'label', 'group', 'kept', 'other'),
    winner: winnerOf(pair, {}),
    isSame: pair.kept === pair.other,
  }));

/** Winning values go to the kept record; those that lose stay with the merged one. */
export async function mergeValues(merge: RunningMerge): Promise<void> {
  const { kind, institutionId, keptId, otherId, take, journal } = merge;
  const owner = ownerColumn(kind.entity);
  const moving = (await customPairs(merge))
    .filter((pair) => pair.other !== null && winnerOf(pair, take) === 'other')
    .map(({ fieldId }) => fieldId);
  if (moving.length === 0) return;
  const valuesOf = (personId: number) =>
    sql`institution_id = ${institutionId} and ${owner} = ${personId} and field_id = ${anyId(moving)}`;
  const losing = await journal.run('custom_values', sql`delete from custom_values where ${valuesOf(keptId)}`);
  await journal.run('custom_values', sql`update custom_values set ${owner} = ${keptId} where ${valuesOf(otherId)}`);
  if (losing.length === 0) return;
  const rows = losing.map(({ before }): Row => ({ ...before, [`${kind.entity}_id`]: otherId }));
  await journal.run(
    'custom_values',
    sql`insert into custom_values overriding system value
      select * from jsonb_populate_recordset(null::custom_values, ${JSON.stringify(rows)}::jsonb)`,
  );
}

/** The values of some fields of several people, by person, without files. */
export async function valuesOfMany(
  db: Db,
  institutionId: number,
  entity: Entity,
  personIds: number[],
  fields: readonly CustomField[],
): Promise<Map<number, CustomValues>> {
  if (personIds.length === 0 || fields.length === 0) return new Map();
  const rows = await db
    .select({
      personId: personColumn[entity],
      fieldId: customValues.fieldId,
      text: customValues.textValue,
      number: customValues.numberValue,
      day: customValues.dateValue,
      yes: customValues.yesValue,
      optionId: customValues.optionId,
    })
    .from(customValues)
    .where(
      and(
        eq(customValues.institutionId, institutionId),
        inArray(personColumn[entity], personIds),
        inArray(
          customValues.fieldId,
          fields.map(({ id }) => id),
        ),
      ),
    );
  const orders = new Map(fields.map(({ id, options }) => [id, new Map(options.map((option, at) => [option.id, at]))]));
  const values = new Map<number, CustomValues>();
  for (const { personId, fieldId, ...row } of rows) {
    const ofPerson = values.get(personId!) ?? {};
    values.set(personId!, ofPerson);
    const chosen = (ofPerson[fieldId] as number[] | undefined) ?? [];
    const order = orders.get(fieldId);
    const value =
      row.optionId !== null
        ? [...chosen, row.optionId].sort((a, b) => (order?.get(a) ?? 0) - (order?.get(b) ?? 0))
        : (row.text ?? row.number ?? row.day ?? row.yes);
    if (value !== null) ofPerson[fieldId] = value;
  }
  return values;
}
