import { formatDay } from '#kernel/dates.ts';

export const registrationStates = { submitted: 'Submitted', returned: 'Returned', approved: 'Approved' } as const;
export type RegistrationState = keyof typeof registrationStates;

/** Between which days, and within which units. */
export interface Period {
  id: number;
  institutionId: number;
  classId: number;
  termId: number;
  minimumUnits: number;
  maximumUnits: number;
  opensOn: string;
  closesOn: string;
  lateUntil: string | null;
  /** Minor units. */
  lateFee: number | null;
  lateCategoryId: number | null;
  /** Staff can exceed the unit limits for a student, with a reason. */
  allowsOverride: boolean;
  /** Closed before its last day: on which. */
  closedOn: string | null;
}

/** When it was over, for those who come too late. */
export const closedMessage = ({ closesOn, lateUntil, closedOn }: Pick<Period, 'closesOn' | 'lateUntil' | 'closedOn'>) =>
  closedOn === null
    ? `Registration closed on ${formatDay(lateUntil ?? closesOn)}.`
    : `Registration was closed before its last day, on ${formatDay(closedOn)}.`;

/** Whether students can register on a day. */
export type Phase = 'before' | 'open' | 'late' | 'closed';

export function phaseOf(
  { opensOn, closesOn, lateUntil, closedOn }: Pick<Period, 'opensOn' | 'closesOn' | 'lateUntil' | 'closedOn'>,
  day: string,
): Phase {
  if (closedOn !== null) return 'closed';
  if (day < opensOn) return 'before';
  if (day <= closesOn) return 'open';
  return lateUntil !== null && day <= lateUntil ? 'late' : 'closed';
}
