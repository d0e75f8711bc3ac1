import type { SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { GroupPermissions } from '#kernel/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employeeGroups, visibleTo as visibleEmployees } from '#features/employees/employees.policy.ts';
import { guardianGroups, visibleTo as visibleGuardians } from '#features/guardians/guardians.policy.ts';
import {
  employees,
  findableEmployees,
  findableGuardians,
  guardians,
  type Entity,
} from '#features/people/people.schema.ts';
import { studentGroups, visibleTo as visibleStudents } from '#features/students/students.policy.ts';
import { findableStudents, students } from '#features/students/students.schema.ts';
import { employeeUnits, guardianUnits, studentUnits, type MergeUnit } from './merge-units.ts';

type People = typeof students | typeof employees | typeof guardians;
type FindablePeople = typeof findableStudents | typeof findableEmployees | typeof findableGuardians;

/** What merging must know of students, employees and guardians. */
export interface MergeEntity {
  entity: Entity;
  /** Its table, and the first part of its addresses. */
  table: 'students' | 'employees' | 'guardians';
  /** In other tables. */
  owner: 'student_id' | 'employee_id' | 'guardian_id';
  people: People;
  findable: FindablePeople;
  visible(actor: Actor, findable?: boolean): SQL;
  /** Merging asks for this and for people.merge. */
  edit: Permission;
  /** The one of the two that fewer hold: the routes declare it. */
  declared: Permission;
  groups: GroupPermissions;
  number: 'admission_number' | 'employee_number' | null;
  units: readonly MergeUnit[];
}

export const mergeEntities: Record<Entity, MergeEntity> = {
  student: {
    ...{ entity: 'student', table: 'students', owner: 'student_id', people: students, findable: findableStudents },
    visible: (actor, findable) => visibleStudents(actor, findable ? findableStudents : students),
    ...{ edit: 'students.edit', declared: 'people.merge', groups: studentGroups, number: 'admission_number' },
    units: studentUnits,
  },
  employee: {
    ...{ entity: 'employee', table: 'employees', owner: 'employee_id', people: employees, findable: findableEmployees },
    visible: (actor, findable) => visibleEmployees(actor, findable ? findableEmployees : employees),
    ...{ edit: 'employees.edit', declared: 'employees.edit', groups: employeeGroups, number: 'employee_number' },
    units: employeeUnits,
  },
  guardian: {
    ...{ entity: 'guardian', table: 'guardians', owner: 'guardian_id', people: guardians, findable: findableGuardians },
    visible: (actor, findable) => visibleGuardians(actor, findable ? findableGuardians : guardians),
    ...{ edit: 'guardians.edit', declared: 'people.merge', groups: guardianGroups, number: null },
    units: guardianUnits,
  },
};

export const entities = Object.keys(mergeEntities) as Entity[];
