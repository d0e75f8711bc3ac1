import type { Opened } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { IntakeChoices } from './intake-form.queries.ts';
import type { IntakeDetails, IntakeInForm } from './intake.queries.ts';
import type { intakeList } from './intakes.list.ts';

interface Option {
  value: string;
  label: string;
}

export interface IntakeListProps extends PropsOfList<typeof intakeList> {
  choices: { programs: Option[]; sessions: Option[] };
  can: { edit: boolean };
}
export const intakeListPage = page<IntakeListProps>('admissions/intake-list');

export interface IntakePageProps {
  intake: IntakeDetails;
  currency: string;
  site: { slug: string; isPublished: boolean } | null;
  can: { edit: boolean; review: boolean; decide: boolean };
}
export const intakePage = page<IntakePageProps>('admissions/intake');

export interface IntakeFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  timeZone: string;
  today: string;
  /** Null for a new one. */
  intake: IntakeInForm | null;
  opened?: Opened;
  choices: IntakeChoices;
}
export const intakeFormPage = page<IntakeFormProps>('admissions/intake-form');
