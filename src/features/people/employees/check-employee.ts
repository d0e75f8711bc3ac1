import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { z } from 'zod';
import { inputsOf, selectionOf } from '#kernel/record-fields/derive.ts';
import { restrictedIn } from '#kernel/record-fields/record-field.ts';
import { optionalDay, optionalYear } from '#kernel/schemas.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import {
  birthDate,
  checkedIn,
  groupsOfFields,
  personFields,
  type PersonChecking,
} from '#features/records/people/person-fields.ts';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { groupsSeenOf, isOwn, visibleTo } from './employees.policy.ts';

type Checking = PersonChecking<EmployeeFields, typeof employees.$inferSelect>;

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
    ...checkedIn(employeeFields, groups),
    hasPlace,
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
  ...inputsOf(employeeFields),
  birthDate,
  employedOn: optionalDay,
  /** Of the educational qualification. */
  graduationYear: optionalYear({ from: 1900 }),
});
export type EmployeeFields = z.infer<typeof EmployeeFields>;

const { groupOfField, ofGroups } = groupsOfFields(employeeFields, {
  birthDate: 'private',
  nationalityId: 'private',
  countryId: 'private',
  stateId: 'private',
  stateName: 'private',
  lgaId: 'private',
});
export { groupOfField };

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
        ...selectionOf(restrictedIn(employeeFields), employees),
        nationalityId: employees.nationalityId,
        countryId: employees.countryId,
        stateId: employees.stateId,
        stateName: employees.stateName,
        lgaId: employees.lgaId,
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
