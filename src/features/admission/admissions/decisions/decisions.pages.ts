import { page } from '#web/page.ts';
import type { AdmitView } from '../admit/admit.queries.ts';
import type { DecisionsOfIntake } from './decisions.queries.ts';

/** Cut-off, waiting list, offers and admissions of an intake. */
export const intakeDecisionsPage = page<DecisionsOfIntake>('admissions/intake-decisions');
/** One applicant is admitted. */
export const admitPage = page<AdmitView>('admissions/admit');
