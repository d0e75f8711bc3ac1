import type { Feature } from '#web/feature.ts';
import { loanPersonalData } from './loans.personal-data.ts';
import { loanRoutes } from './loans.routes.ts';
import { remindOverdue } from './remind-overdue.job.ts';

const permissions = {
  'loans.view': 'View loans of library books',
  'loans.edit': 'Lend library books and take them back',
};

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const loanFeature = {
  name: 'loans',
  permissions,
  roles: { registrar: ['loans.view', 'loans.edit'], principal: ['loans.view'] },
  nouns: { loans: 'Library' },
  routes: [loanRoutes],
  jobs: [remindOverdue],
  personalData: loanPersonalData,
  menuSections: [{ key: 'library', label: 'Library', icon: 'school', place: 35 }],
  menu: [{ section: 'library', place: 10, label: 'Loans', href: '/loans', may: ['loans.view'] }],
  tours: [
    {
      name: 'loans/list',
      page: 'loans/loan-list',
      version: 1,
      title: 'Loans',
      about: 'Books on loan, and who has them.',
      may: ['loans.view'],
      href: '/loans',
      steps: [{ at: 'list-search', title: 'Find a loan', text: 'Type part of a title or a name.' }],
    },
  ],
} satisfies Feature;
