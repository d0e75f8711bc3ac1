import { z } from 'zod';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { RecordFields } from '#kernel/record-fields/record-field.ts';
import { emptyIsNull, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';

/** `checkPerson` refuses future dates, by the institution's time zone. */
export const birthDate = optionalDay.refine(
  (value) => value === null || value >= '1900-01-01',
  'The date of birth is too long ago. Check the year.',
);

/** A value of one of the institution's lists; the verb checks it (`checkWords`). */
export const listValue = (name: string) => optionalLine(80, name);

/**
 * Fields with rules of their own in every form of a person: names and origin. `checkPerson` checks names, because a name
 * from before may stay.
 */
export const personFields = {
  surname: line(100, 'The surname'),
  firstName: line(100, 'The first name'),
  middleName: optionalLine(100, 'The middle name'),
  gender: emptyIsNull(z.enum(['female', 'male'], 'Choose female or male.')),
  nationalityId: optionalLine(2, 'The nationality'),
  countryId: optionalLine(2, 'The country'),
  stateId: optionalLine(10, 'The state'),
  stateName: optionalLine(100, 'The state'),
  lgaId: optionalLine(80, 'The local government area'),
};

/** The group that a field of a record belongs to; `others` are restricted fields besides the plain ones. */
export function groupsOfFields(fields: RecordFields, others: Partial<Record<string, RestrictedGroup>> = {}) {
  const groups = new Map(Object.entries(others));
  for (const [key, { group }] of Object.entries(fields)) groups.set(key, group);
  const groupOfField = (field: string): FieldGroup => groups.get(field) ?? 'general';
  /** The entries that belong to these groups. A form does not change fields that it does not show. */
  const ofGroups = <Entries extends object>(entries: Entries, seen: readonly FieldGroup[]): Partial<Entries> =>
    Object.fromEntries(
      Object.entries(entries).filter(([field]) => seen.includes(groupOfField(field))),
    ) as Partial<Entries>;
  return { groupOfField, ofGroups };
}

/** A form of a person, to be checked by the verb of its kind. */
export interface PersonChecking<Input, Before> {
  institutionId: number;
  input: Input;
  /** The groups that the actor can see. Fields of other groups are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: Before;
}

/** What `checkPerson` checks of the plain fields in these groups; phones are as typed until then. */
export function checkedIn(fields: RecordFields, groups: readonly FieldGroup[]) {
  const seen = Object.entries(fields).filter(([, { group }]) => groups.includes(group ?? 'general'));
  return {
    phones: seen.flatMap(([key, { type }]) => (type === 'phone' ? [key] : [])),
    lists: Object.fromEntries(seen.flatMap(([key, { list }]) => (list ? [[key, list as ListKey]] : []))),
  };
}
