import type { Feature } from '#web/feature.ts';
import { importJobs } from './imports.jobs.ts';
import { importRoutes } from './imports.routes.ts';
import { importTours } from './imports.tour.ts';
import { importPermissions } from './imports.policy.ts';
import { releaseOpeningsApproval } from './steps/run-import.ts';
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
    {
      section: 'settings',
      place: 10,
      label: 'Import students',
      href: '/imports',
      may: ['students.import'],
      group: 'data',
      about: 'Students, guardians and their details from a spreadsheet.',
      also: 'upload Excel CSV',
    },
    {
      section: 'settings',
      place: 20,
      label: 'Import employees',
      href: '/imports/employees',
      may: ['employees.import'],
      group: 'data',
      about: 'Employees from a spreadsheet.',
      also: 'upload Excel CSV staff',
    },
    {
      section: 'settings',
      group: 'data',
      place: 30,
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
