import { and, eq, inArray, like } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { counterName, formatNumber } from '#kernel/counters.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { phoneExample } from '#kernel/phone.ts';
import { counters } from '#kernel/tables.ts';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { placeChoices } from '#features/records/geography/geography.queries.ts';
import { listsOfValues } from '#features/records/lookups/lookups.queries.ts';
import { EditEmployee } from './create-employee.ts';
import { privateOf } from './check-employee.ts';
import { groupsSeenOf, visibleTo } from './employees.policy.ts';
import { NotFound } from '#kernel/errors.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { generalIn, listsIn } from '#kernel/record-fields/record-field.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { employees } from '#features/records/people/people.schema.ts';

/** The values of an employee's form: the general fields, and the restricted ones that the actor can see. */
export async function employeeToEdit(tx: Tx, actor: Actor, employeeId: number) {
  const { leftOn: _, leavingReason: __, ...general } = await employeeProfile(tx, actor, employeeId);
  allow(actor, 'employees.edit', general.institutionId);
  const groups = groupsSeenOf(actor, general);
  const seen = groups.length > 1 ? (await privateOf(tx, actor, employeeId, 'form')).fields : {};
  return { ...general, ...seen, custom: await valuesOf(tx, general.institutionId, 'employee', employeeId, groups) };
}
type EmployeeToEdit = Awaited<ReturnType<typeof employeeToEdit>>;

/** The choices of the form. A new employee's country defaults to the institution's. */
export async function employeeFormProps(
  db: Db,
  actor: Actor,
  { institutionId, groups }: { institutionId: number; groups: FieldGroup[] },
  employee: EmployeeToEdit | null,
) {
  const ids = employee ? [institutionId] : institutionsWhere(actor, 'employees.create');
  const year = Number(today(membershipIn(actor, institutionId)!.timeZone).slice(0, 4));
  const [places, words, customFields, taken, rows] = await Promise.all([
    placeChoices(db, {
      countryId: employee ? (employee.countryId ?? null) : homeCountry(actor, institutionId),
      stateId: employee?.stateId,
      stateName: employee?.stateName,
      lgaId: employee?.lgaId,
    }),
    listsOfValues(db, institutionId, listsIn(employeeFields)),
    fieldsFor(db, institutionId, 'employee', groups),
    db
      .select({ name: counters.name, value: counters.value })
      .from(counters)
      .where(and(eq(counters.institutionId, institutionId), like(counters.name, 'employee%'))),
    db
      .select({ id: institutions.id, name: institutions.name, pattern: institutions.employeeNumberPattern })
      .from(institutions)
      .where(inArray(institutions.id, ids))
      .orderBy(institutions.id),
  ]);
  const here = rows.find((one) => one.id === institutionId)!;
  const count = taken.find(({ name }) => name === counterName('employee', here.pattern, { year }));
  return {
    employee,
    opened: employee && openedOf(EditEmployee, employee),
    groups,
    institutionId,
    institutions: rows.map(({ id, name }) => ({ id, name })),
    // The number is assigned when the form is saved, so it can still change.
    numberExample: formatNumber(here.pattern, { year }, 1 + (count?.value ?? 0)),
    homeCountry: homeCountry(actor, institutionId),
    phoneExample: phoneExample(homeCountry(actor, institutionId)),
    places,
    words,
    customFields,
  };
}

const homeCountry = (actor: Actor, institutionId: number) =>
  actor.institutions.find((one) => one.id === institutionId)!.countryId;

const overview = {
  id: employees.id,
  institutionId: employees.institutionId,
  employeeNumber: employees.employeeNumber,
  ...selectionOf(generalIn(employeeFields), employees),
  surname: employees.surname,
  firstName: employees.firstName,
  middleName: employees.middleName,
  gender: employees.gender,
  graduationYear: employees.graduationYear,
  employedOn: employees.employedOn,
  leftOn: employees.leftOn,
  leavingReason: employees.leavingReason,
  photoId: employees.photoId,
  updatedAt: employees.updatedAt,
};

/** The fields visible to everyone who can see an employee. Restricted groups are in employee-private.queries.ts. */
export async function employeeProfile(db: Db, actor: Actor, employeeId: number) {
  const [row] = await overviews(db, actor, {}, { id: employeeId });
  if (!row) throw new NotFound('employee');
  return row;
}
const overviews = cachedQuery((db, actor) =>
  db
    .select(overview)
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, recordId))),
);
export type EmployeeProfile = Awaited<ReturnType<typeof employeeProfile>>;
