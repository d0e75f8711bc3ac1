import { isNo, isYes, type ListRule, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { ApplicationFilter } from './applications.list.ts';

const missing = (operator: 'is' | 'more_than'): ListRule => ({ field: 'missing_papers', operator, values: ['0'] });

/** The list of applications as a report. */
export const applicationListReport: ReportList = {
  name: 'applications',
  subject: 'application',
  filters: {
    gender: 'gender',
    class: 'class',
    program: 'program',
    session: 'session',
    status: 'status',
    paper: { rules: { missing: [missing('more_than')], complete: [missing('is')] } },
    task: { rules: { open: [isYes('has_task')] } },
    seat: { rules: { seated: [isYes('has_seat')], none: [isNo('has_seat')] } },
    pin: { rules: { used: [isYes('has_pin')] } },
    fee: { rules: { paid: [isYes('has_paid')] } },
    returning: 'is_returning',
    score_from: { field: 'score', end: 'from' },
    score_to: { field: 'score', end: 'to' },
    age_from: { field: 'age', end: 'from' },
    age_to: { field: 'age', end: 'to' },
    sent_from: { field: 'submitted_on', end: 'from' },
    sent_to: { field: 'submitted_on', end: 'to' },
    intake: { left: 'Intake' },
  } satisfies MeaningsOf<ApplicationFilter>,
  columns: {
    name: ['surname', 'first_name', 'middle_name'],
    number: ['number'],
    class: ['class', 'program'],
    session: ['session'],
    status: ['status'],
    score: ['score'],
    age: ['age'],
    phone: ['phone'],
    open: ['missing_papers', 'has_task'],
    email: ['email'],
    latest: ['submitted_on'],
  },
  sorts: { name: ['surname'], score: ['-score'] },
};
