import { page } from '#web/page.ts';
import type { ApplicationRow, applicationRows } from './application-page.ts';
import type { applicationChoices } from './applications.queries.ts';
import type { SentState } from './desk-words.ts';
import type { ApplicationProps } from './show-application.ts';

interface Can {
  export: boolean;
  decide: boolean;
  edit: boolean;
}

export type ApplicationListProps = Omit<Awaited<ReturnType<typeof applicationRows<Can>>>, 'rows'> & {
  rows: ApplicationRow[];
  /** Deferred. */
  choices?: Awaited<ReturnType<typeof applicationChoices>>;
  counts?: Partial<Record<SentState, number>>;
};
export const applicationListPage = page<ApplicationListProps>('admissions/application-list');

export const applicationPage = page<ApplicationProps>('admissions/application');
