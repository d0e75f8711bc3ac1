import type { Permission } from '#kernel/permissions.ts';
import type { Tx } from '#kernel/database.ts';
import type {} from '#features/audit/audit.policy.ts';
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

/**
 * The roles an institution starts with; each may be edited there. The owner's and the group administrator's hold all.
 * A file of children's records is given to those who answer for it: a teacher, who may export own batches' students
 * once the institution ticks it, starts without.
 */
export const seededRoles = {
  owner: {
    name: 'Owner',
    permissions: [...see, ...students, ...accounts, 'institutions.edit', 'structure.edit', 'site.edit'],
  },
  ict_administrator: {
    name: 'ICT administrator',
    permissions: [
      ...see,
      'students.import',
      'students.export',
      ...accounts,
      'institutions.edit',
      'structure.edit',
      'site.edit',
    ],
  },
  principal: {
    name: 'Principal',
    permissions: [...see, 'students.changeStatus', 'students.export', 'accounts.view', 'audit.view', 'site.edit'],
  },
  registrar: { name: 'Registrar', permissions: [...see, ...students, 'structure.edit'] },
  admission_officer: { name: 'Admission officer', permissions: [...see, 'students.create'] },
  bursar: { name: 'Bursar', permissions: [...see] },
  cashier: { name: 'Cashier', permissions: [...see] },
  hr_officer: { name: 'HR officer', permissions: ['institutions.view', 'structure.view'] },
  teacher: { name: 'Teacher', permissions: ['institutions.view', 'structure.view', 'students.viewOwn'] },
  employee: { name: 'Employee', permissions: ['institutions.view'] },
  student: { name: 'Student', permissions: ['students.viewSelf'] },
  guardian: { name: 'Guardian', permissions: ['students.viewSelf'] },
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
