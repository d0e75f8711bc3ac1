import { z } from 'zod';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { optionalDay, optionalLine } from '#kernel/schemas.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import {
  birthDate,
  bloodGroup,
  genotype,
  listWord,
  nextOfKinFields,
  personFields,
} from '#features/records/people/person-fields.ts';

/** The core fields of a student's record, as sent by a form. */
export const StudentFields = z.object({
  ...personFields,
  ...nextOfKinFields,
  birthDate,
  bloodGroup,
  genotype,
  admissionDate: optionalDay,
  registrationNumber: optionalLine(40, 'The registration number'),
  category: listWord('The category'),
  religion: listWord('The religion'),
  language: listWord('The language'),
});
export type StudentFields = z.infer<typeof StudentFields>;

/** The list of values that each of these fields takes. */
export const studentLists = {
  category: 'studentCategories',
  religion: 'religions',
  language: 'languages',
  nextOfKinRelation: 'guardianRelations',
} as const satisfies Partial<Record<keyof StudentFields, ListKey>>;

const restricted: Record<string, RestrictedGroup> = { bloodGroup: 'health', genotype: 'health', religion: 'religion' };

/** The group that a field of the record belongs to. */
export const groupOfField = (field: string): FieldGroup =>
  (Object.hasOwn(restricted, field) && restricted[field]) || 'general';

/** The fields that belong to these groups. */
export const ofGroups = <Fields extends object>(fields: Fields, groups: readonly FieldGroup[]): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([field]) => groups.includes(groupOfField(field))),
  ) as Partial<Fields>;
