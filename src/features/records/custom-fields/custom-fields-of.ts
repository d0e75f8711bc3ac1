import type { SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { CustomField, CustomValues } from '#kernel/contracts/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { fieldsFor, valueRows, valuesFrom } from './custom-fields.queries.ts';

interface Shown {
  groups: readonly FieldGroup[];
}
type Reader<Rows> = (db: Db, actor: Actor, personId: number, groups: readonly FieldGroup[]) => Promise<Rows>;

/**
 * Reads the active custom fields and values of a kind of record. `institution` finds the institution of the person with
 * `recordId`; it or the caller checks access to the person.
 */
export function customFieldsOf(
  entity: Entity,
  institution: (actor: Actor) => SQL<number>,
): { fields: Reader<CustomField[]>; values: Reader<CustomValues> } {
  const inForce = cachedQuery((db, actor, { groups }: Shown) => fieldsFor(db, institution(actor), entity, groups));
  const rows = cachedQuery((db, actor, { groups }: Shown) =>
    valueRows(db, institution(actor), entity, recordId, groups),
  );
  return {
    fields: (db, actor, id, groups) => inForce(db, actor, { groups }, { id }),
    values: (db, actor, id, groups) => rows(db, actor, { groups }, { id }).then(valuesFrom),
  };
}
