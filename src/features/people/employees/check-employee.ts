import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { z } from 'zod';
import { optionalDay, optionalLine, optionalYear } from '#kernel/schemas.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import {
  birthDate,
  bloodGroup,
  genotype,
  listValue,
  nextOfKinFields,
  personFields,
} from '#features/records/people/person-fields.ts';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { groupsSeenOf, isOwn, visibleTo } from './employees.policy.ts';

interface Checking {
  institutionId: number;
  input: EmployeeFields;
  /** The groups that the actor can see. Fields of other groups are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof employees.$inferSelect;
}

/** The checked values of a form. */
export async function checkEmployee(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<EmployeeFields>> {
  const hasPlace = groups.includes('private');
  const seen = ofGroups(input, groups);
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    hasPlace,
    phones: ['mobile', 'phone', ...(hasPlace ? ['nextOfKinPhone'] : [])],
    lists: ofGroups(employeeLists, groups),
    // An error would reveal the date of birth to users who cannot see it.
    checkDays: () => checkDays({ ...before, ...(hasPlace ? {} : { birthDate: null }), ...seen }),
  });
  return { ...seen, ...read };
}

type Days = Partial<Pick<typeof employees.$inferSelect, 'birthDate' | 'employedOn' | 'leftOn'>>;

function checkDays({ birthDate, employedOn, leftOn }: Days) {
  if (birthDate && employedOn && employedOn <= birthDate)
    throw new ValidationError('employedOn', 'The date of employment is before the date of birth.');
  if (leftOn && employedOn && employedOn > leftOn)
    throw new ValidationError('employedOn', 'The date of employment is after the leaving date.');
}

/** The core fields of an employee's record, as a form sends them. */
export const EmployeeFields = z.object({
  ...personFields,
  ...nextOfKinFields,
  title: optionalLine(20, 'The title'),
  birthDate,
  bloodGroup,
  genotype,
  employedOn: optionalDay,
  category: listValue('The category'),
  department: listValue('The department'),
  position: listValue('The position'),
  jobTitle: listValue('The job title'),
  qualification: listValue('The qualification'),
  educationalQualification: listValue('The educational qualification'),
  /** Of the educational qualification. */
  graduationYear: optionalYear({ from: 1900 }),
  maritalStatus: listValue('The marital status'),
  religion: listValue('The religion'),
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
const ofGroups = <Entries extends object>(entries: Entries, groups: readonly FieldGroup[]): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field]) => fieldNames.has(field) && groups.includes(groupOfField(field))),
  ) as Partial<Entries>;

const nations = alias(countries, 'nations');

/**
 * The restricted fields of an employee that the actor can see. The view is logged, except for the actor's own record.
 */
export async function privateOf(tx: Tx, actor: Actor, employeeId: number, place: 'record' | 'form' | 'print') {
  const [row] = await tx
    .select({
      id: employees.id,
      institutionId: employees.institutionId,
      fields: {
        birthDate: employees.birthDate,
        maritalStatus: employees.maritalStatus,
        religion: employees.religion,
        bloodGroup: employees.bloodGroup,
        genotype: employees.genotype,
        nationalityId: employees.nationalityId,
        countryId: employees.countryId,
        stateId: employees.stateId,
        stateName: employees.stateName,
        lgaId: employees.lgaId,
        city: employees.city,
        community: employees.community,
        address: employees.address,
        nextOfKinName: employees.nextOfKinName,
        nextOfKinPhone: employees.nextOfKinPhone,
        nextOfKinRelation: employees.nextOfKinRelation,
      },
      places: { nationality: nations.name, country: countries.name, state: states.name, lga: lgas.name },
    })
    .from(employees)
    .leftJoin(nations, eq(nations.id, employees.nationalityId))
    .leftJoin(countries, eq(countries.id, employees.countryId))
    .leftJoin(states, eq(states.id, employees.stateId))
    .leftJoin(lgas, eq(lgas.id, employees.lgaId))
    .where(and(visibleTo(actor, employees), eq(employees.id, employeeId)));
  if (!row) throw new NotFound('employee');
  const { id, institutionId, fields, places } = row;
  const groups = groupsSeenOf(actor, row).filter((group): group is RestrictedGroup => group !== 'general');
  if (groups.length === 0) throw new NotFound('page');
  if (!isOwn(actor, row))
    await logAccess(tx, actor, { institutionId, entity: 'employee', subjectId: id, groups, place });
  return {
    groups,
    fields: ofGroups(fields, groups),
    places: groups.includes('private') ? places : null,
    customFields: await fieldsFor(tx, institutionId, 'employee', groups),
    custom: await valuesOf(tx, institutionId, 'employee', id, groups),
  };
}
export type EmployeePrivate = Awaited<ReturnType<typeof privateOf>>;
