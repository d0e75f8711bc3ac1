import type { Feature } from '#web/feature.ts';
import { importJobs } from './imports.jobs.ts';
import { importRoutes } from './imports.routes.ts';
import { importTours } from './imports.tour.ts';
import { importPermissions } from './imports.policy.ts';
import { releaseOpeningsApproval } from './steps/release-openings.ts';
import { undoOpeningsApproval } from './steps/undo-import.ts';
import { importDashlets } from './imports.dashlets.ts';
import { importPersonalData } from './imports.personal-data.ts';
import { importWaiting } from './imports.waiting.ts';

export const importFeature = {
  name: 'imports',
  permissions: importPermissions,
  roles: { bursar: ['openings.import'] },
  nouns: { imports: 'Imports', openings: 'Opening balances' },
  routes: [importRoutes],
  jobs: importJobs,
  approvals: [releaseOpeningsApproval, undoOpeningsApproval],
  menu: [
    { section: 'students', place: 50, label: 'Import', href: '/imports', may: ['students.import'] },
    { section: 'employees', place: 20, label: 'Import', href: '/imports/employees', may: ['employees.import'] },
    {
      section: 'settings',
      group: 'fees',
      place: 66,
      label: 'Opening balances',
      about: 'What students owed before the school moved to Akada.',
      href: '/imports/openings',
      may: ['openings.import'],
    },
  ],
  tours: importTours,
  personalData: importPersonalData,
  dashlets: importDashlets,
  waiting: importWaiting,
} satisfies Feature;
