import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, pick } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customFields } from './custom-fields.schema.ts';
import type { DefinitionInput, EditDefinitions } from './definition-fields.ts';
import { mergeDefinitions, type MergedDefinitions } from './merge-definitions.ts';
import * as write from './write-definitions.ts';
import { hasOptions } from '#kernel/contracts/custom-field.ts';
import { searchable } from '#kernel/searchable.ts';
import { fieldGroupLabels } from '#kernel/contracts/field-groups.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, type Changes } from '#kernel/edit/changes.ts';

/**
 * Saves the changes of a form to the custom fields of an entity; other people's changes are kept. Nothing is deleted.
 */
export async function editDefinitions(tx: Tx, actor: Actor, input: EditDefinitions): Promise<void> {
  const { institutionId, entity, fields } = input;
  allow(actor, 'customFields.edit', institutionId);
  await lockFields(tx, institutionId, entity);
  const before = await write.definitionsOf(tx, institutionId, entity);
  const known = new Map(before.map((field) => [field.id, field]));
  const named = [...fields.kept.flatMap(({ id }) => id ?? []), ...fields.destroyed];
  if (named.some((id) => !known.has(id))) throw new NotFound('field');
  for (const { id, ...field } of fields.kept) requireKnownOptions(field, known.get(id ?? 0));
  const merged = await mergeDefinitions(tx, actor, input, before);
  checkDefinitions(merged, known);

  const context: write.EditContext = { tx, institutionId, redactions: [] };
  await write.retire(context, merged.retired);
  await write.clearLabels(context, merged.touched, known);
  for (const field of merged.touched) await write.writeField(context, entity, field, known.get(field.id ?? 0));
  await write.writeOrder(context, entity, merged.kept, before);
  await recordDefinitions(context, actor, input, before, await write.definitionsOf(tx, institutionId, entity));
}

/** Serialises edits, also with writes of values. */
export const lockFields = (tx: Tx, institutionId: number, entity: Entity) =>
  tx
    .select({ id: customFields.id })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(customFields.id)
    .for('no key update');

function requireKnownOptions(field: Omit<DefinitionInput, 'id'>, old: write.Definition | undefined): void {
  const ids = new Set(old?.options.map(({ id }) => id));
  const named = [...field.options.flatMap(({ id }) => id ?? []), ...field.retiredOptions, ...field.restoredOptions];
  if (named.some((id) => !ids.has(id))) throw new NotFound('choice');
}

/** Built-in fields. Custom fields can't have the same name, which would be ambiguous, especially in files. */
const builtIn = new Set(
  `surname|last name|first name|middle name|name|gender|sex|date of birth|birth date|age|phone|mobile|e-mail|email|address|
city|community|country|state|state of origin|lga|nationality|religion|language|blood group|genotype|category|status|photo|
admission number|registration number|admission date|batch|class|program|institution|employee number|department|position|
job title|qualification|educational qualification|marital status|date of employment|title|occupation|employer|next of kin|
relation`
    .split('|')
    .map((word) => word.trim()),
);

/** Refuses invalid definitions, with an error on each field. */
function checkDefinitions({ kept, touched }: MergedDefinitions, before: Map<number, write.Definition>): void {
  const errors: [string, string][] = [];
  // Names of fields the form did not change are taken.
  const labels = new Map(
    kept.filter((field) => !touched.includes(field)).map(({ label }) => [searchable(label), label]),
  );
  for (const field of touched) {
    const on = (name: string) => `fields.${field.key}.${name}`;
    const old = field.id === null ? undefined : before.get(field.id);
    const same = searchable(field.label);
    if (labels.has(same))
      errors.push([on('label'), `A field named ${labels.get(same)} already exists. Choose a different name.`]);
    else if (builtIn.has(same) && searchable(old?.label ?? '') !== same)
      errors.push([on('label'), `${field.label} is a built-in field. Choose a different name.`]);
    labels.set(same, field.label);
    if (old) errors.push(...typeErrors(field, old));
    if (hasOptions(field.type)) errors.push(...optionErrors(field));
  }
  const [first, ...more] = errors;
  if (first) throw new ValidationError(...first, Object.fromEntries(more.toReversed()));
}

