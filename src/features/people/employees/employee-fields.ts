import { z } from 'zod';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { optionalDay, optionalLine, optionalYear } from '#kernel/schemas.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import {
  birthDate,
  bloodGroup,
  genotype,
  listWord,
  nextOfKinFields,
  personFields,
} from '#features/records/people/person-fields.ts';

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
  /** Of the educational qualification. */
  graduationYear: optionalYear({ from: 1900 }),
  maritalStatus: listWord('The marital status'),
  religion: listWord('The religion'),
});
export type EmployeeFields = z.infer<typeof EmployeeFields>;
type Field = keyof EmployeeFields;

/** The list of values that each of these fields takes. */
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

/** Fields that need their own permission to view and edit. All others are general. */
const restricted: Partial<Record<string, RestrictedGroup>> = {
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
export const groupOfField = (field: string): FieldGroup =>
  (Object.hasOwn(restricted, field) && restricted[field]) || 'general';

const fieldNames = new Set(Object.keys(EmployeeFields.shape));

/** The entries that belong to these groups. A form does not change fields that it does not show. */
export const ofGroups = <Entries extends object>(entries: Entries, groups: readonly FieldGroup[]): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field]) => fieldNames.has(field) && groups.includes(groupOfField(field))),
  ) as Partial<Entries>;
