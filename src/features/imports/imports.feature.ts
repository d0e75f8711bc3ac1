import type { Feature } from '#web/feature.ts';
import { importJobs } from './imports.jobs.ts';
import { importRoutes } from './imports.routes.ts';
import { importTours } from './imports.tour.ts';
import { importPersonalData } from './imports.personal-data.ts';

export const importFeature = {
  name: 'imports',
  nouns: { imports: 'Imports' },
  routes: [importRoutes],
  jobs: importJobs,
  menu: [
    { section: 'students', place: 50, label: 'Import', href: '/imports', may: ['students.import'] },
    { section: 'employees', place: 20, label: 'Import', href: '/imports/employees', may: ['employees.import'] },
  ],
  tours: importTours,
  personalData: importPersonalData,
} satisfies Feature;
