import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { checkDefinitions } from './check-definitions.ts';
import { customFields } from './custom-fields.schema.ts';
import type { DefinitionInput, EditDefinitions } from './definition-fields.ts';
import { definitionsOf, type Definition } from './definitions.queries.ts';
import { mergeDefinitions } from './merge-definitions.ts';
import { recordDefinitions } from './record-definitions.ts';
import { type EditContext, retire, clearLabels, writeField, writeOrder } from './write-definitions.ts';

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
