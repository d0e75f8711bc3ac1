import { page } from '#web/page.ts';
import type { applicationChoices, applicationRows } from './applications.queries.ts';
import type { SentState } from './desk-words.ts';
import type { ApplicationProps } from './show-application.ts';

interface More {
  can: { export: boolean; decide: boolean; edit: boolean };
}

export type ApplicationListProps = Awaited<ReturnType<typeof applicationRows<More>>> & {
  /** Deferred. */
  choices?: Awaited<ReturnType<typeof applicationChoices>>;
  counts?: Partial<Record<SentState, number>>;
};
export const applicationListPage = page<ApplicationListProps>('admissions/application-list');

export const applicationPage = page<ApplicationProps>('admissions/application');
