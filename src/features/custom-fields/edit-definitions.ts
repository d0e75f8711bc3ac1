import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, type Changes } from '#kernel/edit/changes.ts';
import { hasOptions } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { checkDefinitions } from './check-definitions.ts';
import { customFieldOptions, customFields } from './custom-fields.schema.ts';
import type { DefinitionInput, EditDefinitions } from './definition-fields.ts';
import { definitionsOf, offered, type Definition } from './definitions.queries.ts';
import { mergeDefinitions } from './merge-definitions.ts';

/**
 * Saves the changes of a form to the custom fields of an entity; other people's changes are kept. Nothing is deleted.
 */
export async function editDefinitions(tx: Tx, actor: Actor, input: EditDefinitions): Promise<void> {
  const { institutionId, entity, fields } = input;
  allow(actor, 'customFields.edit', institutionId);
  await lockFields(tx, institutionId, entity);
  const before = await definitionsOf(tx, institutionId, entity);
  const known = new Map(before.map((field) => [field.id, field]));
  const named = [...fields.kept.flatMap(({ id }) => id ?? []), ...fields.destroyed];
  if (named.some((id) => !known.has(id))) throw new NotFound('field');
  for (const { id, ...field } of fields.kept) requireKnownOptions(field, known.get(id ?? 0));
  const merged = await mergeDefinitions(tx, actor, input, before);
  checkDefinitions(merged, known);

  const context: EditContext = { tx, institutionId, redactions: [] };
  await retire(context, merged.retired);
  await clearLabels(context, merged.touched, known);
  for (const field of merged.touched) await writeField(context, entity, field, known.get(field.id ?? 0));
  await writeOrder(context, entity, merged.kept, before);
  await recordDefinitions(context, actor, input, before, await definitionsOf(tx, institutionId, entity));
}

interface EditContext {
  tx: Tx;
  institutionId: number;
  /** What was restricted in the log, recorded so that the log's hash chain can be verified. */
  redactions: unknown[];
}

/** Serialises edits, also with writes of values. */
export const lockFields = (tx: Tx, institutionId: number, entity: Entity) =>
  tx
    .select({ id: customFields.id })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(customFields.id)
    .for('no key update');

function requireKnownOptions(field: Omit<DefinitionInput, 'id'>, old: Definition | undefined): void {
  const ids = new Set(old?.options.map(({ id }) => id));
  const named = [...field.options.flatMap(({ id }) => id ?? []), ...field.retiredOptions, ...field.restoredOptions];
  if (named.some((id) => !ids.has(id))) throw new NotFound('choice');
}

const isField = (institutionId: number, id: number) =>
  and(eq(customFields.institutionId, institutionId), eq(customFields.id, id));
const areOptions = (institutionId: number, ids: number[]) =>
  and(eq(customFieldOptions.institutionId, institutionId), inArray(customFieldOptions.id, ids));

async function retire({ tx, institutionId }: EditContext, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(customFields)
    .set({ retiredAt: sql`coalesce(${customFields.retiredAt}, now())` })
    .where(and(eq(customFields.institutionId, institutionId), inArray(customFields.id, ids)));
}

/** Sets temporary names, in case two records swap theirs. */
async function clearLabels(
  { tx, institutionId }: EditContext,
  touched: DefinitionInput[],
  known: Map<number, Definition>,
) {
  for (const { id, label, options } of touched) {
    if (id === null) continue;
    if (known.get(id)!.label !== label)
      await tx
        .update(customFields)
        .set({ label: `· ${id}` })
        .where(isField(institutionId, id));
    const renamed = options.flatMap((option) => option.id ?? []);
    if (renamed.length)
      await tx
        .update(customFieldOptions)
        .set({ label: sql`'· ' || ${customFieldOptions.id}` })
        .where(areOptions(institutionId, renamed));
  }
}

