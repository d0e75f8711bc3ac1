import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { RegistrationView } from './choosing/registration-view.queries.ts';
import type { RegistrationBatch, RegistrationOverview, StudentProgress } from './deciding/overview.queries.ts';
import type { PeriodChoices, PeriodRow } from './periods/periods.queries.ts';

/** The own one, or null without a student’s record; staff open another’s. */
export const registrationPage = page<{ view: RegistrationView | null; isOwn: boolean }>(
  'course-registration/registration',
);
export const overviewPage = page<RegistrationOverview & { canManage: boolean }>('course-registration/overview');
export const batchPage = page<{ batch: RegistrationBatch; rows: StudentProgress[] }>('course-registration/batch');
export const periodListPage = page<{ rows: PeriodRow[] }>('course-registration/period-list');

export interface PeriodFormProps extends PeriodChoices {
  period: PeriodRow | null;
  opened?: Opened;
}
export const periodFormPage = page<PeriodFormProps>('course-registration/period-form');
