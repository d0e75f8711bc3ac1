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

const letters: Record<StaffMark, string> = { present: 'P', late: 'L', absent: 'A', leave: 'O', duty: 'D' };
export const staffKinds = (Object.keys(staffMarks) as StaffMark[]).map((kind) => ({
  kind,
  label: staffMarks[kind],
  letter: letters[kind],
}));
/** Who comes: an arrival can be written. */
export const comes = (kind: StaffMark): boolean => kind !== 'absent' && kind !== 'leave';
