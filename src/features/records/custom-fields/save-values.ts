import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { OwnChanges } from '#kernel/edit/changes.ts';
import { customText, type CustomField, type CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { claimFile } from './custom-files.ts';
import { fieldsFor, personColumn, valuesOf } from './custom-fields.queries.ts';
import { customFields, customValues } from './custom-fields.schema.ts';
import { readCustomValue, type CustomInput, type Reading } from './read-custom-value.ts';
import { rowsOf } from './value-rows.ts';

export interface CustomPerson {
  institutionId: number;
  entity: Entity;
  personId: number;
  /** The groups the actor can see of this person; values in other groups are not changed. */
  groups: readonly FieldGroup[];
  /** New records need all required fields; existing ones only those in the form. */
  isNew?: boolean;
}

/**
 * Saves a form's custom field values and returns the changes by group, for the audit log. The caller has locked the
 * person and checked the permission. Missing fields are not changed.
 */
export async function saveValues(tx: Tx, actor: Actor, person: CustomPerson, input: CustomInput): Promise<OwnChanges> {
  const { institutionId, entity, personId, groups, isNew } = person;
  await lockFieldsShared(tx, institutionId, entity);
  const fields = await fieldsFor(tx, institutionId, entity, groups);
  if (fields.length === 0) return {};
  const before = isNew ? {} : await valuesOf(tx, institutionId, entity, personId, groups);
  const changes: OwnChanges = {};
  const errors: [string, string][] = [];
  const changed: { field: CustomField; value: CustomValue | null }[] = [];
  for (const field of fields) {
    const sent = input?.[field.id];
    if (sent === undefined && !isNew) continue;
    const old = before[field.id] ?? null;
    const reading = await read(tx, actor, person, field, sent, old);
    if ('refusal' in reading) errors.push([`custom.${field.id}`, reading.refusal]);
    else if (reading.value === null && field.isRequired) errors.push([`custom.${field.id}`, requiredMessage(field)]);
    else if (JSON.stringify(reading.value) !== JSON.stringify(old)) {
      changed.push({ field, value: reading.value });
      (changes[field.group] ??= {})[field.label] = { from: inWords(field, old), to: inWords(field, reading.value) };
    }
  }
  const [first, ...more] = errors;
  if (first) throw new ValidationError(...first, Object.fromEntries(more));
  await write(tx, person, changed);
  return changes;
}

/** Locks the definitions, so that no type changes while values are written. */
export const lockFieldsShared = (tx: Tx, institutionId: number, entity: Entity) =>
  tx
    .select({ id: customFields.id })
    .from(customFields)
    .where(
      and(
        eq(customFields.institutionId, institutionId),
        eq(customFields.entity, entity),
        isNull(customFields.retiredAt),
      ),
    )
    .orderBy(customFields.id)
    .for('share');

function read(
  tx: Tx,
  actor: Actor,
  person: CustomPerson,
  field: CustomField,
  sent: unknown,
  old: CustomValue | null,
): Promise<Reading> | Reading {
  if (field.type === 'file') return claimFile(tx, actor, person, field, sent, old);
  return readCustomValue(field, sent, Array.isArray(old) ? old : []);
}

const requiredMessage = ({ label, type }: CustomField) =>
  type === 'choice' || type === 'multi_choice' || type === 'yes_no' || type === 'file'
    ? `${label} is required. Choose one.`
    : `${label} is required.`;

const inWords = (field: CustomField, value: CustomValue | null) => (value === null ? null : customText(field, value));

async function write(
  tx: Tx,
  { institutionId, entity, personId }: CustomPerson,
  changed: { field: CustomField; value: CustomValue | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.delete(customValues).where(
    and(
      eq(customValues.institutionId, institutionId),
      eq(personColumn[entity], personId),
      inArray(
        customValues.fieldId,
        changed.map(({ field }) => field.id),
      ),
    ),
  );
  const rows = changed.flatMap(({ field, value }) => rowsOf(entity, institutionId, personId, field, value));
  if (rows.length) await tx.insert(customValues).values(rows);
}
