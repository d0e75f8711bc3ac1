import type { Feature } from '#web/feature.ts';
import { accountPermissions } from './accounts.policy.ts';
import { accountRoutes } from './accounts.routes.ts';
import { accountTours } from './accounts.tour.ts';
import { createAccountApproval } from './change-accounts.ts';
import { editAccountApproval } from './own-account.ts';
import { editRoleApproval } from './roles/change-roles.ts';
import { addRoleApproval } from './roles/add-role.ts';
import { resetCodeApproval } from './passwords/reset-code.ts';
import { inviteAgainApproval } from './invitations/invite.ts';
import { removeSecondFactorApproval } from './own-access.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { seedRoles } from './roles/roles.ts';
import { roleRoutes } from './roles/roles.routes.ts';
import { newPermissionRoutes } from './upgrade/new-permissions.routes.ts';
import { accountPersonalData } from './accounts.personal-data.ts';
import { accountDashlets, countInvited } from './accounts.dashlets.ts';
import { declareEvent, type MessageEvent } from '#kernel/messages/events.ts';
import { institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const invitations: PendingTaskKind = {
  place: 90,
  may: ['accounts.edit'],
  async load(db, actor, wanted) {
    if (institutionsInView(actor, wanted, 'accounts.view').length === 0) return [];
    return pendingTask(await countInvited(db, actor, wanted), {
      one: 'invitation not accepted',
      many: 'invitations not accepted',
      href: '/accounts?state=invited',
      action: 'Invite again',
    });
  },
};

/** What an upgrade brought: an owner decides which roles get it. */
const newPermissions: PendingTaskKind = {
  place: 15,
  may: 'signedIn',
  async load(_db, { institutions }, wanted) {
    const asked = institutions.filter(
      ({ id, isOwner, toConfirm }) => isOwner && toConfirm.length > 0 && (wanted === undefined || id === wanted),
    );
    return pendingTask(asked.length, {
      one: 'institution with new permissions to review',
      many: 'institutions with new permissions to review',
      href: '/roles/new-permissions',
      action: 'Decide',
    });
  },
};

const accountPendingTasks: readonly PendingTaskKind[] = [invitations, newPermissions];

const common = {
  group: 'accounts',
  audiences: ['student', 'guardian', 'employee'],
  channels: ['sms', 'email'],
  fields: {},
  subject: '{school}',
  text: '',
} satisfies Partial<MessageEvent>;

/** Codes, links and warnings that somebody is waiting for: no institution can switch them off. */
const accountEvents = [
  declareEvent({
    ...common,
    key: 'accounts.invitation',
    always: 'Sent when someone is invited.',
  }),
  declareEvent({
    ...common,
    key: 'accounts.reset',
    always: 'Sent when someone requests a code.',
  }),
  declareEvent({
    ...common,
    key: 'accounts.security',
    always: 'Always sent, so that account changes don’t go unnoticed.',
  }),
  declareEvent({
    ...common,
    key: 'approvals.asked',
    audiences: ['employee'],
    always: 'Sent to people who can approve the request.',
  }),
];

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
  pendingTasks: accountPendingTasks,
} satisfies Feature;
