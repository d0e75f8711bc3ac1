import { changesBetween } from '#kernel/edit/changes.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import { valuesOfMany } from '#features/records/custom-fields/values-of-many.queries.ts';
import { saveValuesInBulk } from '#features/records/custom-fields/bulk-values.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Written } from '../kinds/kind.ts';
import { pickFields, type Rewritten } from './write-people.ts';

/** Writes the custom fields given in the file; returns the changes by person. */
export async function writeCustomFields(
  tx: Tx,
  institutionId: number,
  entity: Entity,
  fields: CustomField[],
  { fresh, changed }: Record<'fresh' | 'changed', { personId: number; record: PersonRecord }[]>,
): Promise<Map<number, Written['own']>> {
  const given = fields.filter(({ id }) => [...fresh, ...changed].some(({ record }) => record.custom.has(id)));
  if (given.length === 0) return new Map();
  const ids = changed.map(({ personId }) => personId);
  const before = await valuesOfMany(tx, institutionId, entity, ids, given);
  const changes = new Map<number, Written['own']>();
  for (const { personId, record } of changed) {
    const own: Written['own'] = new Map();
    for (const field of given) {
      const [from, to] = [before.get(personId)?.[field.id] ?? null, record.custom.get(field.id)];
      if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) own.set(field, { from, to });
    }
    if (own.size) changes.set(personId, own);
  }
  await saveValuesInBulk(tx, { institutionId, entity }, given, [
    ...fresh.map(({ personId, record }) => ({ personId, values: record.custom })),
    ...[...changes].map(([personId, own]) => ({
      personId,
      values: new Map([...own].map(([{ id }, { to }]) => [id, to] as const)),
    })),
  ]);
  return changes;
}

/** The changes of a record, for its history and for undo. */
export const writtenOf = (
  { before, after }: Pick<Rewritten, 'before' | 'after'>,
  personId: number,
  own: Map<number, Written['own']>,
): Written => ({
  personId,
  called: `${String(after['firstName'])} ${String(after['surname'])}`,
  isNew: false,
  fields: changesBetween(before, after),
  own: own.get(personId) ?? new Map(),
  links: [],
});

/** People whose record or custom fields changed. */
export function changedPeople(
  changed: { personId: number; record: PersonRecord }[],
  rewritten: Rewritten[],
  own: Map<number, Written['own']>,
): Written[] {
  const byId = new Map(rewritten.map((one) => [one.personId, one]));
  return changed.flatMap(({ personId, record }) => {
    const one = byId.get(personId);
    if (!one && !own.has(personId)) return [];
    return [
      writtenOf(one ?? { before: {}, after: { ...pickFields(['firstName', 'surname'], record) } }, personId, own),
    ].map((written) => (one ? written : { ...written, fields: {} }));
  });
}
