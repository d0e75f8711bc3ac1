import type { Permission } from '../permissions.ts';

/** The roles of a new institution. The features declare their permissions, and the institution can edit them. */
export const roleNames = {
  owner: 'Owner',
  ict_administrator: 'ICT administrator',
  principal: 'Principal',
  registrar: 'Registrar',
  admission_officer: 'Admission officer',
  bursar: 'Bursar',
  cashier: 'Cashier',
  hr_officer: 'HR officer',
  teacher: 'Teacher',
  employee: 'Employee',
  student: 'Student',
  guardian: 'Guardian',
  applicant: 'Applicant',
};

export type RoleKey = keyof typeof roleNames;

/** The permissions that each role of a new institution starts with. */
export type StartingRoles = Readonly<Record<RoleKey, readonly Permission[]>>;
