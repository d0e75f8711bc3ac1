import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { countries, lgas, states } from '#features/records/geography/geography.schema.ts';
import { logAccess } from '#features/records/people/log-access.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { ofGroups } from './employee-fields.ts';
import { groupsSeenOf, isOwn, visibleTo } from './employees.policy.ts';

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
