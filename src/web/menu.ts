import type { Permission } from '#kernel/permissions.ts';
import type { Words } from '#kernel/terminology.ts';
import { approvalPermissions } from '#features/approvals/approvals.policy.ts';
import { maySeeGuardians } from '#features/guardians/guardians.policy.ts';
import { maySeeStudents } from '#features/students/students.policy.ts';
import type {} from '#features/accounts/accounts.policy.ts';
import type {} from '#features/employees/employees.policy.ts';
import type {} from '#features/audit/audit.policy.ts';
import type {} from '#features/custom-fields/custom-fields.policy.ts';
import type {} from '#features/institutions/institutions.policy.ts';
import type {} from '#features/people/people.policy.ts';
import type {} from '#features/lookups/lookups.policy.ts';
import type {} from '#features/site/site.policy.ts';
import type {} from '#features/structure/structure.policy.ts';

interface Entry {
  label: string;
  /** The institution's own word, where it has one for this. */
  word?: keyof Words;
  /** What follows that word. */
  after?: string;
  href: string;
  /** Shown to who holds one of these somewhere; an empty list means everybody. */
  may: readonly Permission[];
}

/** The side bar, in order. Icons are names that the frame knows. */
export const menu: (Entry & { icon: string; items?: Entry[] })[] = [
  { label: 'Home', icon: 'home', href: '/', may: [] },
  {
    label: 'Students',
    icon: 'users',
    href: '/students',
    may: [],
    items: [
      { label: 'All students', href: '/students', may: maySeeStudents },
      { label: 'Guardians', href: '/guardians', may: maySeeGuardians },
      {
        label: 'Batch assignment',
        word: 'batch',
        after: ' assignment',
        href: '/students/batch-assignment',
        may: ['students.assignBatch'],
      },
      { label: 'Certificates', href: '/students/certificates', may: ['students.changeStatus'] },
      { label: 'Import', href: '/imports', may: ['students.import'] },
      { label: 'Merged records', href: '/merges', may: ['people.merge'] },
    ],
  },
  {
    label: 'Employees',
    icon: 'briefcase',
    href: '/employees',
    may: [],
    items: [
      { label: 'All employees', href: '/employees', may: ['employees.view'] },
      { label: 'Import', href: '/imports/employees', may: ['employees.import'] },
      { label: 'My record', href: '/employees/me', may: ['employees.viewSelf'] },
    ],
  },
  {
    label: 'Academics',
    icon: 'school',
    href: '/institutions',
    may: [],
    items: [
      { label: 'Institution', href: '/institutions', may: ['institutions.view'] },
      { label: 'Academic sessions', href: '/academic-sessions', may: ['structure.view'] },
      { label: 'Programs', href: '/programs', may: ['structure.view'] },
      { label: 'Classes', word: 'classes', href: '/classes', may: ['structure.view'] },
      { label: 'Batches', word: 'batches', href: '/batches', may: ['structure.view'] },
      { label: 'Courses', word: 'courses', href: '/courses', may: ['structure.view'] },
    ],
  },
  {
    label: 'Site',
    icon: 'world',
    href: '/site',
    may: [],
    items: [
      { label: 'Home page', href: '/site', may: ['site.edit'] },
      { label: 'Posts', href: '/site/posts', may: ['site.edit'] },
      { label: 'Pages', href: '/site/pages', may: ['site.edit'] },
      { label: 'Pictures', href: '/site/pictures', may: ['site.edit'] },
    ],
  },
  {
    label: 'Settings',
    icon: 'settings',
    href: '/accounts',
    may: [],
    items: [
      { label: 'People', href: '/accounts', may: ['accounts.view'] },
      { label: 'Roles', href: '/roles', may: ['roles.edit'] },
      { label: 'Own fields', href: '/custom-fields', may: ['customFields.edit'] },
      { label: 'Lists', href: '/lists', may: ['lookups.edit'] },
      { label: 'Approvals', href: '/approvals', may: approvalPermissions },
      { label: 'Public address', href: '/public-address', may: ['institutions.edit'] },
      { label: 'Outbox', href: '/outbox', may: ['outbox.view'] },
      { label: 'Audit log', href: '/audit', may: ['audit.view'] },
      { label: 'Who looked', href: '/privacy/reads', may: ['privacy.readLog'] },
    ],
  },
];
