import type { Permission } from '#kernel/permissions.ts';
import type { Tx } from '#kernel/database.ts';
import type {} from '#features/audit/audit.policy.ts';
import type {} from '#features/custom-fields/custom-fields.policy.ts';
import type {} from '#features/employees/employees.policy.ts';
import type {} from '#features/guardians/guardians.policy.ts';
import type {} from '#features/lookups/lookups.policy.ts';
import type {} from '#features/people/people.policy.ts';
import type {} from '#features/institutions/institutions.policy.ts';
import type {} from '#features/site/site.policy.ts';
import type {} from '#features/structure/structure.policy.ts';
import type {} from '#features/students/students.policy.ts';
import type {} from './accounts.policy.ts';
import { roles } from './accounts.schema.ts';

interface SeededRole {
  name: string;
  permissions: readonly Permission[];
}

const see = ['institutions.view', 'structure.view', 'students.view'] as const;
const students = [
  'students.create',
  'students.edit',
  'students.changeStatus',
  'students.assignBatch',
  'students.import',
  'students.export',
] as const;
const accounts = ['accounts.view', 'accounts.edit', 'roles.edit', 'outbox.view', 'audit.view'] as const;

const restricted = ['students.viewHealth', 'students.viewReligion', 'students.viewPrivate'] as const;
const guardians = [
  'guardians.view',
  'guardians.edit',
  'guardians.invite',
  'guardians.import',
  'guardians.export',
] as const;
const employees = [
  'employees.view',
  'employees.viewPrivate',
  'employees.viewHealth',
  'employees.viewReligion',
  'employees.create',
  'employees.edit',
  'employees.changeStatus',
  'employees.import',
  'employees.export',
] as const;
const forms = ['lookups.edit', 'customFields.edit'] as const;

/**
 * The roles an institution starts with; each may be edited there. The owner's and the group administrator's hold all.
 * A file of children's records is given to those who answer for it: a teacher, who may export own batches' students
 * once the institution ticks it, starts without.
 */
export const seededRoles = {
  owner: {
    name: 'Owner',
    permissions: [
      ...see,
      ...students,
      ...restricted,
      ...guardians,
      ...employees,
      'employees.viewSelf',
      ...forms,
      'people.merge',
      'privacy.readLog',
      'privacy.access',
      'privacy.erase',
      ...accounts,
      'institutions.edit',
      'structure.edit',
      'site.edit',
    ],
  },
  ict_administrator: {
    name: 'ICT administrator',
    permissions: [
      ...see,
      // May bring new people in from files, and prepares the others for who may change them.
      'students.create',
      'students.import',
      'students.export',
      'guardians.view',
      'guardians.invite',
      'guardians.import',
      'guardians.export',
      'employees.view',
      'employees.viewSelf',
      'employees.create',
      'employees.import',
      'employees.export',
      ...forms,
      ...accounts,
      'institutions.edit',
      'structure.edit',
      'site.edit',
    ],
  },
  principal: {
    name: 'Principal',
    permissions: [
      ...see,
      ...restricted,
      'students.changeStatus',
      'students.export',
      'guardians.view',
      'guardians.export',
      'employees.view',
      'employees.viewSelf',
      'employees.viewPrivate',
      'employees.export',
      'privacy.readLog',
      'privacy.access',
      'accounts.view',
      'audit.view',
      'site.edit',
    ],
  },
  registrar: {
    name: 'Registrar',
    permissions: [
      ...see,
      ...students,
      ...restricted,
      ...guardians,
      'employees.view',
      'employees.viewSelf',
      ...forms,
      'people.merge',
      'privacy.access',
      'structure.edit',
    ],
  },
  admission_officer: {
    name: 'Admission officer',
    permissions: [...see, ...restricted, 'students.create', 'guardians.view', 'guardians.edit', 'employees.viewSelf'],
  },
  bursar: { name: 'Bursar', permissions: [...see, 'guardians.view', 'employees.viewSelf'] },
  cashier: { name: 'Cashier', permissions: [...see, 'guardians.view', 'employees.viewSelf'] },
  hr_officer: {
    name: 'HR officer',
    permissions: [
      'institutions.view',
      'structure.view',
      ...employees,
      'employees.viewSelf',
      ...forms,
      'people.merge',
      'privacy.access',
    ],
  },
  teacher: {
    name: 'Teacher',
    permissions: ['institutions.view', 'structure.view', 'students.viewOwn', 'guardians.viewOwn', 'employees.viewSelf'],
  },
  employee: { name: 'Employee', permissions: ['institutions.view', 'employees.viewSelf'] },
  student: { name: 'Student', permissions: ['students.viewSelf'] },
  guardian: { name: 'Guardian', permissions: ['students.viewSelf', 'guardians.viewSelf'] },
  applicant: { name: 'Applicant', permissions: [] },
} satisfies Record<string, SeededRole>;

export type RoleKey = keyof typeof seededRoles;

/** Gives a new institution its roles. Returns their ids by key. */
export async function seedRoles(tx: Tx, institutionId: number): Promise<Record<RoleKey, number>> {
  const rows = await tx
    .insert(roles)
    .values(
      Object.entries(seededRoles).map(([key, role]) => ({
        institutionId,
        key,
        name: role.name,
        permissions: [...role.permissions],
        isSeeded: true,
      })),
    )
    .returning({ id: roles.id, key: roles.key });
  return Object.fromEntries(rows.map((row) => [row.key, row.id])) as Record<RoleKey, number>;
}
