import type { Feature } from '#web/feature.ts';
import { reportPermissions } from './reports.policy.ts';

const designs = ['reports.view', 'reports.create'] as const;
const shares = [...designs, 'reports.share'] as const;

export const reportFeature = {
  name: 'reports',
  permissions: reportPermissions,
  roles: {
    ...{ ict_administrator: designs, principal: shares, registrar: shares, admission_officer: designs },
    ...{ bursar: shares, hr_officer: shares, teacher: ['reports.view'] },
  },
  nouns: { reports: 'Reports' },
} satisfies Feature;
