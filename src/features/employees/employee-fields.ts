import { z } from 'zod';
import type { FieldGroup, RestrictedGroup } from '#kernel/field-groups.ts';
import { optionalDay, optionalLine } from '#kernel/schemas.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import {
  birthDate,
  bloodGroup,
  genotype,
  listWord,
  nextOfKinFields,
  personFields,
} from '#features/people/person-fields.ts';

/** The core fields of an employee's record, as a form sends them. */
export const EmployeeFields = z.object({
  ...personFields,
  ...nextOfKinFields,
  title: optionalLine(20, 'The title'),
  birthDate,
  bloodGroup,
  genotype,
  employedOn: optionalDay,
  category: listWord('The category'),
  department: listWord('The department'),
  position: listWord('The position'),
  jobTitle: listWord('The job title'),
  qualification: listWord('The qualification'),
  educationalQualification: listWord('The educational qualification'),
  maritalStatus: listWord('The marital status'),
  religion: listWord('The religion'),
});
export type EmployeeFields = z.infer<typeof EmployeeFields>;
type Field = keyof EmployeeFields;

/** Which of them hold words of which list. */
export const employeeLists = {
  category: 'employeeCategories',
  department: 'departments',
  position: 'employeePositions',
  jobTitle: 'jobTitles',
  qualification: 'qualifications',
  educationalQualification: 'educationalQualifications',
  maritalStatus: 'maritalStatuses',
  religion: 'religions',
  nextOfKinRelation: 'guardianRelations',
} as const satisfies Partial<Record<Field, ListKey>>;

/** The fields that need a permission of their own to be seen and written; all others are general. */
const restricted: Partial<Record<Field, RestrictedGroup>> = {
  bloodGroup: 'health',
  genotype: 'health',
  religion: 'religion',
  birthDate: 'private',
  maritalStatus: 'private',
  nationalityId: 'private',
  countryId: 'private',
  stateId: 'private',
  stateName: 'private',
  lgaId: 'private',
  city: 'private',
  community: 'private',
  address: 'private',
  nextOfKinName: 'private',
  nextOfKinPhone: 'private',
  nextOfKinRelation: 'private',
};

/** The group that a field of the record belongs to. */
export const groupOfField = (field: string): FieldGroup => restricted[field as Field] ?? 'general';

const fieldNames = new Set(Object.keys(EmployeeFields.shape));

/** Those entries that are fields of these groups: what a form does not show, it does not change either. */
export const ofGroups = <Entries extends object>(entries: Entries, groups: readonly FieldGroup[]): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field]) => fieldNames.has(field) && groups.includes(groupOfField(field))),
  ) as Partial<Entries>;
