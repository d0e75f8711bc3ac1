import type { CourseProgress } from './progress.queries.ts';
import type { SheetAct } from './change-sheets.ts';
import type { SheetState } from '../sheet-states.ts';

export interface SheetOffer {
  /** Publication is of the feature `results`. */
  act: SheetAct | 'publish';
  label: string;
  from: SheetState;
  may: 'open' | 'approve' | 'publish';
  /** Undoes another step: asks for the reason. */
  needsReason?: true;
  about: string;
}

/** What can be done with sheets in each state. */
export const sheetOffers: SheetOffer[] = [
  { act: 'lock', label: 'Lock', from: 'open', may: 'open', about: 'Teachers can no longer change marks.' },
  {
    act: 'reopen',
    label: 'Reopen',
    from: 'locked',
    may: 'open',
    needsReason: true,
    about: 'Teachers can enter and change marks again.',
  },
  {
    act: 'approve',
    label: 'Approve',
    from: 'locked',
    may: 'approve',
    about: 'You confirm that these marks are complete and right.',
  },
  {
    act: 'withdraw',
    label: 'Withdraw approval',
    from: 'approved',
    may: 'approve',
    needsReason: true,
    about: 'The marks are locked again, and can be reopened.',
  },
  {
    act: 'publish',
    label: 'Publish',
    from: 'approved',
    may: 'publish',
    about:
      'Students and guardians can see the results. What is published is sealed: it can be replaced, but not changed.',
  },
];

/** Marks of courses that are not entered. */
export const missingOf = (courses: Pick<CourseProgress, 'expected' | 'entered'>[]): number =>
  courses.reduce((sum, { expected, entered }) => sum + expected - entered, 0);
