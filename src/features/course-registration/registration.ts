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
}

/** Whether students can register on a day. */
export type Phase = 'before' | 'open' | 'late' | 'closed';

export function phaseOf(
  { opensOn, closesOn, lateUntil }: Pick<Period, 'opensOn' | 'closesOn' | 'lateUntil'>,
  day: string,
): Phase {
  if (day < opensOn) return 'before';
  if (day <= closesOn) return 'open';
  return lateUntil !== null && day <= lateUntil ? 'late' : 'closed';
}