function* typeErrors(field: DefinitionInput, old: write.Definition): Generator<[string, string]> {
  const on = (name: string) => `fields.${field.key}.${name}`;
  if (!old.isUsed) return;
  if (field.type !== old.type)
    yield [
      on('type'),
      `${old.label} already has values, so its type can’t be changed. Remove it and add a field of the new type.`,
    ];
  if (field.group !== old.group && old.group !== 'general')
    yield [
      on('group'),
      `${old.label} already has values restricted to “${fieldGroupLabels[old.group]}”, so its visibility can’t be changed.`,
    ];
}

function* optionErrors(field: DefinitionInput): Generator<[string, string]> {
  if (field.options.length === 0) yield [`fields.${field.key}.type`, `Add at least one choice to ${field.label}.`];
  const labels = new Set<string>();
  for (const { key, label } of field.options) {
    const on = `fields.${field.key}.options.${key}.label`;
    if (label.includes(';')) yield [on, 'Remove the semicolon: it separates choices in files.'];
    if (labels.has(searchable(label))) yield [on, `${label} appears twice in this list. Remove one.`];
    labels.add(searchable(label));
  }
}

const plural = { student: 'students', employee: 'employees', guardian: 'guardians' };

export const pluralOf = (entity: Entity): string => plural[entity];

async function recordDefinitions(
  { tx, redactions }: write.EditContext,
  actor: Actor,
  { institutionId, entity }: EditDefinitions,
  before: write.Definition[],
  after: write.Definition[],
): Promise<void> {
  const old = new Map(before.map((field) => [field.id, field]));
  const added = after.filter(({ id }) => !old.has(id)).map(({ label }) => label);
  const retired = after.filter(({ id, isRetired }) => isRetired && old.get(id)?.isRetired === false);
  const restored = after.filter(({ id, isRetired }) => !isRetired && old.get(id)?.isRetired);
  const changed: Record<string, Changes> = {};
  for (const field of after) {
    const was = old.get(field.id);
    if (!was || field.isRetired) continue;
    const changes = changesBetween(auditView(was), auditView(field));
    if (Object.keys(changes).length) changed[was.label] = changes;
  }
  const orderOf = (fields: write.Definition[]) =>
    fields.filter(({ id, isRetired }) => !isRetired && old.get(id)?.isRetired === false);
  const stays = (fields: write.Definition[]) =>
    orderOf(fields)
      .filter(({ id }) => !retired.some((field) => field.id === id))
      .map(({ id }) => id)
      .join();
  const isMoved = stays(before) !== stays(after);
  const parts = [
    added.length && `added ${added.join(', ')}`,
    Object.keys(changed).length && `changed ${Object.keys(changed).join(', ')}`,
    retired.length && `archived ${retired.map(({ label }) => label).join(', ')}`,
    restored.length && `restored ${restored.map(({ label }) => label).join(', ')}`,
    isMoved && 'changed the order',
  ].filter(Boolean);
  if (parts.length === 0) return;
  await record(tx, actor, 'customFields.edit', {
    institutionId,
    summary: `custom fields of ${plural[entity]}: ${parts.join('; ')}`,
    details: {
      entity,
      added,
      changed,
      retired: retired.map(({ label }) => label),
      ...(restored.length && { restored: restored.map(({ label }) => label) }),
      ...(redactions.length && { redactions }),
      ...(isMoved && { order: orderOf(after).map(({ label }) => label) }),
    },
  });
}

/** A field as recorded in the audit log. */
const auditView = (field: write.Definition) => ({
  ...pick(field, 'label', 'help', 'type', 'group', 'isRequired'),
  choices: write
    .offered(field)
    .map(({ label }) => label)
    .join('; '),
});
