import type { DemoStep } from '#web/feature.ts';
import { roleIdsOf } from './roles/roles.ts';
import { insertSignIns, insertStaffAccounts } from './accounts.demo.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';

declare module '#web/feature.ts' {
  interface DemoInstitution {
    roleIds: Record<RoleKey, number>;
  }
}

// oxfmt-ignore
const schoolRoles: RoleKey[] = ['owner', 'ict_administrator', 'principal', 'registrar', 'admission_officer', 'bursar', 'cashier', 'hr_officer', 'teacher', 'employee'];
const collegeRoles: RoleKey[] = ['registrar', 'teacher'];

export const steps: DemoStep[] = [
  {
    place: 70,
    async load(tx, { school, college, signIns }) {
      for (const institution of [school, college]) institution.roleIds = await roleIdsOf(tx, institution.id);
      const { signIns: group } = await insertSignIns(tx, [
        {
          role: 'Group administrator',
          institution: 'both',
          username: 'group',
          name: 'Adaora Bakare',
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
