import type { DemoStep } from '#web/feature.ts';
import { insertSignIns, insertStaffAccounts } from './accounts.demo.ts';
import type { RoleKey } from '#kernel/role-names.ts';

// prettier-ignore
const schoolRoles: RoleKey[] = ['owner', 'ict_administrator', 'principal', 'registrar', 'admission_officer', 'bursar', 'cashier', 'hr_officer', 'teacher', 'employee'];
const collegeRoles: RoleKey[] = ['registrar', 'teacher'];

export const steps: DemoStep[] = [
  {
    place: 70,
    async load(tx, { school, college, signIns }) {
      const { signIns: group } = await insertSignIns(tx, [
        {
          ...{ role: 'Group administrator', institution: 'both', username: 'group', name: 'Adaora Bakare' },
          isGroupAdministrator: true,
        },
      ]);
      signIns.push(
        ...group,
        ...(await insertStaffAccounts(tx, school, school.staff, schoolRoles)),
        ...(await insertStaffAccounts(tx, college, college.staff, collegeRoles, '.zuma')),
      );
    },
  },
];