async function writeField(context: EditContext, entity: Entity, input: DefinitionInput, old: Definition | undefined) {
  const { tx, institutionId } = context;
  const { label, help, type, group: fieldGroup, isRequired } = input;
  const values = { label, help, type, fieldGroup, isRequired };
  const fieldId = old?.id ?? (await addField(context, { ...values, entity, position: 100_000 }));
  // Restores a field that someone retired meanwhile.
  if (old)
    await tx
      .update(customFields)
      .set({ ...values, retiredAt: null })
      .where(isField(institutionId, fieldId));
  if (old?.group === 'general' && fieldGroup !== 'general')
    context.redactions.push(await restrictInLog(context, entity, old.label, fieldGroup));
  // A field that is no longer a list keeps its choices, in case it becomes one again.
  if (hasOptions(type)) await writeOptions(context, fieldId, input);
}

async function restrictInLog({ tx, institutionId }: EditContext, entity: Entity, label: string, fieldGroup: string) {
  const { rows } = await tx.execute<{ redaction: unknown }>(
    sql`select akada_restrict_own_field(${institutionId}, ${entity}, ${label}, ${fieldGroup}) as redaction`,
  );
  return rows[0]!.redaction;
}

async function addField(
  { tx, institutionId }: EditContext,
  values: Omit<typeof customFields.$inferInsert, 'institutionId'>,
) {
  const [added] = await tx
    .insert(customFields)
    .values({ ...values, institutionId })
    .returning({ id: customFields.id });
  return added!.id;
}

async function writeOptions(
  { tx, institutionId }: EditContext,
  fieldId: number,
  { options, retiredOptions, restoredOptions }: DefinitionInput,
): Promise<void> {
  if (retiredOptions.length)
    await tx
      .update(customFieldOptions)
      .set({ retiredAt: sql`coalesce(${customFieldOptions.retiredAt}, now())` })
      .where(areOptions(institutionId, retiredOptions));
  if (restoredOptions.length)
    await tx.update(customFieldOptions).set({ retiredAt: null }).where(areOptions(institutionId, restoredOptions));
  for (const [at, { id, label }] of options.entries()) {
    const values = { label, position: at + 1 };
    if (id)
      await tx
        .update(customFieldOptions)
        .set(values)
        .where(areOptions(institutionId, [id]));
    else await tx.insert(customFieldOptions).values({ ...values, institutionId, fieldId });
  }
}

/** Saves the merged order; retired fields come last. */
async function writeOrder(
  { tx, institutionId }: EditContext,
  entity: Entity,
  kept: DefinitionInput[],
  before: Definition[],
) {
  const now = await tx
    .select({ id: customFields.id, label: customFields.label, position: customFields.position })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(customFields.position, customFields.id);
  const old = new Set(before.map(({ id }) => id));
  const added = now.filter(({ id }) => !old.has(id));
  const place = new Map<number, number>();
  // New fields have no id yet, and labels in a form are unique.
  for (const [at, { id, label }] of kept.entries())
    place.set(id ?? added.find((field) => field.label === label)!.id, at);
  const order = now.toSorted((a, b) => (place.get(a.id) ?? kept.length) - (place.get(b.id) ?? kept.length));
  for (const [at, { id, position }] of order.entries())
    if (position !== at + 1)
      await tx
        .update(customFields)
        .set({ position: at + 1 })
        .where(isField(institutionId, id));
}

const plural = { student: 'students', employee: 'employees', guardian: 'guardians' };
export const pluralOf = (entity: Entity): string => plural[entity];

async function recordDefinitions(
  { tx, redactions }: EditContext,
  actor: Actor,
  { institutionId, entity }: EditDefinitions,
  before: Definition[],
  after: Definition[],
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
  const orderOf = (fields: Definition[]) =>
    fields.filter(({ id, isRetired }) => !isRetired && old.get(id)?.isRetired === false);
  const stays = (fields: Definition[]) =>
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
const auditView = (field: Definition) => ({
  label: field.label,
  help: field.help,
  type: field.type,
  group: field.group,
  isRequired: field.isRequired,
  choices: offered(field)
    .map(({ label }) => label)
    .join('; '),
});
