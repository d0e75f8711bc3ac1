export const leaveStates = {
  asked: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  cancelled: 'Cancelled',
} as const;
export type LeaveState = keyof typeof leaveStates;

export const leaveHalves = { morning: 'Morning', afternoon: 'Afternoon' } as const;
export type LeaveHalf = keyof typeof leaveHalves;

/** What employees are marked as, with the letter of a register. */
export const staffMarks = {
  present: { label: 'Present', letter: 'P' },
  late: { label: 'Late', letter: 'L' },
  absent: { label: 'Absent', letter: 'A' },
  leave: { label: 'On leave', letter: 'O' },
  duty: { label: 'Official duty', letter: 'D' },
} as const;
export type StaffMark = keyof typeof staffMarks;
export const staffKinds = Object.keys(staffMarks) as StaffMark[];
/** Whether an arrival time can be entered. */
export const isAtWork = (kind: StaffMark): boolean => kind !== 'absent' && kind !== 'leave';
