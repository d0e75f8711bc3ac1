import type { Permission } from '#kernel/permissions.ts';
import type { BackupFact, SetUpFacts } from './facts.ts';

export type StepKey =
  | 'terms'
  | 'classes'
  | 'arms'
  | 'courses'
  | 'students'
  | 'guardians'
  | 'employees'
  | 'teachers'
  | 'colleagues'
  | 'grading'
  | 'fees'
  | 'messages'
  | 'logo'
  | 'site'
  | 'backup';

export interface Step {
  key: StepKey;
  isDone: boolean;
  /** 'Students: 500'. */
  count?: number;
  note?: string;
  /** Where it is done. */
  href: string;
}

interface StepKind {
  key: StepKey;
  may: Permission;
  state(facts: SetUpFacts, backup: BackupFact): Omit<Step, 'key'> | null;
}

const templates = '/structure/templates';

/** In the order in which a school is set up. A step that the viewer cannot do is not shown. */
export const stepKinds: readonly StepKind[] = [
  {
    key: 'terms',
    may: 'structure.edit',
    state: ({ terms, classes, sessionId }) => ({
      isDone: terms > 0,
      count: terms,
      href: classes === 0 ? templates : sessionId ? `/academic-sessions/${sessionId}/edit` : '/academic-sessions/new',
    }),
  },
  {
    key: 'classes',
    may: 'structure.edit',
    state: ({ classes }) => ({ isDone: classes > 0, count: classes, href: classes ? '/classes' : templates }),
  },
  {
    key: 'arms',
    may: 'structure.edit',
    state: ({ arms, classes }) => ({
      isDone: arms > 0,
      count: arms,
      href: arms ? '/batches' : classes ? '/batches/new' : templates,
    }),
  },
  {
    key: 'courses',
    may: 'structure.edit',
    state: ({ arms, emptyArms, emptyArmId }) => ({
      isDone: arms > 0 && emptyArms === 0,
      ...(arms > 0 && emptyArms > 0 && { note: `${emptyArms} of ${arms} have none` }),
      href: emptyArmId ? `/batches/${emptyArmId}/courses` : arms ? '/courses' : templates,
    }),
  },
  {
    key: 'students',
    may: 'students.import',
    state: ({ students }) => ({ isDone: students > 0, count: students, href: '/imports/new?kind=students' }),
  },
  {
    key: 'guardians',
    may: 'guardians.import',
    state: ({ guardians }) => ({ isDone: guardians > 0, count: guardians, href: '/imports/new?kind=guardians' }),
  },
  {
    key: 'employees',
    may: 'employees.import',
    state: ({ employees }) => ({ isDone: employees > 0, count: employees, href: '/imports/new?kind=employees' }),
  },
  {
    key: 'teachers',
    may: 'structure.edit',
    state: ({ arms, offerings, untaught, untaughtArmId }) => ({
      isDone: offerings > 0 && untaught === 0,
      ...(untaught > 0 && { note: `${untaught} of ${offerings} have none` }),
      href: untaughtArmId ? `/batches/${untaughtArmId}/courses` : arms ? '/batches' : templates,
    }),
  },
  {
    key: 'colleagues',
    may: 'accounts.edit',
    // Those who have a record already are invited together.
    state: ({ colleagues, employees }) => ({
      isDone: colleagues > 0,
      count: colleagues,
      href: employees > 0 ? '/employees?sign_in=without' : '/accounts/new',
    }),
  },
  {
    key: 'grading',
    may: 'assessment.edit',
    state: ({ schemes }) => ({ isDone: schemes > 0, count: schemes, href: '/assessment' }),
  },
  {
    key: 'fees',
    may: 'fees.edit',
    state: ({ fees }) => ({ isDone: fees > 0, count: fees, href: fees > 0 ? '/fees' : '/fees/new' }),
  },
  {
    key: 'messages',
    may: 'sending.settings',
    state: ({ hasProvider }) => ({ isDone: hasProvider, href: '/message-providers' }),
  },
  {
    key: 'logo',
    may: 'institutions.edit',
    state: ({ hasLogo, institutionId }) => ({ isDone: hasLogo, href: `/institutions/${institutionId}/edit` }),
  },
  {
    key: 'site',
    may: 'site.edit',
    state: ({ isSitePublished }) => ({ isDone: isSitePublished, href: '/site' }),
  },
  {
    key: 'backup',
    may: 'accounts.edit',
    state: (_, backup) =>
      backup === undefined
        ? null
        : { isDone: backup !== null, ...(backup && { note: `${backup} ago` }), href: '/backups' },
  },
];
