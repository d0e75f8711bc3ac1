import type { Feature } from '#web/feature.ts';
import { contactsApproval } from '#features/records/people/contacts/change-contacts.ts';
import { guardianKind } from './guardian-profile.queries.ts';
import { guardianPermissions } from './guardians.policy.ts';
import { guardianRoutes } from './guardians.routes.ts';
import { guardianTours } from './guardians.tour.ts';
import { inviteGuardianApproval, inviteGuardianAgainApproval } from './invitations/invite-guardian.ts';
import { linkGuardianApproval } from './link-guardian.ts';
import { guardianPersonalData } from './guardians.personal-data.ts';
import { guardianReports } from './guardians.reports.ts';

export const guardianFeature = {
  name: 'guardians',
  permissions: guardianPermissions,
  roles: {
    ict_administrator: ['guardians.view', 'guardians.invite', 'guardians.import', 'guardians.export'],
    principal: ['guardians.view', 'guardians.export'],
    registrar: ['guardians.view', 'guardians.edit', 'guardians.invite', 'guardians.import', 'guardians.export'],
    admission_officer: ['guardians.view', 'guardians.edit'],
    bursar: ['guardians.view'],
    cashier: ['guardians.view'],
    teacher: ['guardians.viewOwn'],
    guardian: ['guardians.viewSelf'],
  },
  nouns: { guardians: 'Guardians' },
  routes: [guardianRoutes],
  menu: [
    {
      section: 'mine',
      place: 7,
      label: 'My details',
      href: '/guardians',
      may: ['guardians.viewSelf'],
      of: ['guardianIds'],
    },
    {
      section: 'students',
      place: 20,
      label: 'Guardians',
      href: '/guardians',
      may: ['guardians.view', 'guardians.viewOwn'],
      group: 'guardians',
      usedBy: ['guardians.edit', 'guardians.invite', 'guardians.viewOwn', 'students.changeStatus'],
      also: 'parents contacts',
    },
  ],
  tours: guardianTours,
  approvals: [
    contactsApproval(guardianKind),
    inviteGuardianAgainApproval,
    inviteGuardianApproval,
    linkGuardianApproval,
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: guardianPersonalData,
  reports: guardianReports,
} satisfies Feature;
