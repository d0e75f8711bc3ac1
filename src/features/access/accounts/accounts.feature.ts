import type { Feature } from '#web/feature.ts';
import { accountEvents } from './accounts.events.ts';
import { accountPermissions } from './accounts.policy.ts';
import { accountRoutes } from './accounts.routes.ts';
import { accountTours } from './accounts.tour.ts';
import { createAccountApproval } from './make-account.ts';
import { editAccountApproval } from './own-account.ts';
import { editRoleApproval } from './roles/edit-role.ts';
import { addRoleApproval } from './roles/add-role.ts';
import { resetCodeApproval } from './passwords/reset-code.ts';
import { inviteAgainApproval } from './invitations/invite.ts';
import { removeSecondFactorApproval } from './own-second-factor.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { seedRoles } from './roles/roles.ts';
import { roleRoutes } from './roles/roles.routes.ts';
import { newPermissionRoutes } from './upgrade/new-permissions.routes.ts';
import { accountPersonalData } from './accounts.personal-data.ts';
import { accountDashlets } from './accounts.dashlets.ts';
import { accountWaiting } from './accounts.waiting.ts';

export const accountFeature = {
  name: 'accounts',
  events: accountEvents,
  permissions: accountPermissions,
  roles: {
    ict_administrator: ['accounts.view', 'accounts.edit', 'roles.edit', 'outbox.view'],
    principal: ['accounts.view'],
  },
  nouns: { accounts: 'Users', roles: 'Roles', outbox: 'Messages' },
  routes: [accountRoutes, roleRoutes, newPermissionRoutes, settingsRoutes],
  menuSections: [
    {
      key: 'settings',
      label: 'Settings',
      icon: 'settings',
      place: 90,
      hub: '/settings',
      groups: {
        people: 'People and access',
        school: 'School',
        fees: 'Fees',
        messages: 'Messages',
        data: 'Data',
        logs: 'Logs',
      },
    },
    { key: 'mine', label: 'Yours', icon: 'user', place: 5, isOwn: true },
  ],
  menu: [
    {
      section: 'settings',
      group: 'people',
      place: 10,
      label: 'Users',
      href: '/accounts',
      about: 'People who can sign in, their roles and invitations.',
      may: ['accounts.view'],
    },
    {
      section: 'settings',
      group: 'people',
      place: 20,
      label: 'Roles',
      href: '/roles',
      about: 'What each role can see and do.',
      may: ['roles.edit'],
    },
  ],
  tours: accountTours,
  approvals: [
    createAccountApproval,
    editAccountApproval,
    editRoleApproval,
    addRoleApproval,
    inviteAgainApproval,
    removeSecondFactorApproval,
    resetCodeApproval,
  ],
  seed: (tx, institutionId, { startingRoles }) => seedRoles(tx, institutionId, startingRoles),
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: accountPersonalData,
  dashlets: accountDashlets,
  waiting: accountWaiting,
} satisfies Feature;
