import { isNo, isOneOfValues, isYes, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { GuardianFilter } from './guardians.list.ts';

/** The list of guardians as a report. */
export const guardianListReport: ReportList = {
  name: 'guardians',
  subject: 'guardian',
  filters: {
    sign_in: {
      rules: {
        with: [isOneOfValues('account', 'invited', 'active', 'disabled')],
        without: [isOneOfValues('account', 'none')],
      },
    },
    pays_fees: { rules: { yes: [isYes('pays_fees')], no: [isNo('pays_fees')] } },
    papers: { left: 'Documents' },
  } satisfies MeaningsOf<GuardianFilter>,
  columns: {
    name: ['surname', 'first_name', 'middle_name'],
    phone: ['mobile', 'phone'],
    email: ['email'],
    children: ['child_count'],
    occupation: ['occupation'],
    signIn: ['account'],
  },
  sorts: { name: ['surname'] },
};
