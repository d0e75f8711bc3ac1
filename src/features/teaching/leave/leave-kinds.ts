export const leaveStates = {
  asked: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  cancelled: 'Cancelled',
} as const;
export type LeaveState = keyof typeof leaveStates;

export const leaveHalves = { morning: 'Morning', afternoon: 'Afternoon' } as const;
export type LeaveHalf = keyof typeof leaveHalves;

export const staffMarks = {
  present: 'Present',
  late: 'Late',
  absent: 'Absent',
  leave: 'On leave',
  duty: 'Official duty',
} as const;
export type StaffMark = keyof typeof staffMarks;
